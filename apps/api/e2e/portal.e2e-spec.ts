import { createServer } from 'node:http';
import { PortalStart } from '../src/portal/portal-start';
import { Phoenix, closeServer, listenOnLoopback } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';
import { TableEvents } from './harness/table-events';

interface Push {
  readonly notification_id: string;
  readonly state: string;
  readonly [name: string]: unknown;
}

describe('the workflow portal', () => {
  let api: TestApi;
  let portal: Phoenix;
  let other: TestApi | undefined;
  let events: TableEvents;
  let proxyUrl: string;
  // Stands for the proxy: services whose name begins with `down` do not reply.
  const proxy = createServer((request, response) => {
    if (request.url?.startsWith('/ows/proxy/down')) response.writeHead(502).end();
    else response.end('<Capabilities/>');
  });

  beforeAll(async () => {
    proxyUrl = `http://127.0.0.1:${await listenOnLoopback(proxy)}/ows/proxy`;
    portal = await new Phoenix().start();
    api = await startApi({
      SVC_PROXY_PUBLIC_URL: proxyUrl,
      SVC_PORTAL_HOST: portal.url,
      SVC_PORTAL_PASSWORD: portal.password,
      SVC_PORTAL_PUSH: 'true',
    });
    events = await TableEvents.watch(api.database.url, ['outbox_messages']);
  });
  afterAll(async () => {
    await other?.close();
    await events.close();
    await api.close();
    await portal.stop();
    proxy.closeAllConnections();
    await closeServer(proxy);
  });

  const pushes = async (): Promise<Push[]> =>
    (await api.admin.get('/notifications?kind=portal').expect(200)).body.notifications as never;

  /** The newest push when all have been sent, or the newest has failed. */
  const pushed = (): Promise<Push> =>
    events.until(async () => {
      const all = await pushes();
      const isDone = all.every(({ state, attempts }) => state !== 'queued' || Number(attempts) > 0);
      return isDone && !(all[0]?.state === 'queued' && all[0]?.['last_error'] === null) ? all[0] : undefined;
    });

  const titles = (): string[] => portal.services.map(({ title }) => title).sort();

  const create = (service_name: string, fields: object = {}) =>
    api.admin.post('/services', {
      service_name,
      service_url: 'http://wps.internal:5000',
      service_type: 'wps',
      service_push: true,
      ...fields,
    });

  it('is told of all services when the API starts', async () => {
    expect(await pushed()).toMatchObject({ state: 'sent', user_name: null });
    const { notification_id } = (await pushes())[0] as Push;
    const { notification } = (await api.admin.get(`/notifications/${notification_id}`).expect(200)).body;
    expect(notification).toMatchObject({ kind: 'portal', key: 'portal', payload: { change: 'start' } });
  });

  it('is told of services of processes that are created, changed and deleted, if that is asked for', async () => {
    await create('emu', { service_push: false }).expect(201);
    await create('maps', { service_type: 'wfs' }).expect(201);
    const before = await pushes();
    await create('finch').expect(201);
    await pushed();
    expect(await pushes()).toHaveLength(before.length + 1);
    // What it is told is the whole list, by the addresses at the proxy.
    expect(titles()).toEqual(['emu', 'finch']);
    expect(portal.services.map(({ url }) => url)).toContain(`${proxyUrl}/finch`);
    await api.admin.patch('/services/finch', { service_name: 'finch2', service_push: true }).expect(200);
    await pushed();
    expect(titles()).toEqual(['emu', 'finch2']);
    const { service } = (await api.admin.get('/services/finch2').expect(200)).body;
    await api.admin
      .patch(`/resources/${service.resource_id}`, { resource_name: 'finch3', service_push: true })
      .expect(200);
    await pushed();
    expect(titles()).toEqual(['emu', 'finch3']);
    await api.admin.delete('/services/emu?service_push=true').expect(200);
    await pushed();
    expect(titles()).toEqual(['finch3']);
    await api.admin.delete(`/resources/${service.resource_id}`, { service_push: true }).expect(200);
    await pushed();
    expect(titles()).toEqual([]);
  });

  it('can read the capabilities of what it is told, unless somebody has decided about that', async () => {
    await create('open').expect(201);
    await create('closed', { service_push: false }).expect(201);
    const permissions = '/groups/anonymous/services/closed/permissions';
    await api.admin.post(permissions, { permission: 'getcapabilities-deny' }).expect(201);
    await api.admin
      .patch('/services/closed', { service_url: 'http://b.internal', service_push: true })
      .expect(200);
    await pushed();
    const names = async (service: string): Promise<unknown> =>
      (await api.admin.get(`/groups/anonymous/services/${service}/permissions`)).body.permission_names;
    expect(await names('open')).toContain('getcapabilities-allow-recursive');
    expect(await names('closed')).not.toContain('getcapabilities-allow-recursive');
    for (const name of ['open', 'closed']) await api.admin.delete(`/services/${name}`).expect(200);
  });

  it('does not delay or fail a request; what failed is retried, and shows why', async () => {
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    portal.before = () => held;
    const created = create('slow').expect(201);
    await created;
    portal.failsWith = 503;
    goOn();
    const failed = await events.until(async () =>
      (await pushes()).find(({ last_error }) => last_error !== null),
    );
    expect(failed).toMatchObject({
      state: 'queued',
      last_error: 'GET /account/login of the portal: status 503',
    });
    portal.failsWith = undefined;
    await api.dataSource.query(`UPDATE outbox_messages SET due_at = now() WHERE kind = 'portal'`);
    await events.until(async () => ((await pushes())[0]?.state === 'sent' ? true : undefined));
    expect(titles()).toEqual(['slow']);
    await api.admin.delete('/services/slow').expect(200);
  });

  it('gets one push for many changes that waited', async () => {
    portal.failsWith = 500;
    const first = (await pushes()).length;
    await create('one').expect(201);
    await events.until(async () => (await pushes()).find(({ last_error }) => last_error !== null));
    await create('two').expect(201);
    await create('three').expect(201);
    portal.failsWith = undefined;
    portal.received.splice(0);
    await api.dataSource.query(
      `UPDATE outbox_messages SET due_at = now() WHERE kind = 'portal' AND state = 'queued'`,
    );
    await events.until(async () => {
      const waiting = (await pushes()).slice(0, -first);
      return waiting.length === 3 && waiting.every(({ state }) => state === 'sent') ? true : undefined;
    });
    expect(titles()).toEqual(['one', 'three', 'two']);
    expect(portal.received.filter((line) => line === 'GET /clear_services')).toHaveLength(1);
    for (const name of ['one', 'two', 'three']) await api.admin.delete(`/services/${name}`).expect(200);
  });

  it('has a password that is neither stored nor shown', async () => {
    await api.app.get(PortalStart).push();
    await pushed();
    const rows = await api.dataSource.query('SELECT m::text AS text FROM outbox_messages m');
    const shown = (await api.admin.get('/notifications')).body;
    for (const text of [JSON.stringify(rows), JSON.stringify(shown)])
      expect(text).not.toContain(portal.password);
  });

  it('is not told anything where none is configured, and requests are the same', async () => {
    other = await startApi();
    const body = {
      service_name: 'emu',
      service_url: 'http://a.internal:1',
      service_type: 'wps',
      service_push: true,
    };
    await other.admin.post('/services', body).expect(201);
    await other.admin.delete('/services/emu', { service_push: true }).expect(200);
    expect((await other.admin.get('/notifications?kind=portal').expect(200)).body.notifications).toEqual([]);
  });
});
