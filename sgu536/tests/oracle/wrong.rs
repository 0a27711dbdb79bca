//! Programs that get one rule of SGU 536 wrong: some stored case must catch each.

use std::collections::{HashMap, VecDeque};
use std::mem::swap;

use crate::statement::{right_output, Set, Square};

/// What a program with these rules prints.
pub fn output(input: &str, rules: &Rules) -> String {
    format!("{}\n", play(&Board::read(input, rules), rules))
}

/// A difference of two squares.
type Step = (i32, i32);

const ORTHOGONAL: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const ADJACENT: [Step; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const LEAPS: [Step; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// What a program may get wrong.
pub struct Rules {
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
    pub fn right() -> Self {
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

/// Each wrong program, by its name.
pub fn programs() -> Vec<(&'static str, impl Fn(&str) -> String)> {
    let program = |programs: Vec<Rules>| move |input: &str| luckiest(&programs, input);
    rules().into_iter().map(|(name, programs)| (name, program(programs))).collect()
}

/// The programs that get one rule wrong. Where there are several for a rule, it is wrong in one of
/// several ways, and a case catches it if it catches all of them.
fn rules() -> Vec<(&'static str, Vec<Rules>)> {
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
    let right = right_output(input);
    let mut printed = String::new();
    for rules in programs {
        printed = output(input, rules);
        if printed == right {
            break;
        }
    }
    printed
}
