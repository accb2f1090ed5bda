// What drops on a square say about pi, with Wilson's 95 % interval.
export function piEstimate(inside: number, drops: number): { estimate: number; low: number; high: number } | null {
  if (drops === 0) return null;
  const z = 1.959964;
  const p = inside / drops;
  const middle = (p + (z * z) / (2 * drops)) / (1 + (z * z) / drops);
  const half = (z * Math.sqrt((p * (1 - p)) / drops + (z * z) / (4 * drops * drops))) / (1 + (z * z) / drops);
  return { estimate: 4 * p, low: 4 * (middle - half), high: 4 * (middle + half) };
}
