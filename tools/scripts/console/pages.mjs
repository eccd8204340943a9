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
