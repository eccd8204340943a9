import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';

describe('services in the console', () => {
  const tests = BrowserTests.register();
  let testUser: TestUser;

  beforeEach(async () => {
    testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(tests.system.administrator);
  });

  const serviceOf = async (name: string) =>
    (await tests.api.get(`services/${name}`))['service'] as Record<string, unknown>;

  it('have settings that are saved one after the other, in JSON or YAML', async () => {
    const { page } = testUser;
    await tests.api.createService('gauges', 'http://127.0.0.1:9/first', 'thredds');
    await testUser.open('services/gauges?tab=settings');
    const card = (name: string) =>
      page.locator('gh-card').filter({ has: page.getByRole('heading', { name }) });
    const save = (name: string, nth = 0) =>
      card(name).getByRole('button', { name: 'Save', exact: true }).nth(nth).click();
    const saved = page.getByText('Saved.').first();

    const configuration = page.getByRole('textbox', { name: 'Configuration', exact: true });
    await configuration.fill('{"skip_prefix": "data"');
    await page.getByText('This is not a valid object.').first().waitFor();
    expect(await card('Configuration').getByRole('button', { name: 'Save' }).first().isDisabled()).toBe(true);
    await configuration.fill('{"skip_prefix": "data"}');
    await page.getByRole('radio', { name: 'YAML' }).check();
    expect(await configuration.inputValue()).toBe('skip_prefix: data\n');
    await configuration.fill('skip_prefix: files\n');
    await save('Configuration');
    await saved.waitFor();
    expect((await serviceOf('gauges'))['configuration']).toMatchObject({ skip_prefix: 'files' });

    await page.getByRole('textbox', { name: 'Proxy options' }).fill('max_concurrency: 5\n');
    const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await save('Configuration', 1);
    expect((await changed).status()).toBe(200);
    expect((await serviceOf('gauges'))['proxy']).toMatchObject({ max_concurrency: 5 });

    await testUser.field('Private URL').fill('http://127.0.0.1:9/second');
    await testUser.field('Name').fill('river-gauges');
    await save('Identity');
    await testUser.heading('river-gauges').waitFor();
    expect((await serviceOf('river-gauges'))['service_url']).toBe('http://127.0.0.1:9/second');
  });

  it('have resources that are added one after the other, of the types that are possible there', async () => {
    const { page } = testUser;
    await tests.api.createService('levels', undefined, 'thredds');
    await testUser.open('services/levels');
    await testUser.button('Add a resource').click();
    const dialog = page.getByRole('dialog', { name: 'Add a resource below levels' });
    const type = dialog.getByRole('combobox', { name: 'Type' });
    expect(await type.locator('option').allInnerTexts()).toEqual(['directory', 'file']);
    await dialog.getByLabel('Name', { exact: true }).fill('north');
    await type.selectOption('directory');
    await dialog.getByRole('button', { name: 'Add and continue' }).click();
    await dialog.getByText('north was added.').waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await dialog.getByLabel('Name', { exact: true }).fill('index.nc');
    await type.selectOption('file');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { levels } = (await tests.api.get('services/levels/resources')) as {
      levels: { resources: Record<string, { resource_name: string; resource_type: string }> };
    };
    expect(
      Object.values(levels.resources).map(({ resource_name, resource_type }) => [
        resource_name,
        resource_type,
      ]),
    ).toEqual([
      ['north', 'directory'],
      ['index.nc', 'file'],
    ]);
  });
});
