import { expect, it } from 'vitest';
import { bytes, percent, short, value } from '../../src/lib/format';
import { piEstimate } from '../../src/lib/pi';

it('numbers are short', () => {
  expect(short(999)).toBe('999');
  expect(short(12345)).toBe('12.3 k');
  expect(short(10000)).toBe('10 k');
  expect(short(2.5e6)).toBe('2.5 M');
  expect(short(NaN)).toBe('–');
  expect(bytes(1_500_000)).toBe('1.5 MB');
  expect(percent(null)).toBe('–');
  expect(percent(0.256, 1)).toBe('25.6 %');
  expect(value(-0.5)).toBe('-0.50');
  expect(value(2048.4)).toBe('2048');
});

it('pi lies in its interval, which shrinks', () => {
  expect(piEstimate(0, 0)).toBeNull();
  const few = piEstimate(785, 1000)!;
  const many = piEstimate(785398, 1000000)!;
  expect(few.low).toBeLessThan(Math.PI);
  expect(few.high).toBeGreaterThan(Math.PI);
  expect(many.high - many.low).toBeLessThan((few.high - few.low) / 20);
});
