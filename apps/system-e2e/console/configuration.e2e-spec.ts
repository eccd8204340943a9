import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';

const FILE = `providers:
  maps:
    type: geoserver
    url: http://maps.example.org/geoserver
groups:
  - name: hydrologists
permissions:
  - service: maps
    permission: getcapabilities
    group: hydrologists
  - service: nowhere
    permission: read
    group: hydrologists
`;
const upload = (name: string, text: string) => ({
  name,
  mimeType: 'application/yaml',
  buffer: Buffer.from(text),
});

describe('the page of configuration files', () => {
  const tests = BrowserTests.register();
  let user: TestUser;

  beforeEach(async () => {
    user = await tests.newTestUser();
    await user.signInWithoutPage(tests.system.administrator);
  });

  const plan = async (...files: ReturnType<typeof upload>[]): Promise<void> => {
    await user.open('configuration?tab=plan');
    await user.page.locator('input[name="files"]').setInputFiles(files);
    await user.button('Plan').click();
    await user.page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
  };
  const setPermission = async (group: string, service: string, permission: string): Promise<void> => {
    const address = `${tests.system.apiUrl}/groups/${group}/services/${service}/permissions`;
    expect((await user.page.request.put(address, { data: { permission } })).ok()).toBe(true);
  };
  const apply = async (): Promise<void> => {
    await user.button('Apply…').click();
    await user.page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  };

  it('plans files, applies them, shows drift, and exports the state', async () => {
    const { page } = user;
    await plan(upload('maps.yml', FILE));
    expect(await page.locator('h2:focus').innerText()).toBe('Plan');
    const message = page.getByRole('row').filter({ hasText: 'Service not found.' });
    expect(await message.innerText()).toMatch(/Skipped[\s\S]*maps\.yml[\s\S]*line 11, column 5/);
    expect(await user.violations()).toEqual([]);
    await apply();
    await page.getByText(/The files are applied\. Revision \d+/).waitFor();

    // A change by other means, of which the page is told.
    await user.open('configuration');
    const set = page.getByRole('region', { name: 'default' });
    await set.getByText('none', { exact: true }).waitFor();
    await setPermission('hydrologists', 'maps', 'getcapabilities-deny-recursive');
    await set.getByText('1 difference').waitFor();
    const drift = set.getByRole('row').filter({ hasText: 'getcapabilities of hydrologists on maps' });
    expect(await drift.innerText()).toMatch(/Allow here and below[\s\S]*Deny here and below/);
    expect(await user.violations()).toEqual([]);

    await page.getByRole('tab', { name: 'Export' }).click();
    await user.button('Prepare the files').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      user.button('Download service-maps.yml').click(),
    ]);
    expect(download.suggestedFilename()).toBe('service-maps.yml');
    expect(await user.violations()).toEqual([]);
  });

  it('shows messages in French to its readers, on a phone', async () => {
    const reader = await tests.newTestUser({ locale: 'fr-FR', width: 320 });
    await reader.signInWithoutPage(tests.system.administrator);
    await reader.open('configuration?tab=plan');
    await reader.page.locator('input[name="files"]').setInputFiles(upload('maps.yml', FILE));
    await reader.button('Planifier').click();
    const message = reader.page.getByRole('row').filter({ hasText: 'Service introuvable.' });
    expect(await message.innerText()).toMatch(/Non appliqué[\s\S]*Vérifiez le nom, y compris sa casse/);
    expect(await reader.violations()).toEqual([]);
  });

  it('applies nothing if a colleague has changed something meanwhile, and shows what is different', async () => {
    user.expects(409);
    const files = 'permissions: [{service: rivers, permission: access, group: sailors}]';
    await tests.api.createService('rivers');
    await tests.api.createGroup('sailors');
    await plan(upload('rivers.json', files));
    await setPermission('sailors', 'rivers', 'access-deny-match');
    await user.page.getByText('were changed after this plan was made').waitFor();
    await apply();
    await user.page.getByText('The plan is no longer the one that you confirmed.').waitFor();
    await user.page
      .getByText('rivers, access, sailors: Deny, only this resource → Allow here and below')
      .waitFor();
    await apply();
    await user.page.getByText(/The files are applied\. Revision \d+/).waitFor();
  });
});
