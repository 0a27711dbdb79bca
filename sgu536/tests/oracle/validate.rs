//! What the statement says of an input, to the byte.

use crate::statement::Board;

/// Checks that an input is as the statement says, to the byte.
pub fn validate(input: &str) -> Result<(), String> {
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
    let board = Board::read(input);
    if board.is_attacked(board.king, board.all()) {
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
