import { expect, it } from 'vitest';
import { habitsOf } from '../../src/lib/habits';

const [rock, paper, scissors] = [0, 1, 2];

it('habits are counted by what came before', () => {
  const rounds = [
    { you: rock, it: scissors, paid: 1 },
    { you: rock, it: paper, paid: -1 }, // the same after a win
    { you: paper, it: rock, paid: 1 }, // another after a loss
    { you: paper, it: paper, paid: 0 }, // the same after a win
    { you: scissors, it: scissors, paid: 0 }, // another after a draw
  ];
  const found = habitsOf(rounds, 3);
  expect(found.counts).toEqual([2, 2, 1]);
  expect([found.won, found.drawn, found.lost]).toEqual([2, 2, 1]);
  expect(found.habits).toEqual([
    { after: 'win', times: 2, same: 2, favourite: rock, favoured: 1 },
    { after: 'loss', times: 1, same: 0, favourite: paper, favoured: 1 },
    { after: 'draw', times: 1, same: 0, favourite: scissors, favoured: 1 },
  ]);
});

it('one throw is no habit', () => {
  expect(habitsOf([{ you: rock, it: rock, paid: 0 }], 3).habits).toEqual([]);
  expect(habitsOf([], 3)).toEqual({ counts: [0, 0, 0], won: 0, drawn: 0, lost: 0, habits: [] });
});
