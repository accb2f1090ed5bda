// Takes pictures of every board: BANYAN=… node test/browser/board_pictures.mjs FOLDER [GAME…]
// Each game at its start and in the middle of a game, on a narrow and a wide page, light and dark, in FOLDER; and all
// boards on one sheet, FOLDER/boards.png.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGame, openPage, startBrowser, startServer, until } from './world.mjs';

const [folder = 'boards', ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const looks = {
  'narrow-light': { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
  'narrow-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
  'wide-light': { viewport: { width: 1400, height: 900 }, colorScheme: 'light' },
  'wide-dark': { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
};

// The first moves of a game between agents that hardly think, up to its middle.
function middleOf(game) {
  const agents = Array(game.players).fill('uct:sims=20');
  const words = ['match', game.name, ...agents, '--games', '1', '--seed', '1', '--json'];
  const done = spawnSync(process.env.BANYAN ?? 'banyan', words, { encoding: 'utf8', maxBuffer: 1e8 });
  if (done.status !== 0) throw new Error(`${words.join(' ')}: ${done.stderr}`);
  const { moves } = JSON.parse(done.stdout).results[0];
  return moves.slice(0, Math.min(Math.ceil(moves.length / 2), 60));
}

async function show(page, game, moves) {
  await loadGame(page, `game ${game.name}`, ...Array(game.players).fill('seat human'), 'moves', ...moves);
  await page.getByRole('heading', { name: game.description.title, level: 1, exact: true }).waitFor();
  await until(page, (n) => document.querySelectorAll('[aria-label=Moves] li button').length >= n, Math.min(moves.length, 1));
  await page.waitForTimeout(400);
}

// The pictures as one, each with its title.
async function makeSheet(browser, boards) {
  const page = await openPage(browser, 'about:blank', { viewport: { width: 1400, height: 900 } });
  const figures = boards.map(({ title, file }) => {
    const data = readFileSync(file).toString('base64');
    return `<figure><div><img src="data:image/png;base64,${data}"></div><figcaption>${title}</figcaption></figure>`;
  });
  await page.setContent(`<style>
    body { margin: 0; padding: 16px; width: 1128px; font: 14px sans-serif; background: white; }
    main { display: grid; grid-template-columns: repeat(7, 1fr); gap: 16px 12px; }
    figure { margin: 0; text-align: center; }
    div { height: 150px; display: flex; align-items: center; justify-content: center; }
    img { max-width: 150px; max-height: 150px; }
    figcaption { margin-top: 4px; }
  </style><main>${figures.join('')}</main>`);
  writeFileSync(join(folder, 'boards.png'), await page.locator('body').screenshot());
  await page.context().close();
}

const server = await startServer();
const browser = await startBrowser();
try {
  const { games } = await (await fetch(`${server.url}api/v1/catalogue`)).json();
  const boards = [];
  for (const game of games) {
    if (only.length && !only.includes(game.name)) continue;
    const positions = { start: [], middle: middleOf(game) };
    for (const [look, options] of Object.entries(looks)) {
      const page = await openPage(browser, server.url, options);
      for (const [position, moves] of Object.entries(positions)) {
        await show(page, game, moves);
        await page.screenshot({ path: join(folder, `${game.name}-${position}-${look}.png`) });
      }
      // Some games have no cells, and so no board.
      if (look === 'wide-light' && (await page.locator('svg.board g[data-cell]').count())) {
        const file = join(folder, `${game.name}-board.png`);
        await page.locator('svg.board').screenshot({ path: file });
        boards.push({ title: game.description.title, file });
      }
      if (page.errors.length) console.error(game.name, look, page.errors);
      await page.context().close();
    }
  }
  await makeSheet(browser, boards);
} finally {
  await browser.close();
  await server.stop();
}
