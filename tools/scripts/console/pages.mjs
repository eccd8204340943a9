// The pages of the console of which screenshots are taken.

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {object} Picture
 * @property {string} name of the file, without theme and extension
 * @property {string} path below the base of the console, or the address of a page elsewhere
 * @property {'administrator' | 'member'} [as] who is signed in
 * @property {(page: Page) => Promise<unknown>} [prepare] brings the opened page into the state of the picture
 */

/**
 * Names of the sample data, escaped for paths.
 *
 * @param {string} url base of the API
 * @param {string} session value of the session cookie of an administrator
 */
export async function sampleOf(url, session) {
  /** @param {string} path @returns {Promise<any>} */
  const get = async (path) =>
    (await fetch(`${url}/${path}`, { headers: { cookie: `auth_tkt=${session}` } })).json();
  const { user_names: users } = await get('users');
  const { group_names: groups } = await get('groups');
  const { services } = await get('services');
  /** @param {readonly string[]} names @param {readonly string[]} builtIn */
  const firstOf = (names, builtIn) => encodeURIComponent(names.find((name) => !builtIn.includes(name)) ?? '');
  const user = firstOf(users, ['admin', 'anonymous']);
  // A group whose assignments reach down the tree of the service below.
  const group = groups.includes('data-stewards')
    ? 'data-stewards'
    : firstOf(groups, ['administrators', 'anonymous']);
  const service = encodeURIComponent(Object.keys(services['thredds'] ?? Object.values(services)[0])[0] ?? '');
  return { user, group, service };
}

/** The pages. @param {{ user: string, group: string, service: string }} sample @returns {readonly Picture[]} */
export function pagesOf({ user, group, service }) {
  const pages = [
    ['home', ''],
    ['users', 'users'],
    ['user', `users/${user}`],
    ['groups', 'groups'],
    ['group', `groups/${group}`],
    ['services', 'services'],
    ['service', `services/${service}`],
    ['permissions', 'permissions'],
    ['reach', `permissions/users/${user}`],
    ['request-tester', `request-tester?url=${service}%2FfileServer%2Focean&user=${user}`],
    ['providers', 'providers'],
    ['network', 'network'],
    ['notifications', 'notifications'],
    ['configuration', 'configuration'],
    ['configuration-files', 'configuration?tab=plan'],
    ['configuration-export', 'configuration?tab=export'],
    ['imports', 'imports'],
    ['audit', 'audit'],
    ['account', 'account'],
    ['kit', 'kit'],
  ];
  return [
    { name: 'sign-in', path: 'login' },
    { name: 'password-reset', path: 'password/reset' },
    { name: 'register', path: 'register/users' },
    {
      name: 'search',
      path: '',
      as: 'administrator',
      prepare: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('o');
        await page.getByRole('option').nth(6).waitFor();
      },
    },
    {
      name: 'permission-grid',
      path: `permissions/groups/${group}/${service}`,
      as: 'administrator',
      prepare: expandFirstBranch,
    },
    ...pages.map(([name = '', path = '']) => ({ name, path, as: /** @type {const} */ ('administrator') })),
  ];
}

/**
 * Expands the first branch of a grid until it fills the page, as with the keyboard: to the right and down.
 *
 * @param {Page} page
 */
export async function expandFirstBranch(page) {
  await page.getByRole('rowheader').nth(1).focus();
  for (let level = 0; level < 5; level += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Control+Home');
  await page.evaluate(() => globalThis.scrollTo(0, 0));
}

/** Password of the registrants. */
const REGISTRANT = 'a registrant of the pictures';

/** Adds registrations that wait for their confirmation. @param {string} url base of the API */
export async function addRegistrations(url) {
  for (const name of ['grace.hopper', 'mary.somerville', 'emmy.noether']) {
    const reply = await fetch(`${url}/register/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name: name, email: `${name}@example.org`, password: REGISTRANT }),
    });
    if (!reply.ok) throw new Error(`The registration was answered ${reply.status}: ${await reply.text()}`);
  }
}

/**
 * Applies a configuration file, and changes by other means what it states.
 *
 * @param {string} url base of the API
 * @param {string} session value of the session cookie of an administrator
 * @param {{ group: string, service: string }} sample
 */
export async function addFiles(url, session, { group, service }) {
  /** @param {string} method @param {string} path @param {object} body @returns {Promise<any>} */
  const send = async (method, path, body) => {
    const headers = { cookie: `auth_tkt=${session}`, 'content-type': 'application/json' };
    const reply = await fetch(`${url}/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const files = [{ name: 'observatory.yml', content: observatoryFile(service, group) }];
  const { plan_hash } = await send('POST', 'configuration/plan', { files, set: 'observatory' });
  await send('POST', 'configuration/apply', { files, set: 'observatory', plan_hash });
  await send('PUT', `groups/${group}/services/${service}/permissions`, { permission: 'browse-deny-match' });
}

/**
 * @param {string} service
 * @param {string} group both as in addresses
 */
export function observatoryFile(service, group) {
  return `groups:
  - name: observers
    description: Staff of the observatory
permissions:
  - service: ${decodeURIComponent(service)}
    permission: browse
    group: ${decodeURIComponent(group)}
  - service: ${decodeURIComponent(service)}
    permission: read
    group: observers
`;
}

/**
 * Adds what the sample data does not have: identity providers and another instance.
 *
 * @param {string} url base of the API
 * @param {string} session value of the session cookie of an administrator
 */
export async function addFederation(url, session) {
  /** @param {string} path @param {object} body */
  const post = async (path, body) => {
    const headers = { cookie: `auth_tkt=${session}`, 'content-type': 'application/json' };
    const reply = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`POST ${path} was answered ${reply.status}: ${await reply.text()}`);
  };
  const client = { client_id: 'gatehouse' };
  const issuer = 'https://login.example.org/realms/campus';
  const mapping = { '/hydrology': 'hydrologists' };
  await post('groups', { group_name: 'hydrologists', description: 'Hydrology at the campus' });
  await post('providers', {
    definition: { name: 'campus', display_name: 'Campus', preset: 'keycloak', issuer, ...client },
    client_secret: 'secret',
  });
  await post('providers', {
    definition: {
      name: 'egi',
      preset: 'egi',
      ...client,
      groups: { claim: 'eduperson_entitlement', mapping },
    },
  });
  const other = 'https://climate.example.org';
  await post('network/nodes', {
    name: 'climate',
    base_url: other,
    jwks_url: `${other}/network/jwks`,
    token_url: `${other}/network/token`,
    authorization_url: `${other}/ui/network/authorize`,
    redirect_uris: [`${other}/network/link`],
  });
  // The instance is itself under another name: a state with a cause that can be shown.
  await post('network/nodes', {
    name: 'ocean',
    base_url: url,
    jwks_url: `${url}/network/jwks`,
    token_url: `${url}/network/token`,
    authorization_url: `${url}/ui/network/authorize`,
    redirect_uris: [],
  });
  for (const node of ['climate', 'ocean']) await post(`network/nodes/${node}/state`, {});
}
