import { describe, expect, it } from 'vitest';
import { thin, Thoughts, whyTitle } from '../../src/lib/thoughts';
import type { Analysis } from '../../src/lib/types';

function analysis(ply: number, seconds: number, done: boolean, visits = 10): Analysis {
  const move = { move: 'a', visits, value: 0, win_rate: 0.5, low: null, high: null, prior: null, proven: null, bounds: null };
  return { ply, seconds, done, player: 1, simulations: visits, threads: 1, stopped_by: null, max_depth: 1, nodes: 1, bytes: 1, value: 0, proven: null, best: 'a', line: [], moves: [move] };
}

describe('thoughts', () => {
  it('are found by the position after the move they explain', () => {
    const thoughts = new Thoughts();
    thoughts.take(analysis(3, 0.1, false), false);
    expect(thoughts.about(3, ['x', 'y', 'z'])?.made).toBeNull();
    thoughts.take(analysis(3, 0.2, true), false);
    thoughts.end();
    const why = thoughts.about(4, ['x', 'y', 'z', 'a']);
    expect(why?.made).toBe('a');
    expect(whyTitle(why, ['Yellow', 'Red'])).toBe('Why Red played a');
    expect(thoughts.about(5, ['x', 'y', 'z', 'a', 'b'])?.made).toBe('a');
    expect(thoughts.about(6, ['x', 'y', 'z', 'a', 'b', 'c'])).toBeNull();
  });
  it('keep how their visits went', () => {
    const thoughts = new Thoughts();
    for (let i = 1; i <= 300; ++i) thoughts.take(analysis(0, i / 10, i === 300, i), false);
    thoughts.end();
    const samples = thoughts.at(0)!.samples;
    expect(samples.length).toBeLessThanOrEqual(81);
    expect(samples.at(-1)).toEqual({ seconds: 30, visits: { a: 300 } });
  });
  it('begin anew when a search does, and go with the moves that are taken back', () => {
    const thoughts = new Thoughts();
    thoughts.take(analysis(2, 5, true), true);
    thoughts.take(analysis(2, 0.1, true), true);
    expect(thoughts.at(2)!.samples).toHaveLength(1);
    expect(whyTitle(thoughts.about(3, ['x', 'y', 'b']), ['X', 'O'])).toBe('Before O played b');
    thoughts.end();
    thoughts.forgetFrom(2);
    expect(thoughts.about(3, ['x', 'y', 'b'])).toBeNull();
  });
  it('are thinned evenly, and never lose their end', () => {
    const samples = Array.from({ length: 10 }, (_, i) => ({ seconds: i, visits: {} }));
    expect(thin(samples, 4).map((sample) => sample.seconds)).toEqual([0, 3, 6, 9]);
    expect(thin(samples, 100)).toHaveLength(10);
  });
});
