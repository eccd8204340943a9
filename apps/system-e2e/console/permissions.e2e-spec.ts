import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { BrowserTests } from '../src/browser-tests';
import { ClickCounter } from '../src/click-counter';
import type { TestUser } from '../src/test-user';
import { budgetOf, ways } from '../src/ways';

describe('permissions in the console', () => {
  const tests = BrowserTests.register();
  let testUser: TestUser;

  beforeAll(async () => {
    const { api } = tests;
    await api.createGroup('modellers');
    await api.createGroup('editors');
    await api.createUser('ada', { group: 'modellers' });
    await api.createUser('bob', { group: 'editors' });
    await api.createTree('archive', ['ocean/2024/sst.nc', 'ocean/2024/chl.nc', 'land/soil.nc']);
    await tests.api.assign('groups/modellers', 'archive/ocean', 'read');
    await tests.api.assign('users/ada', 'archive/ocean/2024/chl.nc', 'read-deny-match');
  });

  beforeEach(async () => {
    testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
  });

  const link = (name: string): Locator =>
    testUser.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const cell = (row: string, permission: number, of = testUser): Locator =>
    of.page
      .getByRole('row')
      .filter({ has: of.page.getByRole('rowheader', { name: row }) })
      .getByRole('gridcell')
      .nth(permission);
  const item = (name: string): Locator =>
    testUser.page
      .getByRole('menuitemradio', { name, exact: true })
      .or(testUser.page.getByRole('menuitem', { name, exact: true }));
  /** What is gained, in the review: it is computed when the dialog is open, and before that nothing can be saved. */
  const gain = (): Locator =>
    testUser.page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: /read.*gain/ });

  it.each(ways)('show who can read a resource, and why, after three clicks, with $name', async (way) => {
    const withinBudget = await budgetOf(testUser.page, way, 3);
    await way.press(link('Services'));
    await testUser.heading('Services').waitFor();
    await way.press(testUser.page.getByRole('link', { name: 'archive', exact: true }));
    await way.press(testUser.page.getByRole('link', { name: 'Who has access', exact: true }));
    await testUser.page.getByRole('combobox', { name: 'Another resource: name, path or id' }).fill('sst.nc');
    await testUser.page.getByRole('option', { name: 'sst.nc' }).waitFor();
    await testUser.page.keyboard.press('Enter');
    await testUser.page
      .getByRole('heading', { name: 'Who has access to archive/ocean/2024/sst.nc, and why' })
      .waitFor();
    const ada = testUser.page.getByRole('row').filter({ hasText: 'ada' }).filter({ hasText: 'read' });
    await ada.getByText('group modellers').waitFor();
    await withinBudget();
  });

  it.each(ways)('show what a user can reach, explicit and effective, with $name', async (way) => {
    const withinBudget = await budgetOf(testUser.page, way, 3);
    await way.press(link('Permissions'));
    await testUser.page.getByRole('combobox', { name: 'User name', exact: true }).fill('ada');
    await way.choose(testUser.page.getByRole('option', { name: 'ada' }));
    await testUser.page.getByRole('heading', { name: 'Effective permissions of ada' }).waitFor();
    await way.press(testUser.page.getByText('Resources with assignments').first());
    const denied = testUser.page.getByRole('row').filter({ hasText: 'archive/ocean/2024/chl.nc' });
    await denied.getByText('read: Deny, only this resource').waitFor();
    await withinBudget();
  });

  it.each(ways)('lead from the search to the location of a resource in its tree, with $name', async (way) => {
    const { page } = testUser;
    const withinBudget = await budgetOf(page, way, 2);
    if (way.budget(1) > 0) await testUser.button('Search and commands').click();
    else await page.keyboard.press('Control+k');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('ocean/2024/sst');
    await way.choose(page.getByRole('option', { name: 'archive/ocean/2024/sst.nc' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: 'sst.nc' }).waitFor();
    expect(testUser.location).toMatch(/^services\/archive\?resource=\d+$/);
    await withinBudget();
  });

  it('are granted, denied below, reviewed, saved and undone with twelve clicks', async () => {
    const clicks = await ClickCounter.on(testUser.page);
    const { page } = testUser;
    await link('Permissions').click();
    await page.getByText('Group', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Group name', exact: true }).fill('editors');
    await page.getByRole('option', { name: 'editors' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'archive: Open the grid' }).click();
    await page.getByRole('rowheader', { name: 'ocean' }).waitFor();
    await cell('ocean', 1).click();
    await item('Allow here and below').click();
    await page.getByRole('combobox', { name: 'Find a resource: name, path or id' }).fill('sst.nc');
    await page.getByRole('option', { name: 'sst.nc' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'sst.nc' }).waitFor();
    await cell('sst.nc', 1).click();
    await item('Deny, only this resource').click();
    await testUser.button('Review').click();
    await gain().waitFor();
    await testUser.button('Save').click();
    await page
      .getByText(/2 assignments saved as revision \d+/)
      .first()
      .waitFor();
    expect(await tests.api.assignments('groups/editors', 'archive')).toEqual([
      'read-allow-recursive',
      'read-deny-match',
    ]);
    await testUser.button('Undo').click();
    await page.getByText('The last change was undone.').first().waitFor();
    expect(await tests.api.assignments('groups/editors', 'archive')).toEqual([]);
    expect(await clicks.count()).toBeLessThanOrEqual(12);
  });

  it('are granted, denied below, reviewed, saved and undone with the keyboard only', async () => {
    const { page } = testUser;
    const clicks = await ClickCounter.on(page);
    await link('Permissions').focus();
    await page.keyboard.press('Enter');
    // The page takes the focus to its heading when it has been drawn.
    await testUser.heading('Permissions').and(page.locator(':focus')).waitFor();
    await page.getByRole('radio', { name: 'User' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('editors');
    await page.getByRole('option', { name: 'editors' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'archive: Open the grid' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'archive' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await page.getByRole('rowheader', { name: '2024' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('a');
    await page.locator('[aria-live="polite"]').getByText('read: Allow here and below').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await item('Deny, only this resource').waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await testUser.button('Review').focus();
    await page.keyboard.press('Enter');
    await gain().waitFor();
    await testUser.button('Save').focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/2 assignments saved as revision \d+/)
      .first()
      .waitFor();
    await testUser.button('Undo').focus();
    await page.keyboard.press('Enter');
    await page.getByText('The last change was undone.').first().waitFor();
    expect(await clicks.count()).toBe(0);
  });

  it.each(ways)('of a user are copied to another with six clicks, with $name', async (way) => {
    const withinBudget = await budgetOf(testUser.page, way, 6);
    const { page } = testUser;
    const copyist = await tests.api.createUser(`copy.${way.budget(1)}`);
    await way.press(link('Permissions'));
    await page.getByRole('combobox', { name: 'User name', exact: true }).fill('ada');
    await way.choose(page.getByRole('option', { name: 'ada' }));
    await way.press(testUser.button('Copy permissions…'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'User name', exact: true }).fill(copyist.userName);
    await way.choose(dialog.getByRole('option', { name: copyist.userName }));
    await way.press(testUser.button('Review'));
    await way.press(testUser.button('Save'));
    await page
      .getByText(/1 assignment saved as revision \d+/)
      .first()
      .waitFor();
    expect(await tests.api.assignments(`users/${copyist.userName}`, 'archive')).toEqual(['read-deny-match']);
    await withinBudget();
  });

  it('are not copied before a target is chosen: the dialog says what is missing', async () => {
    const { page } = testUser;
    await testUser.open('permissions/users/ada');
    await testUser.button('Copy permissions…').click();
    await testUser.button('Review').click();
    await page.getByRole('dialog').getByText('Choose the user or group to copy to.').waitFor();
    expect(await testUser.button('Save').count()).toBe(0);
  });

  describe.each(ways)('that are edited with $name', (way) => {
    /** Sets the permission to read of `land` for the editors. */
    async function edit(choice: string): Promise<void> {
      await testUser.open('permissions/groups/editors/archive');
      await way.press(cell('land', 1));
      await way.press(item(choice));
    }
    async function saveAndUndo(check?: () => Promise<void>): Promise<void> {
      await way.press(testUser.button('Save'));
      await testUser.page
        .getByText(/1 assignment saved as revision \d+/)
        .first()
        .waitFor();
      await check?.();
      await way.press(testUser.button('Undo'));
      await testUser.page.getByText('The last change was undone.').first().waitFor();
    }
    const assignments = () => tests.api.assignments('groups/editors', 'archive');

    it('survive the end of the session: signing in continues with the review', async () => {
      testUser.expects(401);
      await edit('Allow, only this resource');
      await testUser.removeSessionCookie();
      await way.press(testUser.button('Review'));
      await testUser.signInAgain(tests.system.administrator, way);
      await gain().waitFor();
      await saveAndUndo(async () => expect(await assignments()).toContain('read-allow-match'));
    });

    it('survive a lost connection: the review continues when it has returned', async () => {
      const { page } = testUser;
      await edit('Deny, only this resource');
      await testUser.goOffline();
      await page.getByText('You are offline.').first().waitFor();
      await page.getByText('Your changes stay here and can be saved').first().waitFor();
      await way.press(testUser.button('Review'));
      const review = page.getByRole('dialog');
      await review.getByText('No connection. This is loaded as soon as it returns.').waitFor();
      await testUser.goOnline();
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
      await review.getByText('No user gains or loses anything.').waitFor();
      await saveAndUndo(async () => expect(await assignments()).toContain('read-deny-match'));
    });
  });

  it('of a group include what everyone may do: in the grid, its explanation, the list of who has access and its export', async () => {
    const { page } = testUser;
    await tests.api.createGroup('divers');
    const { userName, password } = await tests.api.createUser('dora', { group: 'divers' });
    await tests.api.createTree('public-archive', ['ocean/sst.nc', 'draft/new.nc']);
    await tests.api.assign('groups/anonymous', 'public-archive', 'read');
    await tests.api.assign('groups/divers', 'public-archive/draft', 'read-deny');
    await testUser.open('permissions/groups/divers/public-archive');
    expect(await cell('ocean', 1).getAttribute('aria-label')).toBe('Not set. Allowed, everyone (in effect)');
    expect(await cell('draft', 1).getAttribute('aria-label')).toBe(
      'Deny and below. Denied, group divers (in effect)',
    );
    await cell('ocean', 1).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A member of divers without other assignments is allowed to read.').waitFor();
    const rules = dialog.getByRole('listitem');
    await rules.first().waitFor();
    expect(await rules.allInnerTexts()).toEqual([
      expect.stringMatching(/^✓\s*everyone · public-archive · Allow here and below[\s\S]*used/),
    ]);
    expect(await testUser.violations()).toEqual([]);
    await testUser.button('Close').click();

    // As a member of the group sees it.
    const member = await tests.newTestUser();
    await member.signInWithoutPage({ userName, password });
    const effective = await member.page.request.get(
      `${tests.system.apiUrl}/users/current/services/public-archive/permissions?effective=true`,
    );
    expect(await effective.json()).toMatchObject({
      permissions: expect.arrayContaining([
        expect.objectContaining({
          name: 'read',
          access: 'allow',
          reason: expect.stringMatching(/:anonymous$/),
        }),
      ]),
    });

    await testUser.open('services/public-archive?tab=access&kind=group&permission=read');
    const row = (name: string): Locator =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    expect(await row('divers').innerText()).toMatch(/read\s*✓\s*Allowed\s*everyone/);
    expect(await row('Everyone').locator('gh-principal').getAttribute('title')).toBe('anonymous');
    const saving = page.waitForEvent('download');
    await testUser.button('Export CSV').click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).split(/\r?\n/);
    expect(lines).toContainEqual(
      expect.stringMatching(/^group,divers,read,deny,no-permission,allow,group:\d+:anonymous$/),
    );

    await page.getByRole('searchbox', { name: 'Name contains' }).fill('every');
    await row('divers').waitFor({ state: 'detached' });
    await row('Everyone').waitFor();
    await testUser.open('permissions');
    await page.getByText('Group', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Group name', exact: true }).fill('everyo');
    await page.getByRole('option', { name: 'Everyone anonymous' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Effective permissions of Everyone' }).waitFor();
    expect(testUser.location).toBe('permissions/groups/anonymous');
  });

  it('that another administrator has changed after the edit are marked with the name, and replaced only by decision', async () => {
    const { page } = testUser;
    const carla = await tests.newTestUser();
    await carla.signInWithoutPage(await tests.api.createUser('carla', { group: 'administrators' }));
    const grid = 'permissions/groups/editors/archive';
    await testUser.open(grid);
    await cell('land', 1).focus();
    await page.keyboard.press('a');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    const assignments = () => tests.api.assignments('groups/editors', 'archive');

    // The other administrator denies and saves; the edit is based on a state before that.
    await carla.open(grid);
    await cell('land', 1, carla).focus();
    await carla.page.keyboard.press('d');
    await carla.button('Review').click();
    await carla.button('Save').click();
    await carla.page.getByText(/1 assignment saved as revision \d+/).waitFor();

    await cell('land', 1).getByText('carla: Deny here and below').waitFor();
    await page.getByText(/^carla set “Deny here and below” .*(ago|now)\.$/).waitFor();
    await page.getByText('You are editing read of editors on archive/land.').waitFor();
    await testUser.button('Review').click();
    const review = page.getByRole('dialog');
    await review.getByText(/^carla set “Deny here and below”/).waitFor();
    await review.getByText('When you edited it: Not set').waitFor();
    expect(await testUser.button('Save').count()).toBe(0);
    await testUser.button('Continue').click();
    await review.getByText('Choose what to keep for each of them.').waitFor();
    expect(await assignments()).toEqual(['read-deny-recursive']);
    await review.getByRole('radio', { name: 'Keep theirs: Deny here and below' }).check();
    await testUser.button('Continue').click();
    await review.waitFor({ state: 'detached' });
    expect(await page.getByText('unsaved change').count()).toBe(0);
    expect(await assignments()).toEqual(['read-deny-recursive']);

    // The second time the edit is kept, in the bar; the review shows both states, and the request names the revision.
    await cell('land', 1).focus();
    await page.keyboard.press('a');
    await carla.button('Undo').click();
    await carla.page.getByText('The last change was undone.').first().waitFor();
    await page.getByText(/^carla removed this assignment/).waitFor();
    await testUser.button('Keep mine').click();
    await testUser.button('Review').click();
    const row = review.getByRole('row').filter({ hasText: 'archive/land' });
    await row.getByText('When you edited it: Deny here and below').waitFor();
    await row.getByText('Not set').waitFor();
    await gain().waitFor();
    await tests.api.assign('groups/modellers', 'archive/land', 'read');
    const sent = page.waitForRequest((request) => request.url().endsWith('/permissions/changes'));
    await testUser.button('Save').click();
    const headers = await (await sent).allHeaders();
    const saved = await page.getByText(/1 assignment saved as revision \d+/).innerText();
    expect(Number(headers['if-match']?.replaceAll('"', ''))).toBe(
      Number(/\d+\.$/.exec(saved)?.[0]?.slice(0, -1)) - 2,
    );
    expect(await assignments()).toEqual(['read-allow-recursive']);
    await testUser.button('Undo').click();
    await page.getByText('The last change was undone.').first().waitFor();
    await tests.api.unassign('groups/modellers', 'archive/land', 'read');
  });

  it('are saved and undone with feedback in view and the focus on the cell, and Ctrl+Z takes back edits', async () => {
    const { page } = testUser;
    await tests.api.createTree(
      'long',
      Array.from({ length: 30 }, (_, n) => `${10 + n}.nc`),
    );
    const isInView = (name: string) =>
      testUser.button(name).evaluate((element) => {
        const { top, bottom, left } = element.getBoundingClientRect();
        const shown = document.elementFromPoint(left + 5, (top + bottom) / 2);
        return top >= 0 && bottom <= window.innerHeight && element.contains(shown);
      });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await testUser.open('permissions/groups/editors/long');
    await cell('12.nc', 1).focus();
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('d');
    await page.getByText('2 unsaved changes', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await testUser.button('Review').click();
    await page.getByRole('heading', { name: 'Review the changes' }).and(page.locator(':focus')).waitFor();
    await testUser.button('Save').click();
    await page.getByText(/1 assignment saved as revision \d+/).waitFor();
    await page.locator('[role="gridcell"]:focus').waitFor();
    expect(await focused()).toMatch(/^Allow only this|^Allow and below/);
    expect(await isInView('Undo')).toBe(true);
    await testUser.button('Undo').click();
    await page.getByText('The last change was undone.').first().waitFor();
    await page.locator('[role="gridcell"]:focus').waitFor();
    expect(await focused()).toMatch(/^Not set/);
  });

  it.each(['permissions/groups/editors/long', 'services/long'])(
    'of the resource of a link are in the middle of the window, with the focus: %s',
    async (address) => {
      const { page } = testUser.expects(404);
      const { results } = (await tests.api.get('search?q=long/37.nc')) as { results: { id: number }[] };
      await testUser.open(`${address}?resource=${results[0]?.id}`);
      const found = page.locator('.row.found [role="rowheader"]');
      await found.waitFor();
      expect(await found.innerText()).toContain('37.nc');
      const { top, height } = await found.evaluate((element) => ({
        top: element.getBoundingClientRect().top,
        height: window.innerHeight,
      }));
      expect(top / height).toBeGreaterThan(0.3);
      expect(top / height).toBeLessThan(0.7);
      await page.locator('.row.found [role="rowheader"]:focus').waitFor();
      await testUser.open(`${address}?resource=999999`);
      await page.getByText('The resource does not exist, or is not in this service.').waitFor();
    },
  );

  it('are explained by every assignment that was considered, in order', async () => {
    const { page } = testUser;
    await testUser.open('permissions/users/ada/archive');
    await page.getByRole('combobox', { name: 'Find a resource: name, path or id' }).fill('chl.nc');
    await page.getByRole('option', { name: 'chl.nc' }).click();
    await page.getByRole('rowheader', { name: 'chl.nc' }).waitFor();
    await cell('chl.nc', 1).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ada is not allowed to read.').waitFor();
    // The assignments are read when the dialog is open.
    await dialog.getByRole('listitem').first().waitFor();
    const rules = await dialog.getByRole('listitem').allInnerTexts();
    expect(rules).toHaveLength(2);
    expect(rules[0]).toMatch(/ada · chl\.nc · Deny, only this resource[\s\S]*used/);
    expect(rules[1]).toMatch(/group modellers · ocean · Allow here and below[\s\S]*ignored/);
  });

  it('are a tree with rows and columns to assistive technology', async () => {
    const { page } = testUser;
    await testUser.open('permissions/groups/modellers/archive');
    await page.getByRole('rowheader', { name: 'ocean' }).waitFor();
    const grid = page.getByRole('treegrid', { name: 'Permissions of modellers on archive' });
    expect(await grid.getAttribute('aria-rowcount')).toBe('4');
    const ocean = page.getByRole('row', { level: 2 }).filter({ hasText: 'ocean' });
    expect(await ocean.getAttribute('aria-expanded')).toBe('false');
    expect(await cell('ocean', 1).getAttribute('aria-label')).toBe(
      'Allow and below. Allowed, group modellers (in effect)',
    );
    // Without edits, their bar takes no space.
    expect(await page.locator('gh-edit-bar').evaluate((bar) => bar.clientHeight + bar.clientWidth)).toBe(0);
  });

  it('that are not saved are kept while another service is shown, and are not lost without a question', async () => {
    const { page } = testUser;
    await testUser.open('permissions/groups/editors/archive');
    await cell('ocean', 1).click();
    await item('Deny here and below').click();
    await link('Services').click();
    await page.getByRole('link', { name: 'archive', exact: true }).click();
    await page.getByText('1 unsaved change', { exact: true }).first().waitFor();
    await link('Home').click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('1 change of permissions is not saved and will be lost.').waitFor();
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(testUser.location).toBe('services/archive');
    await page.getByText('1 unsaved change', { exact: true }).first().waitFor();
    await link('Home').click();
    await question.getByRole('button', { name: 'Leave and discard', exact: true }).click();
    await testUser.heading('Overview').waitFor();
    expect(await tests.api.assignments('groups/editors', 'archive')).toEqual([]);
  });
});
