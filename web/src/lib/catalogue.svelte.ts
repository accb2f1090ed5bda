// What the server has: games, agents and rules with their parameters. Asked for once.
import { fetchCatalogue } from './live.svelte';
import type { Catalogue } from './types';

class Loaded {
  content = $state.raw<Catalogue | null>(null);
  trouble = $state('');

  async load(): Promise<void> {
    try {
      this.content = await fetchCatalogue();
      this.trouble = '';
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      if (!/401/.test(this.trouble)) setTimeout(() => void this.load(), 2000);
      else this.trouble = 'This server wants a token: open the address with ?token=… that it printed.';
    }
  }
}

export const catalogue = new Loaded();
