//! Berland Chess, SGU 536: <https://codeforces.com/problemsets/acmsguru/problem/99999/536>
//!
//! Limits: 2 s, 262144 KB.
//!
//! A king on a board of up to 15 x 15 squares takes black knights (K), bishops and rooks, which
//! never move; he may not step onto a square that one of them attacks. What is the least number of
//! moves that takes them all, or -1?
//!
//! **What a piece attacks stays the same while it stands.** A ray of a bishop or a rook ends at the
//! edge or on a piece. That piece is attacked, so the king cannot take it before the ray's owner:
//! no ray grows. Nor can he block one, as he would stand on it. If he stands on one at the start,
//! it goes on behind him, because his square is empty once he has left. So the initial board gives
//! all attacks.
//!
//! **Dynamic programming over sets.** The pieces taken decide which squares are safe, and after a
//! capture the king stands where the last of them stood. So a state is the set of taken pieces and
//! the last one; its value is the earliest time. A set is a number with one bit a piece. Its
//! subsets are smaller numbers: in numeric order a set's times are final when its turn comes.
//!
//! **One breadth-first search a set**, on bitboards, finds the captures that may come next, each at
//! its earliest. It starts from each piece last taken, at its time, and floods the safe squares,
//! all of them one king's move a step. A standing piece stops it.
//!
//! **A capture on the way costs nothing and only helps:** what the king can do while a piece stands
//! he can do when it is gone. So a second flood goes on *through* the pieces that the first, the
//! *direct* one, has reached. A piece that the second reaches no later is skipped, and an optimal
//! way is still found. Of the optimal ways that go on from this set, take one whose next capture is
//! the earliest: piece r at time t. If r were skipped, the second flood would be on its square by
//! time t, after it passed a piece q. The king could go like that, take q and all else he meets,
//! and then do as before. That way is optimal too, and takes q before t: a contradiction. So r is
//! not skipped, an optimal way goes on from the set with r, and so forth until all are taken.
//!
//! Cost: at most 2^15 sets, each with a search of some 12 steps of 250 instructions: about 15 ms on
//! the worst boards known, 1 ms on most; 1.3 MB. Read by tokens; what follows the last row is not
//! read. Beyond the statement, 15 black pieces and a king under attack at the start are accepted.

use std::io::{self, Read, Write};
use std::{iter, process};

const MAX_SIDE: usize = 15;
const MAX_BLACK: usize = 15;

fn main() {
    if let Err(message) = run() {
        // `eprintln!` would panic where stderr cannot be written.
        let _ = writeln!(io::stderr(), "{message}");
        process::exit(1);
    }
}

/// Answers stdin on stdout, or returns the line for stderr.
fn run() -> Result<(), String> {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.map_err(|_| "cannot read the input")?;
    // What is not UTF-8 becomes U+FFFD, which is no square either.
    let output = solve(&String::from_utf8_lossy(&input))?;
    let written = io::stdout().write_all(output.as_bytes());
    written.map_err(|_| "cannot write the output".to_string())
}

/// The whole output for `input`, or one line that says what is wrong with it.
pub fn solve(input: &str) -> Result<String, String> {
    let moves = Position::parse(input)?.fewest_moves();
    Ok(moves.map_or("-1\n".to_string(), |moves| format!("{moves}\n")))
}

/// The board at the start; of each black piece its square, and what it attacks until it is taken.
struct Position {
    board: Squares,
    king: Squares,
    squares: Vec<Squares>,
    attacks: Vec<Squares>,
}

impl Position {
    fn parse(input: &str) -> Result<Position, String> {
        let mut tokens = input
            .lines()
            .enumerate()
            .flat_map(|(above, line)| line.split_whitespace().map(move |token| (token, above + 1)));
        let mut next = |expected: &str| {
            let token = tokens.next();
            token.ok_or_else(|| format!("expected {expected}, found the end of the input"))
        };
        let mut side = |name: &str| {
            let expected = format!("the number of {name}, 1 to {MAX_SIDE}");
            let (token, line) = next(&expected)?;
            match token.parse() {
                Ok(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
                _ => {
                    let found: String = token.chars().take(20).collect();
                    Err(format!("line {line}: expected {expected}, found {found:?}"))
                }
            }
        };
        let (height, width) = (side("rows")?, side("columns")?);

        let mut rows = Vec::new();
        let (mut board, mut kings, mut black) = (Squares::NONE, Vec::new(), Vec::new());
        for row in 0..height {
            let (text, line) = next(&format!("row {} of {height}", row + 1))?;
            let found = text.chars().count();
            if found != width {
                return Err(format!("line {line}: expected {width} squares, found {found}"));
            }
            for (column, square) in text.chars().enumerate() {
                board = board.with(Squares::at(row, column));
                match square {
                    '.' => {}
                    '*' => kings.push(Squares::at(row, column)),
                    'K' | 'B' | 'R' => black.push((row, column)),
                    _ => return Err(format!("line {line}: expected . * K B R, found {square:?}")),
                }
            }
            rows.push(text.as_bytes());
        }
        match (kings.len(), black.len()) {
            (1, 0..=MAX_BLACK) => Ok(Position {
                board,
                king: kings[0],
                squares: black.iter().map(|at| Squares::at(at.0, at.1)).collect(),
                attacks: black.iter().map(|at| attacks(&rows, at.0, at.1)).collect(),
            }),
            (1, found) => Err(format!(
                "expected at most {MAX_BLACK} black pieces on the board, found {found}"
            )),
            (found, _) => Err(format!("expected one king (*) on the board, found {found}")),
        }
    }

    /// `None` if the king cannot take all pieces.
    fn fewest_moves(&self) -> Option<u16> {
        if self.squares.is_empty() {
            return Some(0);
        }
        let all = (1 << self.squares.len()) - 1;
        // For each set: which pieces can be the last one taken, and the earliest time for each.
        let mut last_taken = vec![0; all + 1];
        let mut earliest = vec![[0; MAX_BLACK]; all + 1];
        for taken in 0..all {
            let (starts, times) = (last_taken[taken], earliest[taken]);
            if taken == 0 || starts != 0 {
                self.flood(all - taken, starts, times, |next, time| {
                    let now_taken = taken + (1 << next);
                    last_taken[now_taken] += 1 << next;
                    earliest[now_taken][next] = time;
                });
            }
        }
        let last = members(last_taken[all]);
        last.map(|last| earliest[all][last]).min()
    }

    /// Floods the board while the set `standing` stands, from each piece of the set `starts` at its
    /// time, or else from the king's first square. Calls `take` with each piece that may be taken
    /// next, and the earliest time.
    fn flood<F>(&self, mut standing: usize, mut starts: usize, times: [u16; MAX_BLACK], mut take: F)
    where
        F: FnMut(usize, u16),
    {
        let (mut attacked, mut pieces) = (Squares::NONE, Squares::NONE);
        for piece in members(standing) {
            attacked = attacked.with(self.attacks[piece]);
            pieces = pieces.with(self.squares[piece]);
        }
        // The squares that the king may enter and that no flood has reached.
        let mut free = self.board.without(attacked);
        let (mut direct, mut through) = (Squares::NONE, Squares::NONE);
        if starts == 0 {
            direct = self.king;
        }
        let mut time = members(starts).map(|start| times[start]).min().unwrap_or(0);
        loop {
            for start in members(starts) {
                if times[start] == time {
                    starts ^= 1 << start;
                    let square = self.squares[start].within(free);
                    free = free.without(square);
                    direct = direct.with(square);
                }
            }
            if pieces.within(free) == Squares::NONE || starts == 0 && direct == Squares::NONE {
                return;
            }
            time += 1;
            through = through.spread().within(free);
            free = free.without(through);
            direct = direct.spread().within(free);
            free = free.without(direct);

            let reached = direct.within(pieces);
            if reached != Squares::NONE {
                direct = direct.without(reached);
                through = through.with(reached);
                for piece in members(standing) {
                    if self.squares[piece].within(reached) != Squares::NONE {
                        standing -= 1 << piece;
                        take(piece, time);
                    }
                }
            }
        }
    }
}

/// What the piece at `row` and `column` attacks.
fn attacks(rows: &[&[u8]], row: usize, column: usize) -> Squares {
    let mut attacked = Squares::NONE;
    for step in 0..25 {
        let (down, right) = (step / 5 - 2, step % 5 - 2);
        let reach = match (rows[row][column], down * down + right * right) {
            (b'K', 5) => 1,
            (b'B', 2) | (b'R', 1) => MAX_SIDE as isize,
            _ => 0,
        };
        for distance in 1..=reach {
            // Above or left of the board this wraps to an index beyond all others.
            let row = (row as isize + distance * down) as usize;
            let column = (column as isize + distance * right) as usize;
            if let Some(square) = rows.get(row).and_then(|row| row.get(column)) {
                attacked = attacked.with(Squares::at(row, column));
                if b"KBR".contains(square) {
                    break;
                }
            }
        }
    }
    attacked
}

/// The members of a set.
fn members(mut set: usize) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let member = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(member)
    })
}

/// A set of squares: the even rows in the first word, the odd rows in the second, 16 bits a row.
/// The rows above and below are in the other word, in the same place or one row off. No board has a
/// row or a column 15; what `spread` sends over an edge ends up there or nowhere.
#[derive(Clone, Copy, PartialEq)]
struct Squares(u128, u128);

impl Squares {
    const NONE: Squares = Squares(0, 0);

    fn at(row: usize, column: usize) -> Squares {
        let bit = 1 << (row / 2 * 16 + column);
        [Squares(bit, 0), Squares(0, bit)][row % 2]
    }

    fn with(self, other: Squares) -> Squares {
        Squares(self.0 | other.0, self.1 | other.1)
    }

    fn within(self, other: Squares) -> Squares {
        Squares(self.0 & other.0, self.1 & other.1)
    }

    /// `part` has to be a part of `self`.
    fn without(self, part: Squares) -> Squares {
        Squares(self.0 ^ part.0, self.1 ^ part.1)
    }

    /// These squares and all that are one king's move away.
    fn spread(self) -> Squares {
        let widen = |rows: u128| rows | rows << 1 | rows >> 1;
        let (even, odd) = (widen(self.0), widen(self.1));
        Squares(even | odd | odd << 16, even | odd | even >> 16)
    }
}
