// What the server has: games, agents and rules with their parameters. Asked for once.
import { getDocument, Refused } from './live.svelte';
import type { Catalogue, GameInfo } from './types';

class Loaded {
  content = $state.raw<Catalogue | null>(null);
  trouble = $state('');
  private arrive: (content: Catalogue) => void = () => {};
  // Settled once the catalogue is there, however often it had to be asked for.
  readonly loaded = new Promise<Catalogue>((resolve) => (this.arrive = resolve));

  async load(): Promise<void> {
    try {
      this.content = await getDocument<Catalogue>('catalogue');
      this.trouble = '';
      this.arrive(this.content);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      // Without its token there is no use in asking again; the message says where it is found.
      if (!(error instanceof Refused && error.code === 401)) setTimeout(() => void this.load(), 2000);
    }
  }
}

export const catalogue = new Loaded();

// The game of a name, where the program has it.
export function gameInfo(name: string): GameInfo | undefined {
  return catalogue.content?.games.find((game) => game.name === name);
}

export function gameTitle(name: string): string {
  return gameInfo(name)?.description.title ?? name;
}
