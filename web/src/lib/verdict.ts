// What a search says of a move, as it is drawn: which comes first, how far its value is known, and on which scale.
import type { Analysis, MoveStats } from './types';

// Its value is proven: then it is exact, and the interval of the mean says nothing about it.
export function isExact(move: MoveStats): boolean {
  return move.proven !== null || (move.bounds !== null && move.bounds[0] !== null && move.bounds[0] === move.bounds[1]);
}

export function badgeOf(move: MoveStats): string | null {
  return move.proven ?? (isExact(move) ? 'proven' : null);
}

// The 95 % interval of the mean, where the value shown is that mean.
export function intervalOf(move: MoveStats): { low: number; high: number } | null {
  return isExact(move) || move.low === null || move.high === null ? null : { low: move.low, high: move.high };
}

// By visits, but for the move that is played: a proof may have found it with few.
export function bestFirst(analysis: Analysis): MoveStats[] {
  const best = analysis.moves.filter((move) => move.move === analysis.best);
  return [...best, ...analysis.moves.filter((move) => move.move !== analysis.best)];
}

// From the lowest to the highest end of any interval, with a margin. Differences that hardly matter look small: less
// than 0.3 between a loss and a win, or less than a twentieth of the points at stake, don't fill the bar.
export function scaleOf(moves: MoveStats[], winDrawLoss: boolean): { low: number; high: number } {
  const ends = moves.flatMap((move) => [intervalOf(move)?.low, intervalOf(move)?.high, move.value]).filter((x) => typeof x === 'number');
  if (ends.length === 0) return { low: -1, high: 1 };
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const least = winDrawLoss ? 0.3 : Math.max(1e-9, 0.05 * Math.max(...ends.map(Math.abs)));
  const room = Math.max(0.08 * (high - low), (least - (high - low)) / 2);
  // What is sure lies at the end of the scale.
  const beyond = winDrawLoss ? Math.max(0, high + room - 1.05) - Math.max(0, -1.05 - (low - room)) : 0;
  return { low: low - room - beyond, high: high + room - beyond };
}
