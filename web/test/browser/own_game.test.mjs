// The page of a program for a game of one's own: OWN_GAME is the program of examples/own_game.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newGame, openPage, startBrowser, startServer, until } from './world.mjs';

let server;
let browser;

before(async () => {
  assert.ok(process.env.OWN_GAME, 'OWN_GAME names the program');
  server = await startServer(0, 'no-runs', process.env.OWN_GAME);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const moves = (page) => page.locator('[aria-label=Moves] li button');
const madeMoves = (page, count) => until(page, (n) => document.querySelectorAll('[aria-label=Moves] li button').length === n, count);
const cell = (page, move) => page.locator(`svg.board g[role=button][data-move=${move}]`);

test('it opens with the board of its game, and a move is answered', async () => {
  const page = await openPage(browser, server.url);
  await page.getByRole('heading', { name: 'Domineering' }).waitFor();
  assert.equal(await page.locator('svg.board g[role=button]').count(), 36);
  await cell(page, 'c2').click();
  await madeMoves(page, 2);
  assert.match(await moves(page).first().innerText(), /c2/);
  await page.locator('tr.best').waitFor(); // why the search answered as it did
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.equal(await page.getByRole('link', { name: '2048' }).count(), 0);
  assert.deepEqual(page.errors, []);
});

test('a new game of it begins, also where the browser remembers a game that this program lacks', async () => {
  const other = JSON.stringify([{ table: 'x', was: [], setup: { game: 'connect4', seats: ['human', 'human'], moves: ['4'] } }]);
  const page = await openPage(browser, server.url, {}, `localStorage.setItem('banyan.games.play', ${JSON.stringify(other)})`);
  await page.getByRole('heading', { name: 'Domineering' }).waitFor();
  await newGame(page, 'Domineering', 'human', 'human');
  await cell(page, 'a1').click();
  await madeMoves(page, 1);
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.deepEqual(page.errors, []);
});

test('its tree grows', async () => {
  const page = await openPage(browser, `${server.url}#/tree`);
  await page.getByRole('heading', { name: 'Domineering now' }).waitFor();
  await page.getByRole('button', { name: '+ 100', exact: true }).click();
  await until(page, () => document.querySelector('svg[aria-label="Search tree"] g[aria-expanded] .visits')?.textContent === '100');
  assert.deepEqual(page.errors, []);
});
