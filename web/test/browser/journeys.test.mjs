// Journeys through the page in a real browser.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeRuns, newGame, openPage, startBrowser, startServer, until } from './world.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server;
let browser;
let runs;

before(async () => {
  runs = makeRuns();
  server = await startServer(0, runs.folder);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  runs?.remove();
});

const status = (page) => page.locator('.status');
const playable = (page) => page.locator('svg.board g[role=button]');

test('Connect Four is played to its end, and every move is explained', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Connect Four', 'human', 'uct:sims=200');
  for (let i = 0; i < 21 && !/wins|draw/.test(await status(page).innerText()); ++i) {
    await until(page, () => /Your move|wins|draw/.test(document.querySelector('.status').textContent));
    if (/wins|draw/.test(await status(page).innerText())) break;
    await playable(page).nth(i % (await playable(page).count())).click();
    await until(page, (n) => document.querySelectorAll('[aria-label=Moves] li button').length > n, 2 * i);
  }
  await until(page, () => /wins|draw/.test(document.querySelector('.status').textContent));
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.getByRole('button', { name: /Undo/ }).click();
  await until(page, () => /Your move/.test(document.querySelector('.status').textContent));
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('tr.best').waitFor();
  assert.deepEqual(page.errors, []);
});

test('tic-tac-toe is played by the keyboard alone', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Tic-tac-toe', 'human', 'human');
  await playable(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 1);
  assert.match(await page.locator('[aria-label=Moves] li button').innerText(), /b2/);
  assert.deepEqual(page.errors, []);
});

test('twenty moves of 2048 are watched, and then taken over', async () => {
  const page = await openPage(browser, `${server.url}#/2048`);
  await page.getByRole('combobox').first().selectOption('2');
  await until(page, () => Number(document.querySelector('[data-test=moves]').textContent) >= 20);
  assert.ok(Number(await page.locator('[data-test=score]').innerText()) > 0);
  await page.getByRole('button', { name: 'Take over' }).click();
  await until(page, () => /You play/.test(document.querySelector('.status').textContent));
  const before = Number(await page.locator('[data-test=moves]').innerText());
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await until(page, (n) => Number(document.querySelector('[data-test=moves]').textContent) > n, before);
  assert.deepEqual(page.errors, []);
});

test('a tree is stepped, grown and opened', async () => {
  const page = await openPage(browser, `${server.url}#/tree`);
  await page.getByRole('button', { name: 'One simulation' }).click();
  await page.locator('.phases li.now').filter({ hasText: 'Back up' }).waitFor();
  await page.getByRole('button', { name: '+ 1000' }).click();
  await until(page, () => document.querySelectorAll('svg[aria-label="Search tree"] g[role=button]').length === 8);
  const before = await page.locator('svg[aria-label="Search tree"] g[role=button]').count();
  await page.locator('svg[aria-label="Search tree"] g[role=button]').nth(1).click();
  await until(page, (n) => document.querySelectorAll('svg[aria-label="Search tree"] g[role=button]').length > n, before);
  await page.getByRole('heading', { name: /^After/ }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('a bandit experiment is run, and a learner is played', async () => {
  const page = await openPage(browser, `${server.url}#/laboratory`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-test=experiment]').filter({ hasText: 'Done' }).waitFor();
  assert.equal(await page.locator('table:not(.u-legend) tbody tr').count(), 3);
  await page.getByRole('button', { name: 'Rock, paper, scissors' }).click();
  for (let i = 0; i < 5; ++i) await page.getByRole('button', { name: 'rock', exact: true }).click();
  await page.getByText('In all').waitFor();
  await page.getByRole('button', { name: 'Raindrops' }).click();
  await page.getByRole('button', { name: 'Let it rain' }).click();
  await page.getByText('π ≈').first().waitFor();
  assert.deepEqual(page.errors, []);
});

test('a training is looked at: its curves, its games, and what is wrong with another', async () => {
  const page = await openPage(browser, `${server.url}#/training`);
  await page.getByRole('button', { name: 'network' }).click();
  await page.getByRole('img', { name: 'Loss over the games' }).waitFor();
  await page.locator('[data-test=played]').filter({ hasText: /moves, in generation 14/ }).waitFor();
  await page.getByRole('button', { name: 'First', exact: true }).click();
  await page.locator('[data-test=played]').filter({ hasText: /draw after 9 moves, in generation 1/ }).waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  await until(page, () => /0 of 9/.test(document.querySelector('[aria-label=Games]').textContent));
  await page.getByRole('button', { name: 'One move on' }).click();
  await until(page, () => /1 of 9/.test(document.querySelector('[aria-label=Games]').textContent));
  await page.getByRole('button', { name: 'tables' }).click();
  await page.getByRole('img', { name: 'Tiles over the games' }).waitFor();
  await page.getByRole('button', { name: 'damaged' }).click();
  await page.getByRole('alert').filter({ hasText: 'not a database' }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('a training is seen growing', async () => {
  const page = await openPage(browser, `${server.url}#/training`);
  await page.getByRole('button', { name: 'tables' }).filter({ hasText: '150 k games' }).click();
  appendFileSync(join(runs.folder, 'tables/curve.tsv'), '200000\t1\t130000\t1\t1\t1\t1\t0\t0\t300000\n');
  await page.getByRole('button', { name: 'tables' }).filter({ hasText: '200 k games' }).waitFor();
  await page.locator('figcaption').filter({ hasText: 'mean 130 k' }).waitFor();
  assert.deepEqual(page.errors, []);
});

test('a broken save file is refused with its line, and a good one loads', async () => {
  const page = await openPage(browser, server.url);
  const input = page.getByLabel('A saved game');
  await page.waitForSelector('svg.board');
  await input.setInputFiles({ name: 'broken.banyan', mimeType: 'text/plain', buffer: Buffer.from('banyan-game 1\ngame connect4\nmoves\n4 9\n') });
  await page.getByRole('alert').filter({ hasText: 'line 4' }).waitFor();
  await input.setInputFiles({ name: 'good.banyan', mimeType: 'text/plain', buffer: Buffer.from('banyan-game 1\ngame connect4\nmoves\n4 4 3\n') });
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 3);
  assert.deepEqual(page.errors, []);
});

test('a lost connection comes back, and so does the game after the server was started anew', async () => {
  const own = await startServer();
  const page = await openPage(browser, own.url);
  await newGame(page, 'Tic-tac-toe', 'human', 'human');
  await playable(page).nth(4).click();
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 1);
  await page.evaluate(() => window.banyanLive.drop());
  await page.getByText('The connection is lost').waitFor();
  await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  await playable(page).first().click();
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 2);
  await own.stop();
  await page.getByText('The connection is lost').waitFor();
  const again = await startServer(own.port);
  await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  await playable(page).first().click();
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 3);
  await again.stop();
  assert.deepEqual(page.errors, []);
});

for (const scheme of ['light', 'dark'])
  for (const view of ['play', 'tree', '2048', 'laboratory', 'training'])
    test(`${view}, ${scheme}: axe finds nothing serious, and nothing is wider than a phone`, async () => {
      const page = await openPage(browser, `${server.url}#/${view}`, { colorScheme: scheme, viewport: { width: 375, height: 760 } }, axe);
      await page.waitForTimeout(1500);
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      const serious = found.violations.filter((each) => ['serious', 'critical'].includes(each.impact));
      assert.deepEqual(serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 3)}`), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375, 'the page scrolls sideways');
      assert.deepEqual(page.errors, []);
    });
