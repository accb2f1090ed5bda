import { describe, expect, it } from 'vitest';
import { parseSpec, printSpec, seatLabel } from '../../src/lib/spec';

describe('specs', () => {
  it('come back as they went', () => {
    for (const text of ['uct', 'uct:time=1s', 'gomoku:width=8,height=9', 'puct:net="a, b.net",sims=4', 'x:y="a\\"b"'])
      expect(printSpec(parseSpec(text))).toBe(text);
  });
  it('leave out what is empty', () => {
    expect(printSpec({ name: 'uct', values: { sims: '', c: '1' } })).toBe('uct:c=1');
  });
});

it('seats have names that people understand', () => {
  expect(seatLabel('human')).toBe('You');
  expect(seatLabel('uct')).toBe('uct, 1 s a move');
  expect(seatLabel('uct:sims=200')).toBe('uct, 200 simulations');
  expect(seatLabel('random')).toBe('random');
});
