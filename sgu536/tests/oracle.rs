//! The solution against an oracle written from the statement alone, and the stored cases against
//! programs that get one rule of the statement wrong.

#[allow(dead_code)]
#[path = "../src/main.rs"]
mod solution;

use std::collections::{HashMap, VecDeque};
use std::mem::swap;

use testcases::stress::{
    check_inputs, check_wrong_rules, compare, rounds, suite, Random, WrongRule,
};

use solution::solve;

/// Cases on which the oracle takes seconds; it gave their outputs once.
const TOO_MANY_STATES: [&str; 5] = [
    "knights-lattice",
    "many-masks",
    "misleading-knights",
    "most-floods-of-fifteen",
    "most-floods-of-fourteen",
];

const SAMPLE: &str =
    "7 9\n.........\n.........\n.........\n..R.K.R..\n.........\n.........\n*........\n";

#[test]
fn oracle_gives_every_stored_output() {
    for case in suite("sgu536").cases {
        if !TOO_MANY_STATES.contains(&case.name.as_str()) {
            assert_eq!(oracle(&case.input), case.output, "{}", case.origin);
        }
    }
}

#[test]
fn stored_inputs_are_as_the_statement_says() {
    check_inputs("sgu536", validate);
}

#[test]
fn stored_cases_catch_every_wrong_rule() {
    let answers: Vec<_> = wrong_rules()
        .into_iter()
        .map(|(name, programs)| (name, move |input: &str| luckiest(&programs, input)))
        .collect();
    let rules: Vec<_> = answers.iter().map(|(name, answer)| WrongRule { name, answer }).collect();
    check_wrong_rules("sgu536", &rules);
}

#[test]
fn every_small_board() {
    let inputs =
        (1..=8).flat_map(|rows| (1..=8 / rows).flat_map(move |columns| every_board(rows, columns)));
    compare("sgu536", solve, oracle, inputs);
}

#[test]
fn random_boards() {
    let mut random = Random::new(536);
    let inputs = (0..rounds(50_000)).map(|_| random_board(&mut random, 6, 10));
    compare("sgu536", solve, oracle, inputs);
}

#[test]
fn random_large_boards() {
    let mut random = Random::new(15);
    let inputs = (0..rounds(1000)).map(|_| random_board(&mut random, 15, 11));
    compare("sgu536", solve, oracle, inputs);
}

#[test]
fn random_boards_are_solvable_often_enough() {
    let mut random = Random::new(1);
    let answers: Vec<String> = (0..2000)
        .map(|_| random_board(&mut random, 6, 10))
        .filter(|board| board.matches(['K', 'B', 'R']).count() >= 4)
        .map(|board| oracle(&board))
        .collect();
    let solvable = answers.iter().filter(|answer| *answer != "-1\n").count();
    assert!(
        3 * solvable >= answers.len(),
        "of {} random boards with four pieces or more {solvable} are solvable",
        answers.len()
    );
}

#[test]
fn spacing_changes_nothing() {
    let crlf = SAMPLE.replace('\n', "\r\n");
    let blank_lines = format!("\n\n{}\n\n", SAMPLE.replace('\n', "\n\n"));
    let trailing_spaces = SAMPLE.replace('\n', " \t\n");
    let leading_spaces = SAMPLE.replace('\n', "\n  ");
    for input in [
        SAMPLE,
        SAMPLE.trim_end(),
        crlf.trim_end(),
        &crlf,
        &blank_lines,
        &trailing_spaces,
        &leading_spaces,
    ] {
        assert_eq!(solve(input), Ok("9\n".to_owned()), "{input:?}");
    }
}

#[test]
fn what_goes_beyond_the_statement_is_answered() {
    for input in [
        // Fifteen black pieces.
        "4 4\nKBKB\nBKBK\nKBKB\nBKB*\n",
        "2 8\n*KKKKKKK\nKKKKKKKK\n",
        // The king is under attack at the start: by a piece that he can take, and by one that he
        // cannot.
        "1 2\n*R\n",
        "2 3\n*.R\n..K\n",
        "1 3\n*RR\n",
    ] {
        assert_eq!(solve(input), Ok(oracle(input)), "{input}");
    }
}

#[test]
fn malformed_input_is_refused_in_one_line() {
    for input in [
        // Missing numbers.
        "",
        " \n\n",
        "3",
        "3\n",
        // Numbers that are none, or out of range.
        "x 3\n*..\n",
        "1 x\n*\n",
        "*..\n...\n",
        "0 3\n",
        "0 0\n",
        "3 0\n",
        "-1 3\n*..\n",
        "1 -3\n*..\n",
        "1.0 3\n*..\n",
        "16 1\n*\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n",
        "1 16\n*...............\n",
        "257 1\n*\n",
        "4294967297 1\n*\n",
        "18446744073709551617 1\n*\n",
        "1 99999999999999999999999999999999999999999\n*\n",
        // Missing rows.
        "1 1\n",
        "2 2\n*.\n",
        "3 1\n*\n.\n",
        // Rows of the wrong length.
        "1 3\n*.\n",
        "1 3\n*...\n",
        "2 3\n*..\n..\n",
        "2 3\n*..\n....\n",
        "2 3\n*.\n....\n",
        "1 3\n* . .\n",
        // Foreign characters: lower case, other pieces, other bytes, letters longer than a byte.
        "1 3\n*.k\n",
        "1 3\n*.r\n",
        "1 3\n*.b\n",
        "1 3\n*.Q\n",
        "1 3\n*.N\n",
        "1 3\n*.#\n",
        "1 3\n*.0\n",
        "1 3\n*.\0\n",
        "1 3\n*.é\n",
        "1 3\n*é\n",
        "1 3\n*.\u{041a}\n",
        "1 1\n\u{feff}\n",
        "\u{feff}1 1\n*\n",
        // No king, or two.
        "1 1\n.\n",
        "1 3\n.K.\n",
        "1 2\n**\n",
        "2 2\n*.\n.*\n",
        // Sixteen black pieces or more.
        "1 15\nKKKKKKKKKKKKKKK\n",
        "2 9\n*.KKKKKKK\nKKKKKKKKK\n",
        "3 15\n*.............K\nKKKKKKKKKKKKKKK\n...............\n",
        "15 15\n*..............\nKKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\n\
         KKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\nKKKKKKKKKKKKKKK\n\
         KKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\nKKKKKKKKKKKKKKK\n\
         KKKKKKKKKKKKKKK\nRRRRRRRRRRRRRRR\nBBBBBBBBBBBBBBB\n",
    ] {
        match solve(input) {
            Ok(output) => panic!("{input:?}: expected an error, found the answer {output:?}"),
            Err(error) => assert!(
                !error.trim().is_empty() && !error.contains(['\n', '\r']),
                "{input:?}: expected an error of one line, found {error:?}"
            ),
        }
    }
}

#[test]
fn the_message_says_what_was_expected_and_found_and_where() {
    for (input, message) in [
        ("", "expected the number of rows, 1 to 15, found the end of the input"),
        ("\n\n16 1\n", "line 3: expected the number of rows, 1 to 15, found \"16\""),
        ("1\n0\n*\n", "line 2: expected the number of columns, 1 to 15, found \"0\""),
        ("3 2\n*.\n\n..\n", "expected row 3 of 3, found the end of the input"),
        ("2 3\n*..\n\n....\n", "line 4: expected 3 squares, found 4"),
        ("2 3\r\n*..\r\n..k\r\n", "line 3: expected . * K B R, found 'k'"),
        ("1 3\n.R.\n", "expected one king (*) on the board, found 0"),
        ("2 8\nKKKKKKKK\nKKKKKKKK\n", "expected one king (*) on the board, found 0"),
        ("2 9\n*.KKKKKKK\nKKKKKKKKK\n", "expected at most 15 black pieces on the board, found 16"),
    ] {
        assert_eq!(solve(input), Err(message.to_owned()), "{input:?}");
    }
}

/// The right answer, as it is printed. The fuzzer asks for it too.
pub fn oracle(input: &str) -> String {
    answer(input, &Rules::right())
}

/// What a program with these rules prints.
fn answer(input: &str, rules: &Rules) -> String {
    format!("{}\n", play(&Board::read(input, rules), rules))
}

/// A row and a column, counted from 0.
type Square = (i32, i32);

/// A difference of two squares.
type Step = (i32, i32);

/// A set of black pieces: bit i stands for the i-th in reading order.
type Set = u32;

const ORTHOGONAL: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const ADJACENT: [Step; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const LEAPS: [Step; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// The rules by which [`play`] plays: those of the statement, or with one of them wrong.
struct Rules {
    king: Vec<Step>,
    knight: Vec<Step>,
    bishop: Vec<Step>,
    rook: Vec<Step>,
    /// How many squares a ray reaches at most.
    reach: usize,
    /// The pieces that attack an empty square on their way.
    watching: &'static str,
    /// The pieces that attack a square from which the king has just captured another.
    protecting: &'static str,
    /// How many rows, columns and pieces are taken note of.
    rows: usize,
    columns: usize,
    pieces: usize,
    /// The name of the wrong rule, if it is none of those above. One that nothing below asks for is
    /// no wrong rule, and no case catches it.
    slip: &'static str,
}

impl Rules {
    fn right() -> Self {
        Self {
            king: ADJACENT.to_vec(),
            knight: LEAPS.to_vec(),
            bishop: DIAGONAL.to_vec(),
            rook: ORTHOGONAL.to_vec(),
            reach: 14,
            watching: "KBR",
            protecting: "KBR",
            rows: 15,
            columns: 15,
            pieces: 15,
            slip: "",
        }
    }
}

/// The least number of moves: breadth-first search over the king's square and the set of the
/// pieces that remain.
fn play(board: &Board, rules: &Rules) -> i32 {
    let impossible = match rules.slip {
        "impossible-is-zero" => 0,
        _ => -1,
    };
    let all = board.start().left;
    if all == 0 {
        return match rules.slip {
            "no-pieces-is-impossible" => impossible,
            _ => 0,
        };
    }
    if rules.slip == "attacked-king-is-lost" && board.attacked(&board.start(), rules) {
        return impossible;
    }
    let known_by = |remaining: Set| match rules.slip {
        "visited-by-square" => 0,
        "visited-by-number-of-pieces" => remaining.count_ones(),
        "captured-set-in-a-byte" => remaining & 0xff,
        _ => remaining,
    };
    let mut distance = HashMap::from([((board.king, known_by(all)), 0)]);
    let mut queue = VecDeque::from([(board.king, all)]);
    while let Some((king, remaining)) = match rules.slip {
        "stack-for-a-queue" => queue.pop_back(),
        _ => queue.pop_front(),
    } {
        let moves = distance[&(king, known_by(remaining))];
        for Move { to, captures, left, .. } in board.moves(king, remaining, rules) {
            let moves = match rules.slip {
                "captures-not-counted" if captures => moves,
                "distance-in-a-signed-byte" => i32::from((moves + 1) as i8),
                "distance-in-a-byte" => i32::from((moves + 1) as u8),
                "walks-end-at-a-hundred-moves" if moves == 100 => continue,
                _ => moves + 1,
            };
            if left == 0 || (captures && rules.slip == "first-capture-ends") {
                return moves;
            }
            let state = (to, known_by(left));
            let is_new = !distance.contains_key(&state);
            if is_new || (captures && rules.slip == "capture-overwrites-distance") {
                distance.insert(state, moves);
            }
            if is_new && captures && rules.slip == "nearest-piece-first" {
                queue = VecDeque::from([(to, left)]);
                break;
            }
            if is_new {
                queue.push_back((to, left));
            }
        }
    }
    impossible
}

/// The king's move from one square to another.
struct Move {
    from: Square,
    to: Square,
    captures: bool,
    /// The pieces that are left after it.
    left: Set,
}

struct Board {
    rows: i32,
    columns: i32,
    king: Square,
    /// The black pieces in reading order.
    pieces: Vec<(char, Square)>,
    /// The number of the piece that stands on each square at the start, in reading order.
    number: Vec<Option<usize>>,
}

impl Board {
    /// Reads a board of which `solve` is to give the answer; any spacing will do.
    fn read(input: &str, rules: &Rules) -> Self {
        let mut tokens = input.split_whitespace();
        let mut size = || tokens.next().unwrap().parse::<usize>().unwrap();
        let (mut rows, mut columns) = (size(), size());
        if rules.slip == "sizes-swapped" {
            (rows, columns) = (columns, rows);
        }
        rows = rows.min(rules.rows);
        columns = columns.min(rules.columns);
        let mut board = Self {
            rows: rows as i32,
            columns: columns as i32,
            king: (0, 0),
            pieces: Vec::new(),
            number: vec![None; rows * columns],
        };
        for (row, line) in tokens.take(rows).enumerate() {
            for (column, letter) in line.chars().take(columns).enumerate() {
                let square = (row as i32, column as i32);
                if letter == '*' {
                    board.king = square;
                } else if letter != '.' && board.pieces.len() < rules.pieces {
                    board.number[row * columns + column] = Some(board.pieces.len());
                    board.pieces.push((letter, square));
                }
            }
        }
        board
    }

    /// The king on his square at the start, as if he had just come there.
    fn start(&self) -> Move {
        Move { from: self.king, to: self.king, captures: false, left: (1 << self.pieces.len()) - 1 }
    }

    /// The moves that the king may make where these pieces remain.
    fn moves(&self, from: Square, remaining: Set, rules: &Rules) -> Vec<Move> {
        let runs_on = rules.slip == "king-runs-on-to-the-next-row";
        let mut moves = Vec::new();
        for &step in &rules.king {
            let Some(to) = self.step(from, step, runs_on) else {
                continue;
            };
            let captured = self.piece(to, remaining);
            let next = Move {
                from,
                to,
                captures: captured.is_some(),
                left: captured.map_or(remaining, |piece| remaining & !(1 << piece)),
            };
            let barred = match rules.slip {
                "captured-squares-stay-closed" => {
                    !next.captures && self.piece(to, Set::MAX).is_some()
                }
                "no-squeezing-between-pieces" => {
                    self.piece((from.0, to.1), remaining).is_some()
                        && self.piece((to.0, from.1), remaining).is_some()
                }
                _ => false,
            };
            if !barred && !self.attacked(&next, rules) {
                moves.push(next);
            }
        }
        moves
    }

    /// Whether one of the pieces that are left attacks the king where he has come to.
    fn attacked(&self, king: &Move, rules: &Rules) -> bool {
        let attackers = match rules.slip {
            "captured-pieces-still-attack" => Set::MAX,
            _ => king.left,
        };
        let kinds = match king.captures {
            true => rules.protecting,
            false => rules.watching,
        };
        let pieces = self.pieces.iter().enumerate();
        pieces
            .filter(|(number, (kind, _))| attackers & (1 << number) != 0 && kinds.contains(*kind))
            .any(|(_, &(kind, home))| {
                let steps = match kind {
                    'K' => &rules.knight,
                    'B' => &rules.bishop,
                    _ => &rules.rook,
                };
                let reach = if kind == 'K' { 1 } else { rules.reach };
                let mut steps = steps.iter();
                steps.any(|&step| self.reaches(home, step, reach, king, attackers, rules))
            })
    }

    /// Whether up to `reach` steps from `home` come to the king before another piece stops them.
    fn reaches(
        &self,
        home: Square,
        step: Step,
        reach: usize,
        king: &Move,
        attackers: Set,
        rules: &Rules,
    ) -> bool {
        let stops = |square: Square| match rules.slip {
            "rays-do-not-stop" => false,
            "start-square-stops-rays" if square == self.king => true,
            "king-stops-rays-as-he-leaves" if square == king.from => true,
            _ => self.piece(square, attackers).is_some(),
        };
        let runs_on = rules.slip == "attacks-run-on-to-the-next-row";
        let mut square = home;
        for _ in 0..reach {
            let beside = (square.0 + step.0 / 2, square.1 + step.1 / 2);
            match self.step(square, step, runs_on) {
                Some(next) => square = next,
                None => return false,
            }
            // Half of a leap leads to the square beside the knight, half of a ray's step nowhere.
            if rules.slip == "pieces-stop-knights" && beside != home && stops(beside) {
                return false;
            }
            if square == king.to {
                return true;
            }
            if stops(square) {
                return false;
            }
        }
        false
    }

    /// The square one step on; `None` outside of the board, unless a row's end `runs_on` to the
    /// next row.
    fn step(&self, from: Square, step: Step, runs_on: bool) -> Option<Square> {
        let (row, column) = (from.0 + step.0, from.1 + step.1);
        let index = row * self.columns + column;
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        if inside {
            Some((row, column))
        } else if runs_on && (0..self.rows * self.columns).contains(&index) {
            Some((index / self.columns, index % self.columns))
        } else {
            None
        }
    }

    /// The number of the piece on a square of the board, if it is one of `pieces`.
    fn piece(&self, square: Square, pieces: Set) -> Option<usize> {
        let number = self.number[(square.0 * self.columns + square.1) as usize]?;
        (pieces & (1 << number) != 0).then_some(number)
    }
}

/// The programs that get one rule wrong. Where there are several for a rule, it is wrong in one of
/// several ways, and a case catches it if it catches all of them.
fn wrong_rules() -> Vec<(&'static str, Vec<Rules>)> {
    vec![
        wrong("king-orthogonal-only", |r| r.king = ORTHOGONAL.into()),
        wrong("king-diagonal-only", |r| r.king = DIAGONAL.into()),
        wrong("knight-moves-like-a-king", |r| r.knight = ADJACENT.into()),
        wrong("bishop-moves-like-a-queen", |r| r.bishop = ADJACENT.into()),
        wrong("rook-moves-like-a-queen", |r| r.rook = ADJACENT.into()),
        wrong("bishop-and-rook-swapped", |r| swap(&mut r.bishop, &mut r.rook)),
        one_missing("a-king-move-missing", |r| &mut r.king),
        one_missing("a-knight-leap-missing", |r| &mut r.knight),
        one_missing("a-bishop-ray-missing", |r| &mut r.bishop),
        one_missing("a-rook-ray-missing", |r| &mut r.rook),
        wrong("rays-of-one-square", |r| r.reach = 1),
        wrong("rays-of-seven-squares", |r| r.reach = 7),
        wrong("rays-of-thirteen-squares", |r| r.reach = 13),
        slip("rays-do-not-stop"),
        slip("start-square-stops-rays"),
        slip("king-stops-rays-as-he-leaves"),
        slip("pieces-stop-knights"),
        slip("attacks-run-on-to-the-next-row"),
        slip("king-runs-on-to-the-next-row"),
        wrong("protected-piece-captured", |r| r.protecting = ""),
        wrong("knights-protect-nothing", |r| r.protecting = "BR"),
        wrong("rays-stop-before-pieces", |r| r.protecting = "K"),
        wrong("empty-squares-are-safe", |r| r.watching = ""),
        wrong("attacks-ignored", |r| (r.watching, r.protecting) = ("", "")),
        slip("captured-pieces-still-attack"),
        slip("captured-squares-stay-closed"),
        slip("no-squeezing-between-pieces"),
        slip("attacked-king-is-lost"),
        slip("visited-by-square"),
        slip("visited-by-number-of-pieces"),
        slip("captured-set-in-a-byte"),
        in_several_orders("stack-for-a-queue"),
        in_several_orders("nearest-piece-first"),
        in_several_orders("capture-overwrites-distance"),
        slip("first-capture-ends"),
        slip("captures-not-counted"),
        slip("distance-in-a-signed-byte"),
        slip("distance-in-a-byte"),
        slip("walks-end-at-a-hundred-moves"),
        slip("impossible-is-zero"),
        slip("no-pieces-is-impossible"),
        slip("sizes-swapped"),
        wrong("fifteenth-row-overlooked", |r| r.rows = 14),
        wrong("fifteenth-column-overlooked", |r| r.columns = 14),
        wrong("fourteenth-piece-overlooked", |r| r.pieces = 13),
        wrong("fifteenth-piece-overlooked", |r| r.pieces = 14),
    ]
}

fn wrong(name: &'static str, change: impl Fn(&mut Rules)) -> (&'static str, Vec<Rules>) {
    let mut rules = Rules::right();
    change(&mut rules);
    (name, vec![rules])
}

fn slip(name: &'static str) -> (&'static str, Vec<Rules>) {
    wrong(name, |rules| rules.slip = name)
}

/// One program for each step that may be missing.
fn one_missing(
    name: &'static str,
    steps: impl Fn(&mut Rules) -> &mut Vec<Step>,
) -> (&'static str, Vec<Rules>) {
    let count = steps(&mut Rules::right()).len();
    let without = |missing| {
        let mut rules = Rules::right();
        steps(&mut rules).remove(missing);
        rules
    };
    (name, (0..count).map(without).collect())
}

/// A slip that shows or not as the king's moves are tried in one order or another.
fn in_several_orders(slip: &'static str) -> (&'static str, Vec<Rules>) {
    let orthogonal_first = [ORTHOGONAL, DIAGONAL].concat();
    let diagonal_first = [DIAGONAL, ORTHOGONAL].concat();
    let backwards = ADJACENT.into_iter().rev().collect();
    let programs = [ADJACENT.to_vec(), backwards, orthogonal_first, diagonal_first]
        .map(|king| Rules { king, slip, ..Rules::right() });
    (slip, programs.into())
}

/// What the first of `programs` that is right prints, or the last if all are wrong.
fn luckiest(programs: &[Rules], input: &str) -> String {
    let right = oracle(input);
    let mut printed = String::new();
    for rules in programs {
        printed = answer(input, rules);
        if printed == right {
            break;
        }
    }
    printed
}

/// Every filling of a board with one king, any number of black pieces, and nothing else.
fn every_board(rows: usize, columns: usize) -> impl Iterator<Item = String> {
    let squares = rows * columns;
    (0..squares).flat_map(move |king| {
        (0..1_usize << (2 * (squares - 1))).map(move |filling| {
            let mut letters: Vec<char> = (0..squares - 1)
                .map(|square| ['.', 'K', 'B', 'R'][(filling >> (2 * square)) & 3])
                .collect();
            letters.insert(king, '*');
            written(columns, &letters)
        })
    })
}

/// A board of 2 to `side` rows and columns with up to `pieces` black pieces. One without an answer
/// is drawn again three times out of four: most boards with more than a few pieces have none.
fn random_board(random: &mut Random, side: usize, pieces: usize) -> String {
    loop {
        let rows = 2 + random.below(side - 1);
        let columns = 2 + random.below(side - 1);
        let mut letters = vec!['.'; rows * columns];
        letters[random.below(rows * columns)] = '*';
        for _ in 0..3 + random.below(pieces - 2) {
            let square = random.below(rows * columns);
            if letters[square] == '.' {
                letters[square] = ['K', 'B', 'R'][random.below(3)];
            }
        }
        let board = written(columns, &letters);
        if random.below(4) == 0 || oracle(&board) != "-1\n" {
            return board;
        }
    }
}

/// A board as the statement has it.
fn written(columns: usize, letters: &[char]) -> String {
    let rows: Vec<String> = letters.chunks(columns).map(|row| row.iter().collect()).collect();
    format!("{} {columns}\n{}\n", rows.len(), rows.join("\n"))
}

/// Checks that an input is as the statement says, to the byte.
fn validate(input: &str) -> Result<(), String> {
    let lines: Vec<&str> =
        input.strip_suffix('\n').ok_or("the last line does not end")?.split('\n').collect();
    let (rows, columns) = lines[0].split_once(' ').ok_or("line 1: expected two numbers")?;
    let rows = size(rows)?;
    let columns = size(columns)?;
    if lines.len() != 1 + rows {
        return Err(format!("expected {rows} rows, found {}", lines.len() - 1));
    }
    for row in &lines[1..] {
        if row.len() != columns || row.contains(|letter| !".*KBR".contains(letter)) {
            return Err(format!("expected {columns} squares of .*KBR, found {row:?}"));
        }
    }
    let kings = input.matches('*').count();
    if kings != 1 {
        return Err(format!("expected one king, found {kings}"));
    }
    let pieces = 1 + input.matches(['K', 'B', 'R']).count();
    if pieces > 15 {
        return Err(format!("expected up to 15 pieces, found {pieces}"));
    }
    let rules = Rules::right();
    let board = Board::read(input, &rules);
    if board.attacked(&board.start(), &rules) {
        return Err("the king is under attack at the start".to_owned());
    }
    Ok(())
}

/// A number from 1 to 15, without sign or leading zeros.
fn size(text: &str) -> Result<usize, String> {
    (1..=15)
        .find(|size| size.to_string() == text)
        .ok_or_else(|| format!("expected a number from 1 to 15, found {text:?}"))
}
