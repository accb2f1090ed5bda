// A game of 2048 read from its moves: the score after each push, and which ply of the record it stands at.
import { isPush, push, side } from './slide';

// A position as text: rows from the top by slashes, cells by commas, dots where nothing stands.
function readBoard(text: string): number[] {
  return text.split('/').flatMap((row) => row.split(',').map((cell) => Number(cell) || 0));
}

// Where a tile appears: a column's letter, and a row's number from below, as in a3=2.
function putTile(board: number[], move: string): void {
  const match = /^([a-d])([1-4])=(\d+)$/.exec(move);
  if (match) board[(side - Number(match[2])) * side + match[1]!.charCodeAt(0) - 97] = Number(match[3]);
}

export class ScoreCurve {
  private from: string | null = null;
  private moves: string[] = [];
  private board: number[] = Array<number>(side * side).fill(0);
  scores = [0]; // after so many pushes
  plies = [0]; // where the position stands, chance's answer included

  get pushes(): number {
    return this.scores.length - 1;
  }

  // Takes the moves of a game; those it knows already are not gone through again.
  take(moves: string[], from: string | null): void {
    const known = this.moves.length;
    const goesOn = from === this.from && moves.length >= known && this.moves.every((move, i) => moves[i] === move);
    if (!goesOn) this.begin(from);
    for (const move of moves.slice(this.moves.length)) this.add(move);
  }

  // How many pushes were made before a ply.
  pushesAt(ply: number): number {
    let [low, high] = [0, this.pushes];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.plies[middle]! <= ply) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private begin(from: string | null): void {
    this.from = from;
    this.moves = [];
    this.board = from === null ? Array<number>(side * side).fill(0) : readBoard(from);
    this.scores = [0];
    this.plies = [0];
  }

  private add(move: string): void {
    this.moves.push(move);
    if (isPush(move)) {
      const { board, points } = push(this.board, move);
      this.board = board;
      this.scores.push(this.scores.at(-1)! + points);
      this.plies.push(this.moves.length);
    } else {
      putTile(this.board, move);
      this.plies[this.plies.length - 1] = this.moves.length;
    }
  }
}
