// The pages of the console of which screenshots are taken.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, path: string, signedIn: boolean, prepare?: (page: Page) => Promise<unknown> }} PictureOf */

/**
 * The pages, with names of the sample data in their paths.
 *
 * @param {string} url base of the API
 * @param {string} session value of the session cookie of an administrator
 * @returns {Promise<readonly PictureOf[]>}
 */
export async function pagesOf(url, session) {
  /** @param {string} path @returns {Promise<any>} */
  const get = async (path) =>
    (await fetch(`${url}/${path}`, { headers: { cookie: `auth_tkt=${session}` } })).json();
  const { user_names: users } = await get('users');
  const { group_names: groups } = await get('groups');
  const { services } = await get('services');
  /** @param {readonly string[]} names @param {readonly string[]} builtIn */
  const firstOf = (names, builtIn) => encodeURIComponent(names.find((name) => !builtIn.includes(name)) ?? '');
  const user = firstOf(users, ['admin', 'anonymous']);
  const group = firstOf(groups, ['administrators', 'anonymous']);
  const service = encodeURIComponent(Object.keys(services['thredds'] ?? Object.values(services)[0])[0] ?? '');
  const pages = [
    ['home', ''],
    ['users', 'users'],
    ['user', `users/${user}`],
    ['groups', 'groups'],
    ['group', `groups/${group}`],
    ['services', 'services'],
    ['service', `services/${service}`],
    ['permissions', 'permissions'],
    ['permission-grid', `permissions/groups/${group}/${service}`],
    ['reach', `permissions/users/${user}`],
    ['request-tester', `request-tester?url=${service}%2FfileServer%2Focean&user=${user}`],
    ['providers', 'providers'],
    ['network', 'network'],
    ['notifications', 'notifications'],
    ['audit', 'audit'],
    ['account', 'account'],
    ['kit', 'kit'],
  ];
  return [
    { name: 'sign-in', path: 'login', signedIn: false },
    { name: 'password-reset', path: 'password/reset', signedIn: false },
    { name: 'register', path: 'register/users', signedIn: false },
    {
      name: 'search',
      path: '',
      signedIn: true,
      prepare: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('o');
        await page.getByRole('option').nth(6).waitFor();
      },
    },
    ...pages.map(([name = '', path = '']) => ({ name, path, signedIn: true })),
  ];
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
