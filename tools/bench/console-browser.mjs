// The console in a browser, with a service of many resources:
//
//   node tools/bench/console-browser.mjs [--resources 100000] [--rounds 10] [--only vitals|grid] [--profile file.cpuprofile]
//
// Of the sign-in page and the main pages: LCP, INP and CLS, each page opened with an empty cache. Of the permission grid:
// the time of the API for the first rows and for a page of children, opening a node of 10,000 children until its rows are
// painted, a key until the cursor is painted, and while scrolling to the end: rows in the page, long tasks, and the heap
// afterwards. CPU is that of the main thread of the page, which does not depend on what else the machine does. `npm run
// build` first; SVC_TEST_CHROMIUM names the browser.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { SERVICE, WIDE, writeArchive } from './console/archive.mjs';
import { cpuTime, quiet, vitalsOf } from './console/vitals.mjs';
import { median, quantile, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});
const total = Number(values.resources);
const rounds = Number(values.rounds);

const system = await startApi({ SVC_BCRYPT_COST: '4' });
const browser = await chromium.launch({
  executablePath: process.env['SVC_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--enable-precise-memory-info',
    '--js-flags=--expose-gc',
  ],
});
try {
  const archive = await writeArchive(system, total, { principals: true });
  if (values.only !== 'grid') await measureVitals();
  if (values.only !== 'vitals') await measureGrid(archive.directories);
} finally {
  await browser.close();
  await system.stop();
}

async function measureVitals() {
  const signedIn = await browser.newContext();
  await signedIn.request.post(`${system.url}/signin`, { data: system.admin });
  const storageState = await signedIn.storageState();
  await signedIn.close();
  const heading = (/** @type {import('playwright-core').Page} */ page) =>
    page.locator('h1').first().waitFor();
  const pages = {
    login: heading,
    '': heading,
    users: (/** @type {import('playwright-core').Page} */ page) =>
      page.getByRole('link', { name: 'user0001' }).waitFor(),
    groups: (/** @type {import('playwright-core').Page} */ page) =>
      page.getByRole('link', { name: 'group01' }).waitFor(),
    services: (/** @type {import('playwright-core').Page} */ page) =>
      page.getByRole('link', { name: SERVICE }).first().waitFor(),
    [`permissions/groups/group01/${SERVICE}`]: firstRow,
    audit: heading,
    'request-tester': heading,
    account: heading,
  };
  console.log('| page | LCP ms | INP ms | CLS | CPU until then ms | largest |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [path, ready] of Object.entries(pages)) {
    /** @type {import('./console/vitals.mjs').Vitals[]} */
    const all = [];
    for (let round = 0; round < rounds; round++)
      all.push(
        await vitalsOf(browser, {
          url: `${system.url}/ui/${path}`,
          ...(path !== 'login' && { storageState }),
          ready,
          use: interact,
        }),
      );
    const of = (/** @type {'lcp' | 'inp' | 'cls' | 'cpu'} */ name) => median(all.map((one) => one[name]));
    console.log(
      `| /ui/${path} | ${of('lcp').toFixed(0)} | ${of('inp')} | ${of('cls').toFixed(3)} | ${of('cpu').toFixed(0)} | ${all[0]?.largest} |`,
    );
    for (const shift of new Set(all.flatMap(({ shifts }) => shifts))) console.log(`  shift ${shift}`);
  }
}

/** Moves with the Tab key, sorts, types, opens the menu of the account. @param {import('playwright-core').Page} page */
async function interact(page) {
  for (let i = 0; i < 6; i++) await page.keyboard.press('Tab');
  const sorting = page.locator('main [role="columnheader"] button, main th button').first();
  if (await sorting.count()) for (let i = 0; i < 2; i++) await sorting.click();
  const input = page.locator('main input:not([type="checkbox"]):not([type="radio"]):visible').first();
  if (await input.count()) {
    await input.click();
    await input.pressSequentially('user0');
  }
  const menu = page.locator('header button[aria-haspopup]').last();
  if (await menu.count()) await menu.click();
}

/** @param {number[]} directories */
async function measureGrid(directories) {
  const server = await serverTimes(directories);
  const page = await openGrid();
  /** @type {number[]} */
  const opening = [];
  /** @type {number[]} */
  const openingCpu = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await devtools.send('Performance.enable');
  for (let round = 0; round < rounds; round++) {
    await page.reload();
    await firstRow(page);
    await quiet(page);
    const begun = await cpuTime(devtools);
    opening.push(await openNode(page));
    openingCpu.push((await cpuTime(devtools)) - begun);
  }
  const keys = await pressKeys(page);
  if (values.profile) {
    await devtools.send('Profiler.enable');
    await devtools.send('Profiler.start');
  }
  const before = await devtools.send('Performance.getMetrics');
  const scrolling = await scrollToEnd(page);
  const after = await devtools.send('Performance.getMetrics');
  if (values.profile) {
    const { profile } = await devtools.send('Profiler.stop');
    writeFileSync(values.profile, JSON.stringify(profile));
  }
  /** Milliseconds of a kind of work in each frame. @param {string} name */
  const perFrame = (name) => {
    const of = (/** @type {{ metrics: { name: string, value: number }[] }} */ { metrics }) =>
      metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return (((of(after) - of(before)) * 1000) / scrolling.frames).toFixed(1);
  };
  const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
  const both = (/** @type {number[]} */ list) => `${ms(median(list))}, p95 ${ms(quantile(list, 0.95))}`;
  const { frames, longTasks } = scrolling;
  console.log(`
resources                        ${total.toLocaleString('en')}
API, first rows, median          ${both(server.first)}
API, page of ${WIDE} children    ${both(server.children)}
open a node of ${WIDE}, painted  ${both(opening)}; CPU ${both(openingCpu)}
key to paint, median             ${both(keys)}
rows in the page, most           ${scrolling.rows}
frames while scrolling           ${frames}, long tasks ${longTasks.length} (${((longTasks.length / frames) * 100).toFixed(1)} %), longest ${ms(Math.max(0, ...longTasks))}
CPU of a frame while scrolling   ${perFrame('TaskDuration')} ms: script ${perFrame('ScriptDuration')}, style ${perFrame('RecalcStyleDuration')}, layout ${perFrame('LayoutDuration')}
heap afterwards                  ${(scrolling.heap / 1e6).toFixed(0)} MB`);
}

/** @param {number[]} directories */
async function serverTimes(directories) {
  const headers = { Cookie: system.cookie, Accept: 'application/json' };
  const time = async (/** @type {string} */ query) => {
    const begun = performance.now();
    const reply = await fetch(`${system.url}/services/${SERVICE}/matrix?group_name=anonymous&${query}`, {
      headers,
    });
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
    return performance.now() - begun;
  };
  const [first, children] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let i = 0; i < 30; i++) {
    first.push(await time('limit=60'));
    children.push(await time(`parent_id=${directories[0]}&offset=${(i * 300) % WIDE}&limit=60`));
  }
  return { first, children };
}

async function openGrid() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${system.url}/signin`, { data: system.admin });
  const page = await context.newPage();
  await page.goto(`${system.url}/ui/permissions/groups/anonymous/${SERVICE}`);
  await firstRow(page);
  return page;
}

/** @param {import('playwright-core').Page} page */
function firstRow(page) {
  return page.getByRole('rowheader', { name: /^directory-000/ }).waitFor();
}

/** Milliseconds from the click on a directory until its first children are painted. @param {import('playwright-core').Page} page */
function openNode(page) {
  return page.evaluate(async () => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const header = (/** @type {string} */ text) =>
      [...document.querySelectorAll('[role="rowheader"]')].find((cell) => cell.textContent?.includes(text));
    const begun = performance.now();
    /** @type {HTMLElement} */ (header('directory-000')).click();
    while (!header('file-00000')) await new Promise((resolve) => setTimeout(resolve));
    await painted();
    return performance.now() - begun;
  });
}

/** @param {import('playwright-core').Page} page */
function pressKeys(page) {
  return page.evaluate(async () => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const times = [];
    /** @type {HTMLElement} */ (document.querySelector('[role="rowheader"][data-column="0"]')).focus();
    for (let i = 0; i < 200; i++) {
      await painted();
      const begun = performance.now();
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: i % 20 === 19 ? 'PageDown' : 'ArrowDown',
          bubbles: true,
          cancelable: true,
        }),
      );
      await painted();
      times.push(performance.now() - begun);
    }
    return times;
  });
}

/** @param {import('playwright-core').Page} page */
function scrollToEnd(page) {
  return page.evaluate(async () => {
    const scroller = /** @type {HTMLElement} */ (document.querySelector('gh-permission-grid .scroller'));
    /** @type {number[]} */
    const longTasks = [];
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let [rows, frames] = [0, 0];
    scroller.scrollTop = 0;
    for (const step = scroller.scrollHeight / 600; frames < 610; frames++) {
      scroller.scrollTop += step;
      await frame();
      rows = Math.max(rows, document.querySelectorAll('gh-permission-grid [data-index]').length);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { gc } = /** @type {{ gc?: () => void }} */ (/** @type {unknown} */ (globalThis));
    gc?.();
    const { memory } = /** @type {{ memory: { usedJSHeapSize: number } }} */ (
      /** @type {unknown} */ (performance)
    );
    return { rows, frames, longTasks, heap: memory.usedJSHeapSize };
  });
}
