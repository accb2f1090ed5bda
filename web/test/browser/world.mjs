// What the browser tests share: a server, a browser, and pages that complain about their own errors.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const builtIn = process.env.BANYAN ?? 'banyan';

// Starts a program, with further words; resolves with its address once it listens.
export async function startServer(port = 0, runs = 'no-runs', program = builtIn, words = []) {
  const child = spawn(program, ['serve', '--port', String(port), '--json', '--data', 'none', '--runs', runs, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      text += data;
      try {
        resolve(JSON.parse(text).url);
      } catch {
        // The document is not complete yet.
      }
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.on('exit', resolve);
      child.kill('SIGTERM');
    });
  return { url, port: Number(new URL(url).port), stop };
}

// A folder with trainings to look at, and how it is removed again.
export function makeRuns() {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-runs-'));
  const made = spawnSync('python3', [fileURLToPath(new URL('make_runs.py', import.meta.url)), folder], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`make_runs.py: ${made.stderr}`);
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export async function startBrowser() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

// A page whose errors, and whose breaches of the content policy, fail the test that looks at `errors`.
export async function openPage(browser, url, options = {}, script = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(message.text())) page.errors.push(message.text());
  });
  page.setDefaultTimeout(30_000);
  await page.goto(url);
  return page;
}

// Sets a game up in the dialog and presses Begin.
export async function beginGame(page, game, ...seats) {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByRole('button', { name: game, exact: true }).click();
  for (const [seat, choice] of seats.entries())
    await dialog.getByRole('combobox', { name: ['First', 'Second'][seat], exact: true }).selectOption(choice);
  await dialog.getByRole('button', { name: 'Begin' }).click();
}
export async function newGame(page, game, ...seats) {
  await beginGame(page, game, ...seats);
  await page.getByRole('dialog', { name: 'New game' }).waitFor({ state: 'hidden' });
}

// Waits until something holds in the page. (Playwright's own way would need eval, which the page's policy forbids.)
export async function until(page, holds, argument, seconds = 30) {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end) {
    if (await page.evaluate(holds, argument)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`this never held: ${holds}`);
}

// Loads a game into Play as if from the visitor's disk, once the page is at its table.
export async function loadGame(page, ...lines) {
  await page.locator('button:enabled', { hasText: /^Save$/ }).waitFor();
  await loadGameAtOnce(page, ...lines);
}
export async function loadGameAtOnce(page, ...lines) {
  const buffer = Buffer.from(`banyan-game 1\n${lines.join('\n')}\n`);
  await page.getByLabel('A saved game').setInputFiles({ name: 'game.banyan', mimeType: 'text/plain', buffer });
}

// Waits until so many moves were made.
export const madeMoves = (page, count) => until(page, (n) => document.querySelectorAll('[aria-label=Moves] li button').length >= n, count);
