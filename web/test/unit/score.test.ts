import { describe, expect, it } from 'vitest';
import { ScoreCurve } from '../../src/lib/score';
import { push } from '../../src/lib/slide';

const row = (...first: number[]) => [...first, ...Array<number>(16 - first.length).fill(0)];

describe('a push in numbers', () => {
  it('merges each tile once, from the wall on', () => {
    expect(push(row(2, 2, 2, 2), 'left')).toEqual({ board: row(4, 4), points: 8 });
    expect(push(row(2, 2, 4, 0), 'left')).toEqual({ board: row(4, 4), points: 4 });
    expect(push(row(2, 2, 2, 0), 'right')).toEqual({ board: row(0, 0, 2, 4), points: 4 });
    expect(push(row(4, 0, 0, 0, 4), 'up')).toEqual({ board: row(8), points: 8 });
  });
});

describe('the score curve', () => {
  const moves = ['a3=2', 'a2=2', 'up', 'd1=2', 'down', 'a4=4'];
  it('is read from the record', () => {
    const curve = new ScoreCurve();
    curve.take(moves, null);
    expect(curve.scores).toEqual([0, 4, 4]);
    expect(curve.plies).toEqual([2, 4, 6]);
    expect([2, 3, 4, 5, 6].map((ply) => curve.pushesAt(ply))).toEqual([0, 0, 1, 1, 2]);
  });
  it('goes on with more moves, and begins anew after one was taken back', () => {
    const curve = new ScoreCurve();
    curve.take(moves.slice(0, 4), null);
    curve.take([...moves, 'up', 'c4=2'], null);
    expect(curve.scores).toEqual([0, 4, 4, 12]);
    curve.take(moves.slice(0, 4), null);
    expect(curve.scores).toEqual([0, 4]);
  });
  it('begins where the game was set up', () => {
    const curve = new ScoreCurve();
    curve.take(['left', 'd4=2'], '8,8,.,./.,.,.,./.,.,.,./.,.,.,.');
    expect(curve.scores).toEqual([0, 16]);
    expect(curve.plies).toEqual([0, 2]);
  });
});
