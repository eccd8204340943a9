// States of the pages of the console and of the proxy, of which screenshots are taken.

import { importReport, imports } from './imports.mjs';
import { expandFirstBranch, observatoryFile } from './pages.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./pages.mjs').Picture} Picture */
/** @typedef {{ user: string, group: string, service: string, proxyUrl: string }} Sample names of the sample data */

/**
 * The states, in the order of the pages.
 *
 * @param {Sample} sample
 * @returns {readonly Picture[]}
 */
export function statesOf({ user, group, service, proxyUrl }) {
  const grid = `permissions/groups/${group}/${service}`;
  return [
    {
      name: 'sign-in-refused',
      path: 'login',
      prepare: async (page) => {
        await page.locator('input[name="user_name"]').fill('ada.lovelace');
        await page.locator('input[name="password"]').fill('not the password');
        await page.locator('button[type="submit"]').click();
        await page.locator('[aria-live] p').waitFor();
      },
    },
    {
      name: 'register-errors',
      path: 'register/users',
      prepare: async (page) => {
        await page.getByLabel('Password', { exact: true }).fill('short');
        await page.locator('button[type="submit"]').click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
      },
    },
    {
      name: 'network-authorize',
      as: 'member',
      path: '',
      prepare: async (page) => {
        // A request of another instance is a signed message, which only that instance can write.
        await page.route('**/network/authorize?*request_token=*', (route) =>
          route.request().resourceType() === 'document'
            ? route.continue()
            : route.fulfill({ json: { request: consentRequest(decodeURIComponent(user)) } }),
        );
        await page.goto(new URL('network/authorize?request_token=0', page.url()).href);
        await page.locator('form button').waitFor();
      },
    },
    {
      name: 'imports-report',
      as: 'administrator',
      path: '',
      prepare: async (page) => {
        // The sample data comes from no other system.
        const [newest] = imports;
        await page.route('**/imports?*', (route) => route.fulfill({ json: { imports } }));
        await page.route('**/imports/*', (route) =>
          route.fulfill({ json: { import: { ...newest, report: importReport } } }),
        );
        await navigate(page, 'imports');
        await page.locator('details summary').first().click();
        await page.evaluate(() => globalThis.scrollTo(0, 0));
      },
    },
    { name: 'api', path: '../api', prepare: (page) => page.waitForTimeout(1_500) },
    { name: 'link-unknown', path: 'tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05' },
    { name: 'refused-by-proxy', path: `${proxyUrl}/notebook-gallery/` },
    { name: 'forbidden-by-proxy', as: 'member', path: `${proxyUrl}/notebook-gallery/` },
    { name: 'home-member', as: 'member', path: '' },
    { name: 'forbidden', as: 'member', path: 'users' },
    { name: 'not-found', as: 'administrator', path: 'not/there' },
    { name: 'users-empty', as: 'administrator', path: 'users?filter=nobody-has-this-name' },
    {
      name: 'users-loading',
      as: 'administrator',
      path: '',
      prepare: async (page) => {
        await page.route('**/users?*', () => undefined);
        await navigate(page, 'users');
        await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
      },
    },
    {
      name: 'users-failed',
      as: 'administrator',
      path: '',
      prepare: async (page) => {
        await page.route('**/users?*', (route) => route.fulfill({ status: 503, json: {} }));
        await navigate(page, 'users');
        await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      },
    },
    {
      name: 'offline',
      as: 'administrator',
      path: '',
      prepare: async (page) => {
        await page.context().setOffline(true);
        await navigate(page, 'groups');
        await page.getByText('You are offline.').first().waitFor();
        await page.waitForTimeout(500);
      },
    },
    {
      name: 'session-ended',
      as: 'administrator',
      path: 'users',
      prepare: async (page) => {
        await page.context().clearCookies();
        await navigate(page, 'groups');
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'users-selected',
      as: 'administrator',
      path: 'users',
      prepare: async (page) => {
        for (const row of [1, 2, 4]) await page.locator('tbody input[type="checkbox"]').nth(row).check();
      },
    },
    { name: 'user-add', as: 'administrator', path: 'users?add=true', prepare: dialog },
    {
      name: 'user-delete',
      as: 'administrator',
      path: `users/${user}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    { name: 'registrations', as: 'administrator', path: 'registrations' },
    { name: 'registration', as: 'administrator', path: 'registrations/grace.hopper' },
    {
      name: 'service-paths',
      as: 'administrator',
      path: `services/${service}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Paste paths…' }).click();
        await page
          .locator('textarea[name="paths"]')
          .fill('ocean/2026/sst.nc\nocean/2026/chl.nc\nland/soil.nc');
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByRole('button', { name: /^Create \d/ }).waitFor();
      },
    },
    { name: 'service-settings', as: 'administrator', path: `services/${service}?tab=settings` },
    { name: 'service-add', as: 'administrator', path: 'services?add=true', prepare: dialog },
    {
      name: 'service-delete',
      as: 'administrator',
      path: `services/${service}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
        await page.getByRole('dialog').getByText('top-level').waitFor();
      },
    },
    {
      name: 'access-list',
      as: 'administrator',
      path: `services/${service}`,
      prepare: async (page) => {
        await page.getByRole('link', { name: 'Who has access', exact: true }).click();
        await page.locator('gh-access-list tbody tr').first().waitFor();
      },
    },
    {
      name: 'grid-choices',
      as: 'administrator',
      path: grid,
      prepare: async (page) => {
        await expandFirstBranch(page);
        await cells(page, 1).nth(1).click();
        await page.getByRole('menuitemradio', { name: 'Allow here and below', exact: true }).waitFor();
      },
    },
    {
      name: 'grid-explanation',
      as: 'administrator',
      path: grid,
      prepare: async (page) => {
        await expandFirstBranch(page);
        await cells(page, 1).nth(1).focus();
        await page.keyboard.press('?');
        await dialog(page);
      },
    },
    {
      name: 'grid-review',
      as: 'administrator',
      path: grid,
      prepare: async (page) => {
        await expandFirstBranch(page);
        for (const [row, choice] of /** @type {const} */ ([
          [1, 'Deny here and below'],
          [2, 'Allow here and below'],
        ])) {
          await cells(page, row).nth(1).click();
          await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
        }
        await page.getByRole('button', { name: 'Review' }).click();
        await page.getByRole('dialog').getByText('Show more').waitFor();
      },
    },
    {
      name: 'grid-conflict',
      as: 'administrator',
      path: grid,
      prepare: async (page) => {
        await expandFirstBranch(page);
        await cells(page, 1).nth(1).click();
        await page.getByRole('menuitemradio', { name: 'Deny here and below', exact: true }).click();
        await page.getByRole('button', { name: 'Review' }).click();
        await page.getByRole('dialog').getByText('Show more').waitFor();
        await changeMeanwhile(page, { group, service });
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('dialog').getByRole('radio').first().waitFor();
      },
    },
    {
      name: 'grid-changed-meanwhile',
      as: 'administrator',
      path: grid,
      prepare: async (page) => {
        await expandFirstBranch(page);
        await cells(page, 1).nth(1).click();
        await page.getByRole('menuitemradio', { name: 'Deny here and below', exact: true }).click();
        await changeMeanwhile(page, { group, service });
        await page.getByRole('button', { name: 'Keep mine' }).waitFor();
      },
    },
    {
      name: 'service-marks',
      as: 'administrator',
      path: 'services/sea-state',
      prepare: (page) => page.locator('gh-sync-notice p').waitFor(),
    },
    {
      name: 'service-synchronization',
      as: 'administrator',
      path: 'services/sea-state?tab=synchronization',
      prepare: (page) => page.locator('gh-sync-tree li').first().waitFor(),
    },
    {
      name: 'service-synchronization-changes',
      as: 'administrator',
      path: 'services/sea-state?tab=synchronization',
      prepare: async (page) => {
        await page.locator('gh-change-review tbody tr').first().waitFor();
        await page.locator('gh-change-review').evaluate((review) => review.scrollIntoView());
        await page.waitForTimeout(500);
      },
    },
    {
      name: 'service-synchronization-tree',
      as: 'administrator',
      path: 'services/sea-state?tab=synchronization',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Show what is below waves' }).click();
        await page.getByRole('button', { name: 'Show what is below tides' }).click();
        await page.locator('gh-sync-tree').evaluate((tree) => tree.scrollIntoView());
        await page.waitForTimeout(500);
      },
    },
    {
      name: 'service-synchronization-settings',
      as: 'administrator',
      path: 'services/sea-state?tab=settings',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Set credentials' }).click();
        await page.locator('gh-sync-settings').evaluate((card) => card.scrollIntoView());
      },
    },
    {
      name: 'service-add-synchronized',
      as: 'administrator',
      path: 'services?add=true',
      prepare: async (page) => {
        await page.locator('select[name="service_sync_type"]').selectOption('thredds');
        await page.locator('gh-sync-options').waitFor();
      },
    },
    {
      name: 'configuration-plan',
      as: 'administrator',
      path: 'configuration?tab=plan',
      prepare: async (page) => {
        await planFiles(
          page,
          `${observatoryFile(service, group)}  - service: tides\n    permission: read\n    group: observers\n`,
        );
        await page.locator('gh-plan-view').evaluate((view) => view.scrollIntoView());
      },
    },
    {
      name: 'configuration-apply',
      as: 'administrator',
      path: 'configuration?tab=plan',
      prepare: async (page) => {
        await planFiles(page, observatoryFile(service, group));
        await page.getByRole('button', { name: 'Apply…' }).click();
        await dialog(page);
      },
    },
    {
      name: 'permissions-copy',
      as: 'administrator',
      path: `permissions/users/${user}`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Copy permissions…' }).click();
        await dialog(page);
      },
    },
    {
      name: 'request-tester-result',
      as: 'administrator',
      path: `request-tester?url=notebook-gallery%2F&user=${user}`,
      prepare: (page) =>
        page.getByRole('heading', { name: 'Result' }).evaluate((heading) => heading.scrollIntoView()),
    },
  ];
}

/** Rows of the grid, from the second one: the first is the service. @param {Page} page @param {number} row */
function cells(page, row) {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .nth(row)
    .getByRole('gridcell');
}

/** What the page of a request for consent reads. @param {string} user */
function consentRequest(user) {
  const instance = 'https://climate.example.org';
  return {
    node_name: 'climate',
    base_url: instance,
    requesting_user_name: 'a.lovelace',
    user_name: user,
    redirect_uri: `${instance}/network/link`,
    request_token: '0',
  };
}

/** @type {('allow' | 'deny')[]} */
const meanwhile = ['allow', 'deny', 'allow'];

/**
 * Changes the permission of the second row and column by another way than the page, each time to another value.
 *
 * @param {Page} page
 * @param {Pick<Sample, 'group' | 'service'>} sample
 */
async function changeMeanwhile(page, { group, service }) {
  const api = page.url().replace(/\/ui\/.*/, '');
  /** @param {string} path @returns {Promise<any>} */
  const get = async (path) => (await page.request.get(`${api}/${path}`)).json();
  const { resource_id } = (await get(`services/${service}`)).service;
  const [{ resource_id: first }] = (await get(`resources/${resource_id}/children`)).children;
  const data = { permission_name: `read-${meanwhile.pop() ?? 'allow'}-match` };
  const reply = await page.request.put(`${api}/groups/${group}/resources/${first}/permissions`, { data });
  if (!reply.ok()) throw new Error(`The permission was not changed: ${reply.status()}`);
}

/** @param {Page} page @param {string} text */
async function planFiles(page, text) {
  const file = { name: 'observatory.yml', mimeType: 'application/yaml', buffer: Buffer.from(text) };
  await page.locator('input[name="files"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
}

/** @param {Page} page */
async function dialog(page) {
  await page.getByRole('dialog').waitFor();
}

/** Follows a link of the navigation without loading the console again. @param {Page} page @param {string} path */
async function navigate(page, path) {
  await page
    .locator(`a[href$="/ui/${path}"]`)
    .first()
    .evaluate((link) => /** @type {HTMLElement} */ (link).click());
}
