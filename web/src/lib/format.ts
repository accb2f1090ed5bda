// Numbers for people.

export function short(x: number): string {
  if (!Number.isFinite(x)) return '–';
  const size = Math.abs(x);
  if (size >= 1e9) return `${trim(x / 1e9)} G`;
  if (size >= 1e6) return `${trim(x / 1e6)} M`;
  if (size >= 1e4) return `${trim(x / 1e3)} k`;
  return String(Math.round(x));
}

function trim(x: number): string {
  return Math.abs(x) >= 100 ? x.toFixed(0) : x.toFixed(1).replace(/\.0$/, '');
}

export function bytes(x: number): string {
  if (x >= 1e9) return `${(x / 1e9).toFixed(2)} GB`;
  if (x >= 1e6) return `${(x / 1e6).toFixed(1)} MB`;
  if (x >= 1e3) return `${(x / 1e3).toFixed(0)} kB`;
  return `${x} B`;
}

export function percent(x: number | null | undefined, digits = 0): string {
  return x === null || x === undefined ? '–' : `${(100 * x).toFixed(digits)} %`;
}

// A value in the game's units: two digits where it is small, whole where it is large.
export function value(x: number | null | undefined): string {
  if (x === null || x === undefined) return '–';
  return Math.abs(x) >= 100 ? x.toFixed(0) : x.toFixed(2);
}

export function seconds(x: number): string {
  return x < 10 ? `${x.toFixed(1)} s` : `${x.toFixed(0)} s`;
}

// A move in words, with what chance did after it.
export function playedText(name: string, moves: string[]): string {
  const [move, ...chance] = moves;
  const played = move === 'pass' ? `${name} passes` : `${name} played ${move}`;
  return chance.length ? `${played}, then ${chance.join(' ')}` : played;
}

// What a game writes under its board, with players counted from 1.
export function captionText(caption: string): string {
  return caption.replace(/\bplayer (\d+)/g, (_, n: string) => `Player ${Number(n) + 1}`);
}
