// Sentences about a game under way or over.
import type { Snapshot } from './types';

// Somebody would lose it: a person plays, and has made a move.
export function isUnderWay(table: Snapshot): boolean {
  return !table.over && table.can_undo && table.seats.includes('human');
}

// How a game ended. An outcome is the whole return of a player, with what was paid on the way.
export function endingText(over: Snapshot, names: string[]): string {
  if (over.resigned !== null) return `${names[over.resigned]} resigns`;
  const outcome = over.position.outcome ?? [];
  const most = Math.max(...outcome);
  if (outcome.length === 1) return `The game is over with ${most} points`;
  const first = names.filter((_, i) => outcome[i] === most);
  if (first.length === outcome.length) return 'A draw';
  return first.length === 1 ? `${first[0]} wins` : `${first.join(' and ')} share the first place`;
}

// Where nothing but a pass is left to a person, or the other side had to pass. The game says why.
export function passText(reason: string, legal: string[], lastMove: string | undefined, self: string, other: string): string {
  const why = reason || 'has no other move';
  if (legal.length === 1 && legal[0] === 'pass') return `${self} ${why}: you have to pass.`;
  if (lastMove !== 'pass') return '';
  return legal.includes('pass') ? `${other} passed.` : `${other} ${why} and passed: it is your turn again.`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
