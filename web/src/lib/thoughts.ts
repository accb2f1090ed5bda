// What searches thought of a game's positions, by ply, so that it can be read after the move was made: by then
// the position on show is the next one.
import type { Analysis } from './types';

// One look at a growing search, for the curve of visits over time.
export interface Sample {
  seconds: number;
  visits: Record<string, number>;
}

export interface Thought {
  analysis: Analysis;
  samples: Sample[];
  asked: boolean; // for by a person, not thought by the player before its move
}

// A thought that is over, with the ply of its position: what the browser keeps.
export type Kept = [number, Thought];

// A thought as it concerns a position: of what to do there, or of the move that led there.
export interface Why extends Thought {
  made: string | null;
}

const mostThoughts = 500;
const mostSamples = 600; // of a search under way
const keptSamples = 80; // of one that is over
export const curves = 5; // moves whose visits are followed

// Every so manieth sample, and the last.
export function thin(samples: Sample[], most: number): Sample[] {
  const step = Math.ceil(samples.length / most);
  return samples.filter((_, i) => i % step === 0 || i === samples.length - 1);
}

export class Thoughts {
  private byPly = new Map<number, Thought>();
  private now: Thought | null = null;

  take(analysis: Analysis, asked: boolean): void {
    const before = this.now?.samples ?? [];
    const goesOn = this.now?.analysis.ply === analysis.ply && analysis.seconds >= (before.at(-1)?.seconds ?? 0);
    const visits = Object.fromEntries(analysis.moves.map((move) => [move.move, move.visits]));
    const samples = [...(goesOn ? before : []), { seconds: analysis.seconds, visits }].slice(-mostSamples);
    this.now = { analysis, samples, asked };
    if (analysis.done) this.keep(this.now);
  }

  // Nothing is being thought any more.
  end(): void {
    this.now = null;
  }

  // A game that went back has other moves from there on.
  forgetFrom(ply: number): void {
    for (const each of [...this.byPly.keys()]) if (each >= ply) this.byPly.delete(each);
  }

  forget(): void {
    this.byPly.clear();
    this.now = null;
  }

  get kept(): Kept[] {
    return [...this.byPly];
  }
  // In place of what there was.
  restore(kept: Kept[]): void {
    this.byPly = new Map(kept);
  }

  at(ply: number): Thought | null {
    return this.now?.analysis.ply === ply ? this.now : (this.byPly.get(ply) ?? null);
  }

  // What is known of a position, or else of the move that led there, chance's answer to it passed over.
  about(ply: number, moves: string[]): Why | null {
    const here = this.at(ply);
    if (here) return { ...here, made: null };
    for (const before of [ply - 1, ply - 2]) {
      const thought = this.at(before);
      if (thought) return { ...thought, made: moves[before] ?? null };
    }
    return null;
  }

  // Only what the curves show is kept.
  private keep(thought: Thought): void {
    const shown = thought.analysis.moves.slice(0, curves).map((move) => move.move);
    const samples = thin(thought.samples, keptSamples).map(({ seconds, visits }) => ({
      seconds,
      visits: Object.fromEntries(shown.map((move) => [move, visits[move] ?? 0])),
    }));
    this.byPly.delete(thought.analysis.ply);
    this.byPly.set(thought.analysis.ply, { ...thought, samples });
    if (this.byPly.size > mostThoughts) this.byPly.delete(this.byPly.keys().next().value!);
  }
}

// The heading over a thought: whose move it explains.
export function whyTitle(why: Why | null, names: string[]): string {
  if (!why || why.made === null) return 'Why this move';
  const name = names[why.analysis.player] ?? 'the other side';
  return why.asked ? `Before ${name} played ${why.made}` : `Why ${name} played ${why.made}`;
}
