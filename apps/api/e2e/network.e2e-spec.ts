import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Reference: sessions#provider-sign-in, http#order-of-checks. */
describe('without network mode', () => {
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
