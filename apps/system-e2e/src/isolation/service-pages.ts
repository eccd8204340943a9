import type { BrowserContext, Page, Response } from 'playwright-core';
import type { ViewerService } from './viewer-service';

type Results = Readonly<Record<string, string>>;

/** The results of the features of a page: `works`, or what went wrong. */
export async function featuresOf(
  context: BrowserContext,
  viewer: ViewerService,
  address: string,
): Promise<Results> {
  const page = await context.newPage();
  const opened = context.waitForEvent('page').catch(() => undefined);
  await page.goto(`${address}/index.html`);
  const handle = await page.waitForFunction(() => (globalThis as unknown as { results?: Results }).results);
  const results = (await handle.jsonValue()) as Results;
  const checks: Readonly<Record<string, () => Promise<boolean>>> = {
    popup: async () => shows(await opened, 'about.html'),
    link: async () => (await followed(page, '#link'))?.status() === 200,
    form: async () => {
      const before = viewer.forms.length;
      await followed(page, 'form');
      return viewer.forms.slice(before).join() === 'station=7';
    },
    download: () => downloads(page),
    pdf: async () => isShown(await loadedPdf(context, address)),
  };
  const more = Object.entries(checks).map(async ([name, check]) => [name, check] as const);
  const found: Record<string, string> = { ...results };
  for (const [name, check] of await Promise.all(more)) {
    await page.goto(`${address}/index.html`, { waitUntil: 'commit' });
    if (results[name] === undefined || results[name] === 'works')
      found[name] = (await check()) ? 'works' : 'does not work';
  }
  return found;
}

/** A new window has the address of its page only when the response has arrived. */
async function shows(opened: Page | undefined, name: string): Promise<boolean> {
  await opened?.waitForURL((url) => url.pathname.endsWith(`/${name}`), { waitUntil: 'commit' });
  return opened !== undefined;
}

/** Clicks a link or sends a form; the response of the page that it leads to. */
async function followed(page: Page, selector: string): Promise<Response | null> {
  await page.locator(selector).waitFor({ state: 'attached' });
  const [response] = await Promise.all([
    page.waitForNavigation({ waitUntil: 'commit' }),
    // Afterwards, since the navigation ends what is evaluated.
    page.locator(selector).evaluate((element) => {
      setTimeout(() => {
        if (element instanceof HTMLFormElement) element.submit();
        else (element as HTMLElement).click();
      });
    }),
  ]);
  return response;
}

async function downloads(page: Page): Promise<boolean> {
  const [response] = await Promise.all([
    page.waitForResponse(/rivers\.nc$/),
    page.locator('#file').evaluate((element) => void setTimeout(() => (element as HTMLElement).click())),
  ]);
  return response.status() === 200;
}

/** Browsers without a viewer download it: the response is what matters. */
async function loadedPdf(context: BrowserContext, address: string): Promise<Response> {
  const page = await context.newPage();
  const [response] = await Promise.all([
    page.waitForResponse(/rivers\.pdf$/),
    page.goto(`${address}/rivers.pdf`).catch(() => undefined),
  ]);
  return response;
}

/** Viewers of PDF documents do not run where a sandbox applies. */
function isShown(response: Response): boolean {
  return response.status() === 200 && !response.headers()['content-security-policy']?.includes('sandbox');
}
