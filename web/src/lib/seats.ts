// Who sat where in the last game of each kind, for the next one.
const key = (game: string) => `banyan.seats.${game}`;

export function rememberSeats(game: string, seats: string[]): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(seats));
  } catch {
    // A browser that keeps nothing begins with the usual seats.
  }
}

export function rememberedSeats(game: string): string[] {
  try {
    const seats: unknown = JSON.parse(localStorage.getItem(key(game)) ?? 'null');
    if (Array.isArray(seats) && seats.every((seat) => typeof seat === 'string')) return seats as string[];
  } catch {
    // As if nothing had been kept.
  }
  return ['human', 'uct:time=1s'];
}
