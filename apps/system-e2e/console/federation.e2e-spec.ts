import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenId2Server, OpenIdProvider, freePort } from '@gatehouse/testing';
import { AdministratorApi, type ProtectedService } from '../src/api';
import { BrowserTests } from '../src/browser-tests';
import { type Account, type RunningSystem, startSystem } from '../src/system';
import type { TestUser } from '../src/test-user';
import { startUpstream, type Upstream } from '../src/upstream';

const folder = mkdtempSync(join(tmpdir(), 'network-'));
const SECRET = 'a secret of browser tests';
/** What the console says after it has saved something. */
const SAVED = /saved\.?$|published|^Saved|changed\.?$/i;
const inNetwork = (name: string) => ({
  SVC_NETWORK_ENABLED: 'true',
  SVC_NETWORK_INSTANCE_NAME: name,
  SVC_NETWORK_PEM_FILES: join(folder, `${name}.pem`),
  SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
  SVC_OUTGOING_ALLOWED: '127.0.0.0/8,localhost',
});

describe('with other systems,', () => {
  let provider: OpenIdProvider;
  let openId2: OpenId2Server;
  let other: RunningSystem;
  let otherApi: AdministratorApi;
  let upstream: Upstream;
  let rivers: ProtectedService;
  let toto: Account;
  let billy: Account;
  const tests = BrowserTests.register(async () => {
    const apiPort = await freePort();
    provider = await OpenIdProvider.start({
      clients: [
        {
          client_id: 'gatehouse',
          client_secret: SECRET,
          redirect_uris: [`http://localhost:${apiPort}/providers/institute/signin`],
        },
      ],
      users: {
        anna: { preferred_username: 'anna', email: 'anna@example.org', email_verified: true },
        carl: { preferred_username: 'carl', email: 'carl@institute.example', email_verified: true },
        dora: { preferred_username: 'dora', email: 'toto@example.org', email_verified: true },
      },
    });
    return {
      apiPort,
      settings: {
        ...inNetwork('node-a'),
        SVC_OIDC_NAME: 'Institute',
        SVC_OIDC_ISSUER: provider.issuer,
        SVC_OIDC_CLIENT_ID: 'gatehouse',
        SVC_OIDC_CLIENT_SECRET: SECRET,
      },
    };
  });

  beforeAll(async () => {
    upstream = await startUpstream();
    openId2 = await OpenId2Server.start();
    // Browsers send a cookie to all ports of a host.
    const settings = { ...inNetwork('node-b'), SVC_COOKIE_NAME: 'auth_tkt_b' };
    other = await startSystem({ settings });
    otherApi = await AdministratorApi.signIn(other);
    toto = await tests.api.createUser('toto');
    billy = await otherApi.createUser('billy');
    rivers = await tests.api.createService('river-data', upstream.url);
    await tests.api.allow('toto', 'river-data', 'access');
  }, 300_000);
  afterAll(async () => {
    await other?.stop();
    await provider?.stop();
    await openId2?.stop();
    await upstream?.stop();
  });

  async function atProvider(testUser: TestUser, name: string): Promise<void> {
    await testUser.heading('Sign in at the institute').waitFor();
    await testUser.field('Name').fill(name);
    await testUser.button('Continue').click();
  }

  /** A form of the console, in which two administrators change the same field. */
  interface SharedForm {
    readonly path: string;
    readonly open: (user: TestUser) => Promise<unknown>;
    readonly field: string;
    readonly save: string;
    /** What identifies the changed value in the reply of the API to a read. */
    readonly read: string;
    readonly values: readonly [theirs: string, mine: string];
  }

  const edit = (label: string) => (user: TestUser) => user.button(`Edit: ${label}`).click();
  const SHARED_FORMS: readonly (SharedForm & { readonly name: string; readonly keeps: 'mine' | 'theirs' })[] =
    [
      {
        name: 'the email address of a user',
        path: 'users/shared',
        open: edit('Email'),
        field: 'Email',
        save: 'Save',
        read: 'users/shared',
        values: ['theirs@example.org', 'mine@example.org'],
        keeps: 'mine',
      },
      {
        name: 'the description of a group',
        path: 'groups/shared',
        open: edit('Description'),
        field: 'Description',
        save: 'Save',
        read: 'groups/shared',
        values: ['Their rivers', 'My rivers'],
        keeps: 'theirs',
      },
      {
        name: 'the terms of a group',
        path: 'groups/shared',
        open: (user) => user.button('New version').click(),
        field: 'New version',
        save: 'Publish',
        read: 'groups/shared/terms',
        values: ['Their terms', 'My terms'],
        keeps: 'mine',
      },
      {
        name: 'the address of a service',
        path: 'services/shared?tab=settings',
        open: () => Promise.resolve(),
        field: 'Private URL',
        save: 'Save',
        read: 'services/shared',
        values: ['http://127.0.0.1:9/theirs', 'http://127.0.0.1:9/mine'],
        keeps: 'theirs',
      },
      {
        name: 'the display name of a provider',
        path: 'providers',
        open: (user) => user.button('Edit shared').click(),
        field: 'Display name',
        save: 'Save',
        read: 'providers/shared',
        values: ['Their institute', 'My institute'],
        keeps: 'mine',
      },
      {
        name: 'the address of an instance',
        path: 'network',
        open: async (user) => {
          await user.button('Actions for shared').click();
          await user.page.getByRole('menuitem', { name: 'Edit' }).click();
        },
        field: 'Address',
        save: 'Save',
        read: 'network/nodes/shared',
        values: ['https://theirs.example.org', 'https://mine.example.org'],
        keeps: 'theirs',
      },
    ];

  it('two administrators who edit the same field see who has changed it, and choose between both values', async () => {
    await tests.api.createUser('shared');
    await tests.api.createGroup('shared', 'First terms');
    await tests.api.createService('shared');
    await tests.api.createProvider('shared', provider.issuer, {
      client_id: 'gatehouse',
      client_secret: SECRET,
    });
    await tests.api.registerNode('shared', 'https://shared.example.org');
    const [ada, bob] = [await tests.newTestUser(), (await tests.newTestUser()).expects(412)];
    for (const [user, name] of [
      [ada, 'ada'],
      [bob, 'bob'],
    ] as const) {
      await user.signInWithoutPage(await tests.api.createUser(name, { group: 'administrators' }));
    }
    for (const { name, path, open, field, save, read, values, keeps } of SHARED_FORMS) {
      const [theirs, mine] = values;
      const input = (user: TestUser) => user.page.getByRole('textbox', { name: field, exact: true });
      const press = (user: TestUser) =>
        user.page.getByRole('button', { name: save, exact: true }).first().click();
      await Promise.all([ada.open(path), bob.open(path)]);
      await open(bob);
      await input(bob).fill(mine);
      await open(ada);
      await input(ada).fill(theirs);
      const changed = ada.page.waitForResponse((reply) =>
        ['PATCH', 'POST'].includes(reply.request().method()),
      );
      await press(ada);
      expect([name, (await changed).ok()]).toEqual([name, true]);
      // Before anything is sent.
      await bob.page.getByText(/^Changed by ada, /).waitFor();
      expect([name, await input(bob).inputValue()]).toEqual([name, mine]);
      await press(bob);
      const question = bob.page.getByRole('dialog', { name: 'Changed by a colleague' });
      await question.getByText(/^Changed by ada, .+\(.+\)$/).waitFor();
      expect(JSON.stringify(await tests.api.get(read))).toContain(theirs);
      expect([name, await bob.violations()]).toEqual([name, []]);
      await question.getByRole('button', { name: 'Keep the selected values' }).click();
      await question.getByText('Choose one of the two values.').waitFor();
      const [kept, other] = keeps === 'mine' ? [mine, 'My value'] : [theirs, 'Value of ada'];
      await question.getByRole('radio', { name: new RegExp(`${other}.*${kept}`) }).check();
      await question.getByRole('button', { name: 'Keep the selected values' }).click();
      await question.waitFor({ state: 'detached' });
      await bob.page
        .getByText(keeps === 'mine' ? SAVED : /^Nothing was saved/)
        .first()
        .waitFor();
      const stored = JSON.stringify(await tests.api.get(read));
      expect([name, stored.includes(mine)]).toEqual([name, keeps === 'mine']);
      expect([name, stored.includes(kept)]).toEqual([name, true]);
    }
  });

  it('a person signs in with a provider, and returns to the page that was requested', async () => {
    const anna = await tests.newTestUser();
    await anna.open('account?tab=a');
    await anna.page.getByRole('link', { name: 'Continue with Institute' }).click();
    await atProvider(anna, 'anna');
    await anna.heading('Your account').waitFor();
    expect(anna.location).toBe('account?tab=a');
    await anna.page.getByText('anna_institute').first().waitFor();
    // The only way in cannot be unlinked.
    anna.expects(403);
    await anna.button('Unlink anna at Institute').click();
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await anna.page
      .getByText('The account could not be signed in to without this identity.')
      .first()
      .waitFor();
  });

  it('a person whose session ends signs in with the provider in another tab, and goes on with what was entered', async () => {
    const anna = (await tests.newTestUser()).expects(401);
    await anna.open('account');
    await anna.page.getByRole('link', { name: 'Continue with Institute' }).click();
    await atProvider(anna, 'anna');
    await anna.button('Edit: Email').click();
    await anna.field('Email').fill('anna@rivers.example');
    await anna.removeCookiesOf(tests.system.consoleUrl);
    await anna.button('Save').click();

    const dialog = anna.page.getByRole('dialog', { name: 'Your session has ended' });
    const link = dialog.getByRole('link', { name: 'Continue with Institute' });
    await link.waitFor();
    expect(await dialog.locator('input').count()).toBe(0);
    expect(await anna.violations()).toEqual([]);
    const [tab] = await Promise.all([anna.page.waitForEvent('popup'), link.click()]);
    // The provider remembers the person.
    await tab.getByRole('heading', { level: 1, name: 'Signed in as anna_institute' }).waitFor();
    await tab.close();
    await anna.page.bringToFront();
    await dialog.waitFor({ state: 'detached' });
    // The change was sent again: an email address takes effect once it is confirmed.
    await anna.page.getByText('anna@rivers.example').first().waitFor();
    expect(anna.location).toBe('account');
  });

  it.each([
    ['that the provider refuses', 'nobody', 'The sign-in with the provider was refused.'],
    [
      'whose address another account has',
      'dora',
      'An account with this email address exists. Sign in to it and link the identity there.',
    ],
  ])('a sign-in %s leads back to the form, which shows the reason', async (_, name, text) => {
    const testUser = await tests.newTestUser();
    await testUser.open('account');
    await testUser.page.getByRole('link', { name: 'Continue with Institute' }).click();
    await atProvider(testUser, name);
    await testUser.page.getByText(text).first().waitFor();
    expect(testUser.location).toMatch(/^login\?error=\w+&return=%2Fui%2Faccount$/);
    expect(await testUser.violations()).toEqual([]);
    await testUser.signIn(toto);
    await testUser.heading('Your account').waitFor();
  });

  it('a user links an identity, signs in with it and unlinks it', async () => {
    const account = await tests.api.createUser('carla');
    const carla = await tests.newTestUser();
    await carla.signInWithoutPage(account);
    await carla.open('account');
    await carla.button('Link with Institute').click();
    await atProvider(carla, 'carl');
    await carla.page.getByText('The identity at Institute is linked.').first().waitFor();
    await carla.page.getByText('carl at Institute').first().waitFor();
    const identities = async () => (await tests.api.get('users/carla/identities'))['identities'];
    expect(await identities()).toEqual([expect.objectContaining({ external_user_name: 'carl' })]);
    await carla.signOut();
    // The provider remembers the person.
    await carla.page.getByRole('link', { name: 'Continue with Institute' }).click();
    await carla.heading('Signed in as carla').waitFor();
    await carla.open('account');
    await carla.button('Unlink carl at Institute').click();
    await carla.page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await carla.page.getByText('No identity is linked.').first().waitFor();
    expect(await identities()).toEqual([]);
  });

  it('an administrator adds a provider of OpenID 2.0, and a user links an identity there by its name', async () => {
    const administrator = await tests.newTestUser();
    await administrator.signInWithoutPage(tests.system.administrator);
    await administrator.open('providers');
    await administrator.button('Add provider').click();
    await administrator.field('Kind').selectOption('OpenID 2.0');
    await administrator.page.getByText('which anyone can run').first().waitFor();
    await administrator.field('Short name (used in URLs)').fill('node');
    await administrator.field('Display name').fill('Node');
    await administrator.field('Identifiers of users').fill(openId2.identifier('{username}'));
    const form = administrator.page.getByRole('dialog');
    expect(await administrator.violations()).toEqual([]);
    await form.getByRole('button', { name: 'Add provider' }).click();
    await administrator.page.getByText('Node was added.').first().waitFor();

    const emma = await tests.newTestUser();
    await emma.signInWithoutPage(await tests.api.createUser('emma'));
    await emma.open('account');
    await emma.button('Link with Node').click();
    await emma.field('Your name at Node').fill('em/ma');
    await emma.expects(401).button('Continue').click();
    await emma.page.getByText('The sign-in with the provider was refused.').first().waitFor();
    expect(await emma.violations()).toEqual([]);
    await emma.field('Your name at Node').fill('emma');
    await emma.button('Continue').click();
    await emma.page.getByText('The identity at Node is linked.').first().waitFor();
    await emma.page.getByText('emma at Node').first().waitFor();
  });

  it('administrators connect two instances, users link their accounts with consent, and a token of the one opens services of the other', async () => {
    await otherApi.registerNode('node-a', tests.system.apiUrl);
    const administrator = await tests.newTestUser();
    await administrator.signInWithoutPage(tests.system.administrator);
    await administrator.open('network');
    await administrator.button('Add instance').click();
    await administrator.field('Name').fill('node-b');
    await administrator.field('Address').fill(other.apiUrl);
    await administrator.button('Fill in the other addresses').click();
    await administrator.page.getByRole('dialog').getByRole('button', { name: 'Add instance' }).click();
    await administrator.page.getByText('Connected').first().waitFor();

    const person = await tests.newTestUser();
    await person.signInWithoutPage(toto);
    await person.open('account');
    await person.button('Link an account at node-b').click();
    await person.heading('Link accounts').waitFor();
    await person.page.getByRole('link', { name: 'Sign in' }).click();
    await person.signIn(billy);
    await person.button('Link the accounts').click();
    await person.heading('Accounts linked').waitFor();
    await person.open('account');
    await person.page.getByText('linked with billy').first().waitFor();

    await person.page.goto(`${other.consoleUrl}account`);
    const token = await newToken(person, 'node-a');
    const address = `${rivers.publicUrl}/flow?provider_name=gatehouse_network`;
    const withToken = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });
    expect(await statusUntil(200, address, withToken(token))).toBe(200);
    expect(upstream.received.at(-1)?.path).toMatch(/^\/flow/);
    const parameter = `${rivers.publicUrl}/flow?gatehouse_token=${token}`;
    expect(await statusUntil(200, parameter)).toBe(200);

    const second = await newToken(person, 'node-a');
    expect(await statusUntil(401, address, withToken(token))).toBe(401);
    expect(await statusUntil(401, parameter)).toBe(401);
    expect(await statusUntil(200, address, withToken(second))).toBe(200);
  });

  it('a user signs in with a provider and links accounts with the keyboard only', async () => {
    const person = await tests.newTestUser();
    const { keyboard } = person.page;
    await person.open('login');
    await tabTo(person, 'Continue with Institute');
    await keyboard.press('Enter');
    await person.heading('Sign in at the institute').waitFor();
    await keyboard.type('anna');
    await keyboard.press('Enter');
    await person.heading('Signed in as anna_institute').waitFor();

    await person.open('account');
    await person.page.getByText('no account is linked').first().waitFor();
    await tabTo(person, 'Link an account at node-b');
    await keyboard.press('Enter');
    await person.heading('Link accounts').waitFor();
    await tabTo(person, 'Sign in');
    await keyboard.press('Enter');
    await person.page.locator('input[name="user_name"]:focus').waitFor();
    const { userName, password } = await otherApi.createUser('bess');
    await keyboard.type(userName);
    await keyboard.press('Tab');
    await keyboard.type(password);
    await keyboard.press('Enter');
    await person.button('Link the accounts').waitFor();
    await tabTo(person, 'Link the accounts');
    await keyboard.press('Enter');
    await person.heading('Accounts linked').waitFor();
    await tabTo(person, 'Your account');
    await keyboard.press('Enter');
    await person.page.getByText('linked with bess').first().waitFor();
    expect((await tests.api.get('network/remote_users'))['remote_users']).toContainEqual({
      user_name: 'anna_institute',
      remote_user_name: 'bess',
      node_name: 'node-b',
    });
  });

  it.each([
    ['providers', 'Add provider'],
    ['network', 'Add instance'],
    ['network?tab=users', 'Admit a user'],
  ])('the form of the page %s is accessible, and fits a narrow window', async (page, action) => {
    const testUser = await tests.newTestUser({ colorScheme: 'dark', width: 320 });
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open(page);
    await testUser.button(action).first().click();
    const dialog = testUser.page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: action }).click();
    await testUser.page.getByText('This field is required.').first().waitFor();
    expect(await testUser.violations()).toEqual([]);
    expect(await testUser.horizontalOverflow()).toBe(0);
  });
});

/** The status of a service, requested until it is the expected one: proxies follow changes within milliseconds, 20 s at most. */
async function statusUntil(status: number, address: string, how: RequestInit = {}): Promise<number> {
  for (const end = Date.now() + 60_000; ; await sleep(20)) {
    const reply = await fetch(address, how);
    await reply.arrayBuffer();
    if (reply.status === status || Date.now() > end) return reply.status;
  }
}

/** Requests a token on the page of the account that is open. */
async function newToken(testUser: TestUser, node: string): Promise<string> {
  await testUser.button(`New token of ${node}`).click();
  await testUser.page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  const shown = testUser.page.getByRole('dialog', { name: `Your token of ${node}` });
  const token = (await shown.locator('pre').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  return token;
}

/** Presses Tab until the control of a name has the focus. */
async function tabTo(testUser: TestUser, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await testUser.page.keyboard.press('Tab');
    const focused = await testUser.page.evaluate(() => {
      const element = document.activeElement;
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
    if (focused === name) return;
  }
  throw new Error(`${name} cannot be reached with the keyboard`);
}
