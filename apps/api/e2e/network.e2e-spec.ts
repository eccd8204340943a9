import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Reference: sessions#provider-sign-in, http#order-of-checks. */
describe('without network mode,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('every path of the network is refused, also for callers with permission', async () => {
    const routes = routesOf(api).filter(({ template }) => template.startsWith('/network/'));
    expect(routes).toHaveLength(24);
    for (const { method, template } of routes) {
      const reply = await api.admin.method(method, template.replace(/\{\w+\}/g, 'node-b'));
      expect([method, template, reply.status, reply.body.code]).toEqual([method, template, 501, 501]);
    }
  });

  it('the session is checked first, the syntax of the path and the body are not checked', async () => {
    await api.anonymous.get('/network/nodes').expect(401);
    await (await api.signIn(await api.make.user())).post('/network/nodes', {}).expect(403);
    await api.admin.get('/network/nodes/no%21name').expect(501);
    await api.admin.post('/network/nodes').type('application/json').send('{').expect(501);
    await api.anonymous.post('/network/token').type('application/json').send('{').expect(501);
  });

  it('other paths are not found, and other methods are not allowed', async () => {
    await api.admin.get('/network/nodes/node-b/other').expect(404);
    await api.admin.put('/network/nodes').expect(405);
  });
});

describe('the page of the console that requests consent to a link', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'consent-page-'));
    for (const name of ['index.html', 'network-authorize.html']) {
      writeFileSync(join(folder, name), `<html lang="en"><head><base href="/ui/"></head>${name}`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused while network mode is off, and other pages of the console are not', async () => {
    const api = await startApi({ SVC_UI_DIR: folder });
    for (const client of [api.anonymous, api.admin]) {
      const reply = await client.get('/ui/network/authorize?token=a').redirects(0);
      expect([reply.status, reply.body.error_code]).toEqual([501, 'network_disabled']);
      await client.head('/ui/network/authorize').expect(501);
    }
    const browser = await api.anonymous.get('/ui/network/authorize').set('Accept', 'text/html');
    expect([browser.status, browser.headers['content-type']]).toEqual([501, 'text/html; charset=UTF-8']);
    expect((await api.anonymous.get('/ui/network').expect(200)).text).toContain('index.html');
    await api.close();
  });

  it('is served while network mode is on', async () => {
    const api = await startApi({
      SVC_UI_DIR: folder,
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-a',
      SVC_NETWORK_PEM_FILES: join(folder, 'key.pem'),
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    });
    const reply = await api.anonymous.get('/ui/network/authorize?token=a').expect(200);
    expect(reply.text).toContain('network-authorize.html');
    await api.close();
  });
});
