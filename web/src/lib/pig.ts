// A game of Pig read from its position, six numbers: both scores, what was gathered in this turn, turns ended,
// whose turn, and whether the die rolls.
export interface PigTable {
  scores: number[];
  gathered: number;
  player: number;
  goal: number;
  die: number | null; // the last throw of this turn, or the one that ended the turn before
}

export function readPig(text: string | null, game: string, moves: string[]): PigTable | null {
  const numbers = (text ?? '').split('/').map(Number);
  if (numbers.length !== 6 || numbers.some(Number.isNaN)) return null;
  const last = moves.at(-1);
  return {
    scores: numbers.slice(0, 2),
    gathered: numbers[2]!,
    player: numbers[4]!,
    goal: Number(/goal=(\d+)/.exec(game)?.[1] ?? 100),
    die: last?.startsWith('=') ? Number(last.slice(1)) : null,
  };
}

// Where the spots of a die are, on a square of 3 by 3.
const spots: [number, number][][] = [
  [],
  [[1, 1]],
  [[0, 0], [2, 2]],
  [[0, 0], [1, 1], [2, 2]],
  [[0, 0], [0, 2], [2, 0], [2, 2]],
  [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
];
export const spotsOf = (die: number): [number, number][] => spots[die] ?? [];
