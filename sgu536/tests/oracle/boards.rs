//! Boards to compare the solution on: all small ones, and random ones.

use testcases::stress::Random;

use crate::statement::right_output;

/// Every filling of a board with one king, any number of black pieces, and nothing else.
pub fn every_board(rows: usize, columns: usize) -> impl Iterator<Item = String> {
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
pub fn random_board(random: &mut Random, side: usize, pieces: usize) -> String {
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
        if random.below(4) == 0 || right_output(&board) != "-1\n" {
            return board;
        }
    }
}

/// A board as the statement has it.
fn written(columns: usize, letters: &[char]) -> String {
    let rows: Vec<String> = letters.chunks(columns).map(|row| row.iter().collect()).collect();
    format!("{} {columns}\n{}\n", rows.len(), rows.join("\n"))
}
