import { BrowserTests } from '../src/browser-tests';
import { CatalogServer } from '../src/catalog-server';
import type { TestUser } from '../src/test-user';
import { defectsOfViews } from '../src/views';

describe('the synchronization of a service in the console', () => {
  const tests = BrowserTests.register();
  let testUser: TestUser;
  let catalog: CatalogServer;

  beforeAll(async () => {
    catalog = await CatalogServer.start();
  });
  afterAll(() => catalog.close());
  beforeEach(async () => {
    testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(tests.system.administrator);
  });

  const card = (name: string) => testUser.page.getByRole('region', { name, exact: true });
  const registeredBelow = async (service: string) => {
    const found = await tests.api.get(`services/${service}/synchronization/resources`);
    return (found['resources'] as { readonly resource_name: string }[]).map(
      ({ resource_name: name }) => name,
    );
  };

  it('reads a new service, shows its tree, and registers what is chosen', async () => {
    const { page } = testUser;
    catalog.has('tides.nc', 'waves.nc', 'wind/daily.nc');
    await testUser.open('services?add=true');
    const form = page.getByRole('dialog', { name: 'Register a service' });
    await form.getByRole('combobox', { name: 'Type', exact: true }).selectOption('thredds');
    await form.getByRole('textbox', { name: 'Name' }).fill('ocean');
    await form.getByRole('textbox', { name: 'Private URL' }).fill(catalog.address);
    await form.getByRole('combobox', { name: 'Synchronization type' }).selectOption('thredds');
    await form.getByRole('radio', { name: 'Suggest' }).check();
    // What the service has is shown before there is a service.
    await form.getByRole('button', { name: 'Preview', exact: true }).click();
    await form.getByText('4 resources in 1 document').waitFor();
    expect(await form.getByRole('list', { name: 'Resources of the service' }).innerText()).toContain(
      'daily.nc',
    );
    expect(await defectsOfViews(testUser)).toEqual([]);
    await form.getByRole('button', { name: 'Register', exact: true }).click();

    await page.getByRole('heading', { name: 'First synchronization' }).waitFor();
    await testUser.button('Read the service').click();
    await page
      .getByText(/\d not registered/)
      .first()
      .waitFor();
    await testUser.button('Register waves.nc').click();
    await page.getByText('1 change was settled.').waitFor();
    expect(await registeredBelow('ocean')).toEqual(['waves.nc']);
    expect(await defectsOfViews(testUser)).toEqual([]);

    // Those that are not registered are rows of the tree, too, and lead to their review.
    await testUser.open('services/ocean');
    const wind = page.getByText('wind', { exact: true });
    await page.getByRole('row').filter({ has: wind }).getByRole('rowheader').click();
    const daily = page.getByRole('row').filter({ hasText: 'daily.nc' });
    await daily.getByText('not registered').waitFor();
    expect(await defectsOfViews(testUser)).toEqual([]);
    await daily.getByRole('gridcell', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Review and register' }).click();
    await page.getByRole('checkbox', { name: 'Select wind/daily.nc' }).waitFor();
  });

  it('shows what has vanished, deletes it on request, and keeps a rejected suggestion rejected', async () => {
    const { page } = testUser;
    await tests.api.createService('archive', catalog.address, 'thredds', { service_sync_type: 'thredds' });
    catalog.has('old.nc', 'new.nc');
    await testUser.open('services/archive?tab=synchronization');
    await testUser.button('Read the service').click();
    await page.getByRole('checkbox', { name: 'Select old.nc' }).check();
    await testUser.button('Accept').click();
    await page.getByText('1 change was settled.').waitFor();
    catalog.has('new.nc');
    await testUser.button('Synchronize now').click();
    await page.getByText('1 vanished').waitFor();
    // The list is read after the result: what was selected in the former one is not.
    await page.getByRole('checkbox', { name: 'Select old.nc' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select new.nc' }).check();
    await testUser.button('Reject').click();
    await page.getByRole('checkbox', { name: 'Select new.nc' }).waitFor({ state: 'detached' });
    await testUser.button('Clean up old.nc').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clean up', exact: true }).click();
    await page.getByText('No change fits the filter.').waitFor();
    expect(await registeredBelow('archive')).toEqual([]);
  });

  it('says why a service could not be read', async () => {
    catalog.fails();
    await tests.api.createService('away', catalog.address, 'thredds', { service_sync_type: 'thredds' });
    await testUser.open('services/away?tab=synchronization');
    await testUser.button('Read the service').click();
    await card('Synchronization').getByText('the service refused the request').waitFor();
    expect(await testUser.violations()).toEqual([]);
  });
});
