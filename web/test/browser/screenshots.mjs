// Takes the pictures of the page in docs/images: BANYAN=… node test/browser/screenshots.mjs FOLDER [VIEW]
// The training shown is RUN in the folder RUNS, or one that is made up.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeRuns, newGame, openPage, startBrowser, startServer, until } from './world.mjs';

const folder = process.argv[2] ?? 'images';
mkdirSync(folder, { recursive: true });
const runs = process.env.RUNS ? { folder: process.env.RUNS, remove() {} } : makeRuns();
const server = await startServer(0, runs.folder);
const browser = await startBrowser();

const scenes = {
  async play(page) {
    await newGame(page, 'Connect Four', 'human', 'uct:time=1s');
    for (const [i, move] of ['4', '3', '5', '2'].entries()) {
      await page.locator(`svg.board g[role=button][data-move="${move}"]`).click();
      await until(page, (n) => document.querySelectorAll('[aria-label=Moves] li button').length === n, 2 * i + 2);
    }
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForTimeout(3000);
  },
  async tree(page) {
    await page.waitForSelector('svg[aria-label="Search tree"]');
    await page.getByRole('button', { name: '+ 1000', exact: true }).click();
    await page.waitForTimeout(1200);
    await page.locator('svg[aria-label="Search tree"] g[aria-expanded]').nth(1).click();
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'One simulation' }).click();
    await page.waitForTimeout(4500);
  },
  async 2048(page) {
    await page.getByRole('combobox').first().selectOption('2');
    await until(page, () => Number(document.querySelector('[data-test=moves]').textContent) >= 150, null, 120);
    await page.getByRole('combobox').first().selectOption('0');
    await page.waitForTimeout(3400);
    await page.waitForTimeout(400);
  },
  async laboratory(page) {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('[data-test=experiment]').filter({ hasText: 'Done' }).waitFor();
    await page.waitForTimeout(300);
  },
  async training(page) {
    await page.getByRole('button', { name: process.env.RUN ?? 'network' }).click();
    await page.locator('[data-test=played]').waitFor();
    await page.waitForTimeout(500);
  },
};

const only = process.argv[3];
const sizes = {
  wide: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 0.8 },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
};
try {
  for (const [view, arrange] of Object.entries(scenes)) {
    if (only && only !== view) continue;
    for (const [size, options] of Object.entries(sizes)) {
      const page = await openPage(browser, `${server.url}#/${view}`, options);
      await arrange(page);
      await page.screenshot({ path: join(folder, `${view}-${size}.png`), fullPage: true });
      if (page.errors.length) console.error(view, size, page.errors);
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
  runs.remove();
}
