import { describe, expect, test } from 'vitest';
import { badgeOf, bestFirst, intervalOf, scaleOf } from '../../src/lib/verdict';
import { endingText, isUnderWay } from '../../src/lib/words';
import type { Analysis, MoveStats, Snapshot } from '../../src/lib/types';

const stats = (move: string, more: Partial<MoveStats> = {}): MoveStats => ({ move, visits: 1, value: 0, win_rate: null, low: -0.1, high: 0.1, prior: null, proven: null, bounds: null, ...more });

describe('what a search says of a move', () => {
  test('a proven value has a badge and no interval', () => {
    expect(badgeOf(stats('a', { proven: 'win', value: 1 }))).toBe('win');
    expect(badgeOf(stats('a', { bounds: [2, 2], value: 2 }))).toBe('proven');
    expect(badgeOf(stats('a', { bounds: [0, 2] }))).toBeNull();
    expect(intervalOf(stats('a', { proven: 'loss', value: -1 }))).toBeNull();
    expect(intervalOf(stats('a'))).toEqual({ low: -0.1, high: 0.1 });
  });
  test('the move that is played comes first', () => {
    const analysis = { best: 'c', moves: [stats('a'), stats('b'), stats('c')] } as Analysis;
    expect(bestFirst(analysis).map((each) => each.move)).toEqual(['c', 'a', 'b']);
    expect(bestFirst({ ...analysis, best: null }).map((each) => each.move)).toEqual(['a', 'b', 'c']);
  });
  test('the scale has a floor', () => {
    const points = (value: number) => stats('a', { value, low: null, high: null });
    const { low, high } = scaleOf([points(88302), points(88307)], false);
    expect(5 / (high - low)).toBeLessThan(0.01);
    const wide = scaleOf([points(100), points(900)], false);
    expect(800 / (wide.high - wide.low)).toBeGreaterThan(0.8);
    const even = scaleOf([stats('a', { value: 0, low: -0.01, high: 0.01 })], true);
    expect(even.high - even.low).toBeCloseTo(0.3);
    const won = scaleOf([stats('a', { value: 1, proven: 'win' })], true);
    expect(won.high).toBeCloseTo(1.05);
  });
});

describe('sentences', () => {
  const table = (more: Partial<Snapshot>) => ({ over: false, resigned: null, can_undo: true, seats: ['human', 'uct'], position: { outcome: null, paid: [0] }, ...more }) as Snapshot;
  test('points that were paid are part of the outcome', () => {
    const over = table({ over: true, position: { outcome: [12], paid: [12] } as Snapshot['position'] });
    expect(endingText(over, ['You'])).toBe('The game is over with 12 points');
  });
  test('a game is under way when somebody would lose it', () => {
    expect(isUnderWay(table({}))).toBe(true);
    expect(isUnderWay(table({ can_undo: false }))).toBe(false);
    expect(isUnderWay(table({ over: true }))).toBe(false);
    expect(isUnderWay(table({ seats: ['uct', 'uct'] }))).toBe(false);
  });
});
