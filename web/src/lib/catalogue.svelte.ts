// What the server has: games, agents and rules with their parameters. Asked for once.
import { getDocument, Refused } from './live.svelte';
import type { Catalogue } from './types';

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
