import { MailServer, type ReceivedMail } from '@gatehouse/testing';
import { BrowserTests } from '../src/browser-tests';
import type { Account } from '../src/system';
import type { TestUser } from '../src/test-user';
import { budgetOf, pointer, type Way, ways } from '../src/ways';

const PASSWORD = 'seven bridges of koenigsberg';
const phone = { width: 390 } as const;

/** A link of the text of a mail. */
function linkIn(mail: ReceivedMail, which = 0): string {
  const links = [...new Set((mail.parsed.text ?? '').match(/http:\/\/localhost:\d+\/tmp\/[0-9a-f-]{36}/g))];
  const link = links[which];
  if (link === undefined) throw new Error(`The mail has ${links.length} links:\n${mail.parsed.text}`);
  return link;
}

describe('on the pages that need no session,', () => {
  let mails: MailServer;
  const tests = BrowserTests.register(async () => {
    mails = await MailServer.start();
    return {
      settings: {
        ...mails.environment,
        SVC_USER_REGISTRATION_ENABLED: 'true',
        SVC_USER_REGISTRATION_ADDRESS_LIMIT: '1000',
        SVC_PASSWORD_RESET_REQUESTS: '1000',
        SVC_USER_REGISTRATION_APPROVAL_ENABLED: 'true',
        SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT: 'approvers@example.org',
      },
    };
  });
  afterAll(() => mails?.close());

  async function register(testUser: TestUser, userName: string, way: Way): Promise<Account> {
    await way.enter(testUser.field('User name'), userName);
    await way.enter(testUser.field('Email'), `${userName}@example.org`);
    await way.enter(testUser.field('Password'), PASSWORD);
    await way.press(testUser.button('Create account'));
    await testUser.heading('Check your email').waitFor();
    return { userName, password: PASSWORD };
  }

  it.each(ways)(
    'a registrant on a phone confirms by the mail, an administrator approves with one press, and the registrant signs in, with $name',
    async (way) => {
      const name = `ada.lovelace.${way.budget(1)}`;
      const ada = await tests.newTestUser(phone);
      const withinBudget = await budgetOf(ada.page, way, 3);
      await ada.open('login');
      await way.press(ada.page.getByRole('link', { name: 'Create an account' }));
      const account = await register(ada, name, way);

      await ada.page.goto(linkIn(await mails.mailTo(`${name}@example.org`)));
      await ada.heading('Confirm your email address').waitFor();
      await way.press(ada.button('Confirm'));
      await ada.heading('Email address confirmed').waitFor();
      await withinBudget();

      const administrator = (await tests.newTestUser()).expects(401);
      const decision = await mails.mail(
        ({ to, parsed }) => to.includes('approvers@example.org') && (parsed.text ?? '').includes(name),
      );
      await administrator.page.goto(linkIn(decision));
      await way.press(administrator.page.getByRole('link', { name: 'Sign in' }));
      await administrator.signIn(tests.system.administrator, way);
      await administrator.heading('Approve this registration?').waitFor();
      await administrator.page.getByText(`${name}@example.org`).first().waitFor();
      await way.press(administrator.button('Approve'));
      await administrator.heading('Registration approved').waitFor();

      await mails.mailTo(`${name}@example.org`, /ready|approved/i);
      await ada.open('login');
      await ada.signIn(account, way);
      await ada.heading(`Signed in as ${name}`).waitFor();
    },
  );

  it('an administrator declines on the page of the registration', async () => {
    const registrant = await tests.newTestUser(phone);
    await registrant.open('register/users');
    await register(registrant, 'mallory', pointer);
    await registrant.page.goto(linkIn(await mails.mailTo('mallory@example.org')));
    await registrant.button('Confirm').click();
    await registrant.heading('Email address confirmed').waitFor();

    const administrator = await tests.newTestUser();
    await administrator.signInWithoutPage(tests.system.administrator);
    await administrator.open('register/users/mallory');
    await administrator.button('Decline').click();
    await administrator.heading('Registration declined').waitFor();
    await mails.mailTo('mallory@example.org', /declined/i);
  });

  it('a link is used once', async () => {
    const registrant = (await tests.newTestUser(phone)).expects(404);
    await registrant.open('register/users');
    await register(registrant, 'twice', pointer);
    const link = linkIn(await mails.mailTo('twice@example.org'));
    await registrant.page.goto(link);
    await registrant.button('Confirm').click();
    await registrant.heading('Email address confirmed').waitFor();
    await registrant.page.goto(link);
    await registrant.heading('This link does not work').waitFor();
  });

  it('a user sets a new password by the link of a mail, with the keyboard only', async () => {
    await tests.api.createUser('forgetful');
    // Only the API knows the names that the password must not contain.
    const testUser = (await tests.newTestUser(phone)).expects(400);
    const { keyboard } = testUser.page;
    await testUser.open('login');
    await testUser.page.getByRole('link', { name: 'Forgot your password?' }).focus();
    await keyboard.press('Enter');
    await testUser.page.locator('input[name="user_name"]:focus').waitFor();
    await keyboard.type('forgetful@example.org');
    await keyboard.press('Enter');
    await testUser.page.locator('h1:focus', { hasText: 'Check your email' }).waitFor();

    await testUser.page.goto(linkIn(await mails.mailTo('forgetful@example.org')));
    await testUser.page.locator('h1:focus', { hasText: 'Choose a new password' }).waitFor();
    await testUser.field('New password').waitFor();
    await keyboard.press('Tab');
    await keyboard.type('forgetful-forgetful');
    await keyboard.press('Enter');
    await testUser.page.locator('input[aria-invalid="true"]:focus').waitFor();
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await testUser.page.locator('h1:focus', { hasText: 'Password changed' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await testUser.signIn({ userName: 'forgetful', password: PASSWORD });
    await testUser.heading('Signed in as forgetful').waitFor();
  });

  it.each(ways)('a user accepts the terms of a group by the link of a mail, with $name', async (way) => {
    const [user, group] = [`member-${way.budget(1)}`, `climate-data-${way.budget(1)}`];
    await tests.api.createUser(user);
    await tests.api.createGroup(group, 'For research only.');
    await tests.api.addMember(user, group);
    const testUser = await tests.newTestUser(phone);
    const withinBudget = await budgetOf(testUser.page, way, 1);
    await testUser.page.goto(linkIn(await mails.mailTo(`${user}@example.org`)));
    await testUser.page.getByRole('region', { name: 'Terms' }).getByText('For research only.').waitFor();
    await way.press(testUser.page.getByRole('button'));
    await testUser.page.locator('h1:focus').waitFor();
    await withinBudget();
    const { group_names } = await tests.api.get(`users/${user}/groups`);
    expect(group_names).toContain(group);
  });

  it.each([
    'register/users',
    'register/users/nobody',
    'password/reset',
    'login',
    'tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05',
  ])('%s transfers at most 60 kB, headers included', async (path) => {
    const testUser = (await tests.newTestUser()).expects(401).expects(404);
    const wire = await testUser.page.context().newCDPSession(testUser.page);
    let bytes = 0;
    await wire.send('Network.enable');
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await testUser.open(path);
    await testUser.page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  const states: readonly { name: string; reach: (testUser: TestUser) => Promise<void> }[] = [
    { name: 'the registration form', reach: (testUser) => testUser.open('register/users') },
    {
      name: 'the registration form with errors',
      reach: async (testUser) => {
        await testUser.open('register/users');
        await testUser.page.locator('button[type="submit"]').click();
        await testUser.page.locator('[aria-invalid="true"]').first().waitFor();
      },
    },
    { name: 'the form for a forgotten password', reach: (testUser) => testUser.open('password/reset') },
    {
      name: 'an unknown link',
      reach: async (testUser) => {
        testUser.expects(404);
        await testUser.open('tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05');
        await testUser.page.locator('h1:focus').waitFor();
      },
    },
    {
      name: 'a registration without a session',
      reach: async (testUser) => {
        testUser.expects(401);
        await testUser.open('register/users/nobody');
        await testUser.page.locator('h1:focus').waitFor();
      },
    },
  ];

  describe.each(states)('$name', ({ reach }) => {
    it.each([
      { colorScheme: 'light', width: 390 },
      { colorScheme: 'dark' },
      { colorScheme: 'light', width: 320, locale: 'fr-FR' },
      { forcedColors: 'active' },
    ] as const)('has no accessibility violation and fits its width: %j', async (how) => {
      const testUser = await tests.newTestUser(how);
      await reach(testUser);
      expect(await testUser.violations()).toEqual([]);
      expect(await testUser.horizontalOverflow()).toBe(0);
      expect(await testUser.page.title()).toMatch(/^.+ – Gatehouse$/);
    });
  });

  let count = 0;
  /** Registers without the page; returns the name, and the link of its mail. */
  async function registered(): Promise<{ name: string; link: string }> {
    const name = `reader-${++count}`;
    const email = `${name}@example.org`;
    const reply = await fetch(`${tests.system.apiUrl}/register/users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ user_name: name, email, password: PASSWORD }),
    });
    expect(reply.status).toBe(201);
    return { name, link: linkIn(await mails.mailTo(email)) };
  }
  const action = (testUser: TestUser) => testUser.page.locator('main .content button').first();
  const confirm = async (testUser: TestUser): Promise<string> => {
    const { name, link } = await registered();
    await testUser.page.goto(link);
    await action(testUser).click();
    await testUser.page.locator('h1:focus').waitFor();
    await action(testUser).waitFor({ state: 'detached' });
    return name;
  };
  it.each(ways)(
    'an administrator approves, adds the user to two groups and sees the resulting access, with $name',
    async (way) => {
      const suffix = way.budget(1);
      for (const group of [`clouds-${suffix}`, `rivers-${suffix}`]) {
        await tests.api.createGroup(group);
        await tests.api.createTree(`data-of-${group}`, ['open.nc']);
        await tests.api.assign(`groups/${group}`, `data-of-${group}`, 'read');
      }
      const name = await confirm(await tests.newTestUser());
      const administrator = await tests.newTestUser();
      const { page } = administrator;
      await administrator.signInWithoutPage(tests.system.administrator);
      await administrator.open();
      const withinBudget = await budgetOf(page, way, 6);
      await way.press(page.getByRole('link', { name: /registrations? waits? for approval$/ }));
      await administrator.heading('Registrations').waitFor();
      await way.press(page.getByRole('link', { name, exact: true }));
      await way.press(administrator.button('Approve'));
      await administrator.heading(name).waitFor();
      const groups = page.getByRole('combobox', { name: 'Add to a group' });
      const reach = page.getByRole('region', { name: 'What they can reach' });
      await reach.getByText('This account has no access to any service.').waitFor();
      for (const group of [`clouds-${suffix}`, `rivers-${suffix}`]) {
        await groups.fill(group);
        await page.keyboard.press('Enter');
        await administrator.button(`Remove from ${group}`).waitFor();
        const opened = reach.getByRole('listitem').filter({ hasText: `data-of-${group}` });
        await opened.getByText('new', { exact: true }).waitFor();
      }
      await withinBudget();
    },
  );

  const steps: readonly { name: string; reach: (testUser: TestUser) => Promise<void> }[] = [
    {
      name: 'a link with a button',
      reach: async (testUser) => {
        await testUser.page.goto((await registered()).link);
        await action(testUser).waitFor();
      },
    },
    { name: 'the outcome of a link', reach: async (testUser) => void (await confirm(testUser)) },
    {
      name: 'a registration that awaits a decision',
      reach: async (testUser) => {
        const name = await confirm(testUser);
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open(`register/users/${name}`);
        await testUser.page.locator('.decision button').nth(1).waitFor();
        expect(await testUser.page.locator('time').textContent()).toMatch(/\b20\d\d\b/);
      },
    },
    {
      name: 'the list of registrations',
      reach: async (testUser) => {
        const { name } = await registered();
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open('registrations');
        await testUser.page.getByRole('link', { name, exact: true }).waitFor();
      },
    },
    {
      name: 'a registration in the list',
      reach: async (testUser) => {
        const { name } = await registered();
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open(`registrations/${name}`);
        await testUser.page.locator('dl').waitFor();
      },
    },
    {
      name: 'a submitted registration',
      reach: async (testUser) => {
        const name = `reader-${++count}`;
        await testUser.open('register/users');
        await testUser.page.locator('input[name="user_name"]').fill(name);
        await testUser.page.locator('input[name="email"]').fill(`${name}@example.org`);
        await testUser.page.locator('input[name="password"]').fill(PASSWORD);
        await testUser.page.locator('button[type="submit"]').click();
        await testUser.page.locator('h1:focus').waitFor();
      },
    },
    {
      name: 'the form for a new password',
      reach: async (testUser) => {
        const { userName } = await tests.api.createUser(`reader-${++count}`);
        await fetch(`${tests.system.apiUrl}/register/password-reset`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ user_name: userName }),
        });
        await testUser.page.goto(linkIn(await mails.mailTo(`${userName}@example.org`)));
        await testUser.page.locator('input[name="password"]').waitFor();
      },
    },
  ];

  describe.each(steps)('$name', ({ reach }) => {
    // 640 px wide is also 1280 px at 200 %, and 320 px at 400 %. WCAG 1.4.4, 1.4.10
    it.each([{ colorScheme: 'dark', width: 320, locale: 'fr-FR' }, { width: 640 }] as const)(
      'has no accessibility violation and fits its width, with buttons of one line: %j',
      async (how) => {
        const testUser = await tests.newTestUser(how);
        await reach(testUser);
        expect(await testUser.violations()).toEqual([]);
        expect(await testUser.horizontalOverflow()).toBe(0);
        expect(await testUser.wrappedButtons()).toEqual([]);
      },
    );
  });
});
