//! Lairs to compare the solution on: all small ones, and random ones of several kinds.

use testcases::stress::Random;

use crate::statement::{free_neighbours, is_free, Body, Lair, Square, EXIT};

/// Every lair of up to ten squares, with every body and every set of stones beside it and the exit.
pub fn small_lairs() -> impl Iterator<Item = Lair> {
    let sizes = (1..=10).flat_map(|rows| (1..=10 / rows).map(move |columns| (rows, columns)));
    sizes.flat_map(|(rows, columns)| {
        let lair = Lair { rows, columns, ..Lair::default() };
        bodies(&lair).into_iter().flat_map(move |body| {
            let lair = Lair { body, ..lair.clone() };
            let places: Vec<Square> = squares(&lair)
                .filter(|&square| square != EXIT && is_free(&lair, &lair.body, square))
                .collect();
            (0..1 << places.len()).map(move |set: usize| {
                let is_stone = |&place: &usize| set >> place & 1 == 1;
                let stones = (0..places.len()).filter(is_stone);
                Lair { stones: stones.map(|place| places[place]).collect(), ..lair.clone() }
            })
        })
    })
}

fn squares(lair: &Lair) -> impl Iterator<Item = Square> {
    let columns = lair.columns;
    (1..=lair.rows).flat_map(move |row| (1..=columns).map(move |column| (row, column)))
}

/// Every body of one block to eight that fits into the lair.
fn bodies(lair: &Lair) -> Vec<Body> {
    let mut bodies: Vec<Body> = squares(lair).map(|square| vec![square]).collect();
    let mut shorter = 0;
    while shorter < bodies.len() && bodies[shorter].len() < 8 {
        let body = bodies[shorter].clone();
        for square in free_neighbours(lair, &body, body[body.len() - 1]) {
            bodies.push([&body[..], &[square]].concat());
        }
        shorter += 1;
    }
    bodies
}

/// One of the lairs with up to three squares changed from stone to free or back.
pub fn changed(lairs: &[Lair], random: &mut Random) -> Lair {
    let mut lair = lairs[random.below(lairs.len())].clone();
    for _ in 0..random.below(4) {
        let row = 1 + random.below(lair.rows as usize) as i32;
        let column = 1 + random.below(lair.columns as usize) as i32;
        let stone = lair.stones.iter().position(|&stone| stone == (row, column));
        match stone {
            Some(place) => {
                lair.stones.swap_remove(place);
            }
            None if lair.body.contains(&(row, column)) || (row, column) == EXIT => {}
            None => lair.stones.push((row, column)),
        }
    }
    lair
}

/// A lair up to 7 by 7, from one without stones to one that is half full of them.
pub fn scattered_stones(random: &mut Random) -> Lair {
    let lair = sized(random, 1, 7);
    let percentage = random.below(50);
    let stones = squares(&lair).filter(|_| random.below(100) < percentage).collect();
    with_body(Lair { stones, ..lair }, random)
}

/// A lair up to 20 by 20 of corridors one square wide, with few circles.
pub fn maze(random: &mut Random) -> Lair {
    let mut lair = sized(random, 1, 20);
    lair.stones = squares(&lair).filter(|&square| square != EXIT).collect();
    for _ in 0..20 * lair.stones.len() {
        let place = random.below(lair.stones.len().max(1));
        let Some(&square) = lair.stones.get(place) else {
            break;
        };
        let is_carved = match free_neighbours(&lair, &[], square).count() {
            0 => false,
            1 => true,
            _ => random.below(100) == 0,
        };
        if is_carved {
            lair.stones.swap_remove(place);
        }
    }
    with_body(lair, random)
}

/// A lair from 8 by 8 to 14 by 14 of rooms three squares wide, with a few doors and a few stones.
pub fn rooms(random: &mut Random) -> Lair {
    let lair = sized(random, 8, 14);
    let stones = squares(&lair)
        .filter(|(row, column)| match row % 4 == 0 || column % 4 == 0 {
            true => random.below(3) > 0,
            false => random.below(10) == 0,
        })
        .collect();
    with_body(Lair { stones, ..lair }, random)
}

fn sized(random: &mut Random, least: usize, most: usize) -> Lair {
    let mut side = || (least + random.below(most + 1 - least)) as i32;
    Lair { rows: side(), columns: side(), ..Lair::default() }
}

/// The lair with a random body, long more often than short, and no stone on the exit.
fn with_body(mut lair: Lair, random: &mut Random) -> Lair {
    lair.stones.retain(|&square| square != EXIT);
    let free: Vec<Square> = squares(&lair).filter(|&square| is_free(&lair, &[], square)).collect();
    lair.body = vec![free[random.below(free.len())]];
    let most = 8 - random.below(8) * random.below(2);
    while lair.body.len() < most {
        let last = lair.body[lair.body.len() - 1];
        let places: Vec<_> = free_neighbours(&lair, &lair.body, last).collect();
        if places.is_empty() {
            break;
        }
        lair.body.push(places[random.below(places.len())]);
    }
    lair
}
