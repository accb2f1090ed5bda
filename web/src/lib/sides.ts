// The colours of players: those that the game describes, or else the page's own.
import type { Description } from './types';

const ownColours = 6; // --p0 to --p5 in app.css

export function coloursOf(about: Description, players: number): string[] {
  return Array.from({ length: Math.max(players, about.sides.length) }, (_, player) => about.sides[player]?.colour || `var(--p${player % ownColours})`);
}
