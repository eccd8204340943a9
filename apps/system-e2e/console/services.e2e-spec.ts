import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';
import { defectsOfViews } from '../src/views';

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
    await save('Name and address');
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

  describe('with names of layers that are not registered', () => {
    /** As MapServer writes it: the map is the root, `all` is a group. */
    const CAPABILITIES = `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
      <WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms">
        <!-- MapServer -->
        <Service><Name>WMS</Name><Title>Maps</Title></Service>
        <Capability>
          <Layer><Name>atlas</Name><Title>Atlas</Title>
            <Layer><Name>topp:all</Name><Title>Everything</Title>
              <Layer queryable="1"><Name>topp:roads</Name><Title>Roads</Title></Layer>
              <Layer queryable="1"><Name>topp:secret</Name><Title>Secret</Title></Layer>
            </Layer>
            <Layer><Name>nurc:rivers</Name><Title>Rivers &amp; lakes</Title></Layer>
          </Layer>
        </Capability>
      </WMS_Capabilities>`;
    let answer = CAPABILITIES;
    const server = createServer((request, response) => {
      const isMap = request.url?.startsWith('/geoserver/wms?') ?? false;
      response.writeHead(isMap ? 200 : 404, { 'content-type': 'text/xml; charset=UTF-8' });
      response.end(isMap ? answer : '');
    });
    let url: string;

    beforeAll(async () => {
      url = `http://127.0.0.1:${await listenOnLoopback(server)}/geoserver`;
    });
    afterAll(() => closeServer(server));
    beforeEach(() => {
      answer = CAPABILITIES;
    });

    /** A service whose layer `topp:secret` is denied to a group and a user, who may see its other maps. */
    async function atlas(name: string): Promise<void> {
      const { api } = tests;
      await api.createGroup(`${name}-guests`);
      await api.createUser(`${name}-ada`, { group: `${name}-guests` });
      await api.createMaps(name, url, ['topp', 'topp/secret']);
      await api.allowGroup('anonymous', name, 'getmap');
      for (const principal of [`groups/${name}-guests`, `users/${name}-ada`])
        await api.assign(principal, `${name}/topp/secret`, 'getmap-deny-recursive');
    }
    const part = (visitor: TestUser) =>
      visitor.page.getByRole('region', { name: 'Names that are not registered' });

    it('show to whom these are refused, and lead to the permissions of each', async () => {
      await atlas('atlas');
      await testUser.open('services/atlas?tab=settings');
      const region = part(testUser);
      await region.getByText('It is refused to users to whom an assignment denies something below').waitFor();
      const items = await region.getByRole('listitem').allInnerTexts();
      expect(items.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
        ['atlas-guests group', 'atlas-ada user'].flatMap((who) => [
          `${who} below atlas getmap`,
          `${who} below atlas/topp getmap`,
        ]),
      );
      expect(await region.getByRole('alert').count()).toBe(0);
      await region.getByRole('link', { name: 'atlas-guests' }).first().click();
      await testUser.page.waitForURL(/permissions\/groups\/atlas-guests\/atlas/);
    });

    it('warn that denials are avoided where such names inherit, and not where they are refused', async () => {
      await atlas('open-atlas');
      await tests.api.changeService('open-atlas', { proxy: { unregistered_names: 'inherit' } });
      await testUser.open('services/open-atlas?tab=settings');
      const region = part(testUser);
      const warning = region.getByText('Anyone who may see the service also sees the denied layers');
      await warning.waitFor();
      await region.getByRole('heading', { name: 'Denials that the name of a group avoids' }).waitFor();
      await tests.api.changeService('open-atlas', { proxy: { unregistered_names: 'refuse' } });
      await testUser.open('services/open-atlas?tab=settings');
      await region.getByText('are refused to everyone but administrators').waitFor();
      expect(await warning.count()).toBe(0);
      expect(await region.getByRole('listitem').count()).toBe(0);
    });

    it('register those that the server announces, except groups and what is registered already', async () => {
      const { page } = testUser;
      await atlas('new-atlas');
      await testUser.open('services/new-atlas?tab=settings');
      const button = testUser.button('Register names from the service…');
      await button.click();
      const dialog = page.getByRole('dialog', { name: 'Register names of new-atlas' });
      const isFocused = () => button.evaluate((element) => element === document.activeElement);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused()).toBe(true);
      await button.click();
      const box = (name: RegExp) => dialog.getByRole('checkbox', { name });
      const state = async (name: RegExp) => [await box(name).isChecked(), await box(name).isEnabled()];
      await box(/^topp:roads/).waitFor();
      expect({
        atlas: await state(/^atlas/),
        group: await state(/^topp:all/),
        roads: await state(/^topp:roads/),
        secret: await state(/^topp:secret/),
        rivers: await state(/^nurc:rivers/),
      }).toEqual({
        atlas: [false, false],
        group: [false, true],
        roads: [true, true],
        secret: [true, false],
        rivers: [true, true],
      });
      expect(await testUser.violations()).toEqual([]);
      await dialog.getByLabel('Part of the name or title').fill('lakes');
      expect(await dialog.getByRole('checkbox').count()).toBe(1);
      await dialog.getByRole('button', { name: 'Register 2 names' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('3 resources were created.').first().waitFor();
      expect(await isFocused()).toBe(true);

      const tree = (await tests.api.get('services/new-atlas/resources'))['new-atlas'] as Tree;
      expect(pathsIn(tree.resources)).toEqual(['nurc', 'nurc/rivers', 'topp', 'topp/roads', 'topp/secret']);
    });

    it('say why they cannot be read, and read them again', async () => {
      const { page } = testUser.expects(502);
      await tests.api.createService('odd-atlas', url, 'geoserverwms');
      answer = CAPABILITIES.replace(
        '<WMS_Cap',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><WMS_Cap',
      );
      await testUser.open('services/odd-atlas?tab=settings');
      await testUser.button('Register names from the service…').click();
      const dialog = page.getByRole('dialog', { name: 'Register names of odd-atlas' });
      await dialog.getByText('could not be read: it').waitFor();
      answer = CAPABILITIES;
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByRole('checkbox', { name: /^topp:roads/ }).waitFor();
    });

    it('are absent from services without maps', async () => {
      await tests.api.createService('plain', undefined, 'wfs');
      const read = testUser.page.waitForResponse((response) =>
        response.url().endsWith('unregistered_names?offset=0'),
      );
      await testUser.open('services/plain?tab=settings');
      expect(await ((await read).json() as Promise<object>)).toMatchObject({ permission_names: [] });
      await testUser.page.getByRole('textbox', { name: 'Proxy options' }).waitFor();
      expect(await part(testUser).count()).toBe(0);
    });

    it('are readable in French, on phones, and by the rules of accessibility', async () => {
      await atlas('phone-atlas');
      await tests.api.changeService('phone-atlas', { proxy: { unregistered_names: 'inherit' } });
      const visitor = await tests.newTestUser({ locale: 'fr-FR' });
      await visitor.signInWithoutPage(tests.system.administrator);
      await visitor.open('services/phone-atlas?tab=settings');
      await visitor.page.getByRole('heading', { name: 'Refus que le nom d’un groupe contourne' }).waitFor();
      expect(await defectsOfViews(visitor)).toEqual([]);
      await visitor.show({ width: 320 });
      await visitor.button('Enregistrer des noms…').click();
      await visitor.page.getByRole('checkbox', { name: /^topp:roads/ }).waitFor();
      expect(await defectsOfViews(visitor)).toEqual([]);
    });
  });
});

interface Tree {
  readonly resources: Readonly<Record<string, { resource_name: string; children: Tree['resources'] }>>;
}

function pathsIn(resources: Tree['resources']): string[] {
  return Object.values(resources)
    .flatMap(({ resource_name, children }) => [
      resource_name,
      ...pathsIn(children).map((path) => `${resource_name}/${path}`),
    ])
    .sort();
}
