// The permission grid in a browser, on a service of many resources:
//
//   node tools/bench/console-browser.mjs [--resources 100000] [--rounds 10]
//
// 10,000 resources are below the first directory, the others in directories of 10,000 each. Measured are the time of the API for the first
// rows and for a page of children, opening the node of 10,000 children until its rows are painted, a key until the cursor is painted, and
// while scrolling to the end: rows in the page, long tasks, and the heap afterwards. Run `npm run build` first; SVC_TEST_CHROMIUM names the browser.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { loadBuilt } from '../scripts/checkout.mjs';
import { readConfiguration } from '../scripts/configuration.mjs';
import { BulkWriter } from '../scripts/seed/bulk-writer.mjs';
import { median, quantile, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
  },
});
const total = Number(values.resources);
const rounds = Number(values.rounds);
const WIDE = 10_000;
const SERVICE = 'archive';

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
  const directories = await fill();
  const server = await serverTimes(directories);
  const page = await openGrid();
  /** @type {number[]} */
  const opening = [];
  for (let round = 0; round < rounds; round++) opening.push(await openNode(page));
  const keys = await pressKeys(page);
  const devtools = await page.context().newCDPSession(page);
  // CPU time of the page, which does not depend on what else the machine does.
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await devtools.send('Performance.enable');
  const before = await cpuTime(devtools);
  const scrolling = await scrollToEnd(page);
  const cpu = (await cpuTime(devtools)) - before;
  const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
  console.log(`resources                        ${total.toLocaleString('en')}`);
  console.log(
    `API, first rows, median          ${ms(median(server.first))}, p95 ${ms(quantile(server.first, 0.95))}`,
  );
  console.log(
    `API, page of ${WIDE} children    ${ms(median(server.children))}, p95 ${ms(quantile(server.children, 0.95))}`,
  );
  console.log(`open a node of ${WIDE}, painted  ${ms(median(opening))}, p95 ${ms(quantile(opening, 0.95))}`);
  console.log(`key to paint, median             ${ms(median(keys))}, p95 ${ms(quantile(keys, 0.95))}`);
  console.log(`rows in the page, most           ${scrolling.rows}`);
  console.log(
    `frames while scrolling           ${scrolling.frames}, long tasks ${scrolling.longTasks.length}, longest ${ms(Math.max(0, ...scrolling.longTasks))}`,
  );
  console.log(`CPU of a frame while scrolling   ${(cpu / scrolling.frames).toFixed(1)} ms`);
  console.log(`heap afterwards                  ${(scrolling.heap / 1e6).toFixed(0)} MB`);
} finally {
  await browser.close();
  await system.stop();
}

/** Writes the service and its resources; returns the identifiers of its directories. */
async function fill() {
  const { createDataSource } = loadBuilt('libs/server/database/src/index.js');
  const dataSource = await createDataSource({ url: system.databaseUrl, poolSize: 2 }).initialize();
  try {
    const { settings } = readConfiguration({ SVC_BCRYPT_COST: '4' });
    const writer = new BulkWriter(dataSource, settings, 'bench');
    const { services, resources } = writer.directory;
    const [service] = await writer.commit(() =>
      services.createAll([{ name: SERVICE, typeName: 'thredds', url: 'http://127.0.0.1:9/' }]),
    );
    const count = Math.ceil(total / WIDE);
    const names = Array.from({ length: count }, (_, i) => `directory-${String(i).padStart(3, '0')}`);
    const made = await writer.commit(() =>
      resources.createAll(
        service,
        names.map((name) => ({ name, displayName: name, typeName: 'directory', parent: service.id })),
      ),
    );
    for (const [index, { id }] of made.entries()) {
      const size = Math.min(WIDE, total - index * WIDE);
      const files = Array.from({ length: size }, (_, i) => `file-${String(i).padStart(5, '0')}.nc`);
      await writer.commit(() =>
        resources.createAll(
          service,
          files.map((name) => ({ name, displayName: name, typeName: 'file', parent: id })),
        ),
      );
    }
    return made.map(({ id }) => id);
  } finally {
    await dataSource.destroy();
  }
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
  await page.getByRole('rowheader', { name: /^directory-000/ }).waitFor();
  return page;
}

/** Milliseconds from the click on the wide directory until its first children are painted; it is closed again. @param {import('playwright-core').Page} page */
async function openNode(page) {
  await page.reload();
  await page.getByRole('rowheader', { name: /^directory-000/ }).waitFor();
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

/** Milliseconds of CPU of the main thread so far. @param {import('playwright-core').CDPSession} devtools */
async function cpuTime(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
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
