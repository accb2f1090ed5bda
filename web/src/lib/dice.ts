// Dice: where their spots are, and what a game of one die threw last.

const spots: [number, number][][] = [
  [],
  [[1, 1]],
  [[0, 0], [2, 2]],
  [[0, 0], [1, 1], [2, 2]],
  [[0, 0], [0, 2], [2, 0], [2, 2]],
  [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
];
// On a square of 3 by 3.
export const spotsOf = (die: number): [number, number][] => spots[die] ?? [];

// A chance move that is written =4 is a throw of one die.
export function lastThrow(move: string | undefined): number[] {
  const die = /^=([1-6])$/.exec(move ?? '')?.[1];
  return die === undefined ? [] : [Number(die)];
}
