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
const playable = (page) => page.locator('svg.board g[role=button]:not([aria-disabled=true])');
const moves = (page) => page.locator('[aria-label=Moves] li button');
const treeNodes = 'svg[aria-label="Search tree"] g[aria-expanded]';

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
  // What the agent thought is there after its move, and by a click on it.
  await moves(page).nth(1).click();
  await page.getByRole('heading', { name: /^Why Red played [1-7]$/ }).waitFor();
  assert.ok((await page.locator('tr.best').count()) === 1);
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
  const focused = () => page.evaluate(() => document.activeElement.dataset.move ?? document.activeElement.textContent);
  await page.getByRole('button', { name: 'New game' }).focus();
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'a3');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 1);
  assert.match(await moves(page).innerText(), /b2/);
  assert.equal(await focused(), 'b2');
  await page.keyboard.press('Enter'); // it is taken
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 2);
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.keyboard.press('Tab');
  assert.match(await focused(), /Undo/); // the board is one stop
  assert.deepEqual(page.errors, []);
});

test('two agents play at a pace, and one can pause them while looking back', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Tic-tac-toe', 'uct:sims=200', 'uct:sims=200');
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length >= 2);
  await moves(page).first().click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  assert.match(await status(page).innerText(), /Looking back at move 1/);
  const before = await moves(page).count();
  assert.ok(before < 9, 'half a second a move leaves time to pause');
  await page.waitForTimeout(800);
  assert.equal(await moves(page).count(), before);
  await page.getByRole('combobox', { name: 'Pace' }).selectOption('0');
  await page.getByRole('button', { name: 'Go on' }).click();
  await until(page, () => /wins|draw/i.test(document.querySelector('.status').textContent));
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

test('a game of 2048 is replayed, after a reload as well, and takes no other game', async () => {
  const page = await openPage(browser, `${server.url}#/2048`);
  const replay = (text) => page.locator('[data-test=replay]').filter({ hasText: text }).waitFor();
  await page.getByLabel('A saved game').setInputFiles({ name: 'go.banyan', mimeType: 'text/plain', buffer: Buffer.from('banyan-game 1\ngame connect4\nmoves\n4 4\n') });
  await page.getByRole('alert').filter({ hasText: 'Connect Four; load it in Play' }).waitFor();
  await page.getByLabel('A saved game').setInputFiles({ name: 'large.banyan', mimeType: 'text/plain', buffer: Buffer.from(`banyan-game 1\ngame twenty48\nmoves\n${'up '.repeat(100_000)}`) });
  await page.getByRole('alert').filter({ hasText: /limit 256 KiB/ }).waitFor();
  const record = 'banyan-game 1\ngame twenty48\nmoves\na3=2 a2=2 up d1=2 down a4=4 up c4=2\n';
  await page.getByLabel('A saved game').setInputFiles({ name: 'good.banyan', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await replay('3 of 3');
  await page.getByRole('img', { name: 'Score from move to move' }).waitFor();
  await page.keyboard.press('Alt+ArrowLeft'); // the browser's
  await page.waitForTimeout(300);
  await replay('3 of 3');
  await page.getByRole('button', { name: 'One move back' }).click();
  await replay('2 of 3');
  assert.equal(await page.locator('[data-test=score]').innerText(), '4');
  assert.match(await status(page).innerText(), /Looking back at move 2 of 3/);
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await page.getByRole('button', { name: 'Play the replay' }).click();
  await until(page, () => /Looking back/.test(document.querySelector('.status').textContent));
  await replay('3 of 3');
  await page.getByRole('button', { name: 'Play the replay' }).waitFor();
  await page.waitForTimeout(1200); // the browser remembers the game
  await page.reload();
  await replay('3 of 3');
  await page.getByRole('img', { name: 'Score from move to move' }).waitFor();
  assert.deepEqual(page.errors, []);
});

// A small tree, and the move that the page says its next simulation goes to. Where two moves are level it says none:
// then another tree, of another seed. (In a tree many times as large a move is kept for several simulations.)
async function treeThatForetells() {
  for (let tries = 0; tries < 20; ++tries) {
    const page = await openPage(browser, `${server.url}#/tree`);
    await page.getByRole('button', { name: '+ 100', exact: true }).click();
    await until(page, (nodes) => document.querySelectorAll(nodes).length === 8, treeNodes);
    const next = page.locator('[data-test=next] b');
    if ((await next.count()) > 0) return { page, said: await next.innerText() };
    await page.close();
  }
  throw new Error('in none of 20 trees is one move ahead of the others');
}

test('a tree is stepped, grown and opened', async () => {
  const { page, said } = await treeThatForetells();
  const phase = (name) => page.locator('.phases li.now').filter({ hasText: name }).waitFor();
  const root = () => page.locator(treeNodes).first().locator('.visits').innerHTML();
  assert.equal(await root(), '100');
  await page.getByRole('button', { name: 'One simulation' }).click();
  await phase('Select');
  assert.equal(await root(), '100');
  await phase('Expand');
  // It went where it was said to go.
  assert.equal(await page.locator(`${treeNodes}.lit`).nth(1).locator('text').first().innerHTML(), said);
  await phase('Simulate');
  await page.locator('text.result').filter({ hasText: /wins|draw/ }).waitFor();
  assert.equal(await root(), '100');
  await phase('Back up');
  await until(page, (nodes) => document.querySelector(`${nodes} .visits`).textContent === '101', treeNodes);
  await page.getByRole('button', { name: '+ 1000', exact: true }).click();
  await until(page, (nodes) => document.querySelector(`${nodes} .visits`).textContent === '1101', treeNodes);
  const before = await page.locator(treeNodes).count();
  await page.locator(treeNodes).nth(1).click();
  await until(page, ([nodes, n]) => document.querySelectorAll(nodes).length > n, [treeNodes, before]);
  await page.getByRole('heading', { name: /^After/ }).waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG', exact: true }).click()]);
  const svg = readFileSync(await saved.path(), 'utf8');
  assert.match(svg, /paint-order="stroke/);
  assert.match(svg, /^<svg[^>]*><rect/);
  assert.deepEqual(page.errors, []);
});

test('a tree of a wide board shows the path through children that were left out', async () => {
  const page = await openPage(browser, server.url);
  await newGame(page, 'Hex', 'human', 'human');
  await playable(page).first().click();
  await until(page, () => document.querySelectorAll('[aria-label=Moves] li button').length === 1);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('link', { name: 'tree', exact: true }).click();
  await page.getByRole('heading', { name: 'Hex at move 0' }).waitFor();
  await page.getByRole('button', { name: '+ 100', exact: true }).click();
  await page.getByText('+84 more').waitFor();
  await page.locator('[data-test=next]').filter({ hasText: 'never tried: 21 are left' }).waitFor();
  await page.getByRole('button', { name: 'One simulation' }).click();
  await page.locator(`${treeNodes}.fresh`).waitFor();
  await page.locator('.phases li.now').filter({ hasText: 'Back up' }).waitFor();
  await page.getByText('+84 more').click();
  await until(page, (nodes) => document.querySelectorAll(nodes).length > 30, treeNodes);
  assert.deepEqual(page.errors, []);
});

test('a bandit experiment is run, and a learner is played', async () => {
  const page = await openPage(browser, `${server.url}#/laboratory`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-test=experiment]').filter({ hasText: 'Done' }).waitFor();
  assert.equal(await page.locator('table:not(.u-legend) tbody tr').count(), 3);
  await page.getByRole('button', { name: 'Rock, paper, scissors' }).click();
  for (let i = 0; i < 5; ++i) await page.getByRole('button', { name: 'rock', exact: true }).click();
  await page.locator('[data-test=score]').filter({ hasText: /won.*drawn.*lost/ }).waitFor();
  await page.getByText(/you stay with your throw 100 %/).first().waitFor();
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
  await page.getByRole('img', { name: 'Milestones over the games' }).waitFor();
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

test('nothing waits for ever after a lost connection', async () => {
  const page = await openPage(browser, `${server.url}#/tree`);
  const lose = async () => {
    await page.evaluate(() => window.banyanLive.drop());
    await page.getByText('The connection is lost').waitFor();
    await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  };
  await page.getByRole('button', { name: '+ 1000', exact: true }).click();
  await until(page, (nodes) => document.querySelectorAll(nodes).length === 8, treeNodes);
  await page.getByRole('button', { name: 'One simulation' }).click();
  await lose();
  await page.getByRole('button', { name: '+ 10', exact: true }).click();
  await until(page, (nodes) => document.querySelector(`${nodes} .visits`)?.textContent === '10', treeNodes);
  await page.goto(`${server.url}#/laboratory`);
  await page.getByRole('combobox').filter({ hasText: '100 k' }).selectOption('100000');
  await page.getByRole('combobox').filter({ hasText: '1000 runs' }).selectOption('1000');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await lose();
  assert.ok(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled());
  await page.getByRole('button', { name: 'Raindrops' }).click();
  await page.getByRole('button', { name: '2 G' }).click();
  await lose();
  assert.ok(await page.getByRole('button', { name: '1 M' }).isEnabled());
  assert.deepEqual(page.errors, []);
});

async function assertAccessible(page) {
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = found.violations.filter((each) => ['serious', 'critical'].includes(each.impact));
  assert.deepEqual(serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 3)}`), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375, 'the page scrolls sideways');
  assert.deepEqual(page.errors, []);
}

for (const scheme of ['light', 'dark']) {
  const phone = { colorScheme: scheme, viewport: { width: 375, height: 760 } };
  for (const view of ['play', 'tree', '2048', 'laboratory', 'training'])
    test(`${view}, ${scheme}: axe finds nothing serious, and nothing is wider than a phone`, async () => {
      const page = await openPage(browser, `${server.url}#/${view}`, phone, axe);
      await page.waitForTimeout(1500);
      await assertAccessible(page);
    });

  test(`a new game, ${scheme}: nor in its dialog, with an agent of own settings`, async () => {
    const page = await openPage(browser, server.url, phone, axe);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('combobox', { name: 'Second', exact: true }).selectOption('own');
    await page.getByText('More', { exact: true }).click();
    await assertAccessible(page);
  });
}
