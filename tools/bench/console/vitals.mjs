// LCP, CLS and INP as web.dev defines them, read by PerformanceObserver in the page.

/** @typedef {{ lcp: number, cls: number, inp: number, cpu: number, shifts: string[], largest: string }} Vitals */

/** Runs in the page before its own scripts. */
function observe() {
  const state = {
    lcp: 0,
    largest: '',
    cls: 0,
    shifts: /** @type {string[]} */ ([]),
    interactions: new Map(),
  };
  Object.assign(globalThis, { benchVitals: state });
  const named = (/** @type {Node | null | undefined} */ node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return '?';
    return (
      element.tagName.toLowerCase() +
      (element.className ? `.${String(element.className).trim().replace(/\s+/g, '.')}` : '')
    );
  };
  const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      // The least that is allowed; only for events.
      ...(type === 'event' && { durationThreshold: 16 }),
    });
  watch('largest-contentful-paint', (entry) => {
    state.lcp = entry.startTime;
    state.largest = named(entry.element);
  });
  // The largest window of shifts: each at most one second after the one before, five seconds in all.
  let window = { sum: 0, first: 0, last: 0 };
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    const joins = entry.startTime - window.last < 1000 && entry.startTime - window.first < 5000;
    if (joins) window = { ...window, sum: window.sum + entry.value, last: entry.startTime };
    else window = { sum: entry.value, first: entry.startTime, last: entry.startTime };
    state.cls = Math.max(state.cls, window.sum);
    for (const { node, previousRect, currentRect } of entry.sources)
      state.shifts.push(
        `${entry.value.toFixed(3)} ${named(node)} from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`,
      );
  });
  watch('event', ({ interactionId, duration }) => {
    if (!interactionId) return;
    state.interactions.set(interactionId, Math.max(duration, state.interactions.get(interactionId) ?? 0));
  });
}

/**
 * Opens a page with an empty cache, waits until it shows its content, and does what a person does there. INP is the
 * longest interaction but one in fifty, in steps of 8 ms as browsers report it; 16 represents all shorter ones.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{ url: string, storageState?: any, ready: (page: import('playwright-core').Page) => Promise<unknown>, use: (page: import('playwright-core').Page) => Promise<unknown> }} visit
 * @returns {Promise<Vitals>}
 */
export async function vitalsOf(browser, { url, storageState, ready, use }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState });
  try {
    await context.addInitScript(observe);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await devtools.send('Performance.enable');
    await page.goto(url);
    await ready(page);
    await quiet(page);
    // Afterwards the browser reports no larger paint.
    const cpu = await cpuTime(devtools);
    await use(page);
    await settled(page);
    const state = await page.evaluate(() => {
      const { lcp, cls, shifts, largest, interactions } = /** @type {any} */ (globalThis).benchVitals;
      return { lcp, cls, shifts, largest, interactions: [...interactions.values()] };
    });
    const longest = state.interactions.sort((/** @type {number} */ a, /** @type {number} */ b) => b - a);
    const inp = longest[Math.floor(longest.length / 50)] ?? 16;
    return { lcp: state.lcp, cls: state.cls, shifts: state.shifts, largest: state.largest, inp, cpu };
  } finally {
    await context.close();
  }
}

/** Milliseconds of CPU of the main thread of a page so far. @param {import('playwright-core').CDPSession} devtools */
export async function cpuTime(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** Waits until nothing has been loaded or painted for half a second: the stream of events never ends. @param {import('playwright-core').Page} page */
export function quiet(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const done = () => {
          observer.disconnect();
          resolve(undefined);
        };
        let timer = setTimeout(done, 500);
        const observer = new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 500);
        });
        observer.observe({ entryTypes: ['resource', 'largest-contentful-paint', 'layout-shift'] });
      }),
  );
}

/** Two frames later, and after the entries of the last one have been delivered. @param {import('playwright-core').Page} page */
async function settled(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
      ),
  );
}
