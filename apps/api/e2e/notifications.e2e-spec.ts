import { UnitOfWork } from '@gatehouse/database';
import { Outbox, OutboxWorker } from '@gatehouse/outbox';
import { type TestApi, startApi } from './harness/start-api';

interface Notification {
  readonly notification_id: string;
  readonly sequence: number;
  readonly [name: string]: unknown;
}

describe('notifications', () => {
  let api: TestApi;
  let userName: string;
  let mails: string[];
  let webhook: string;
  beforeAll(async () => {
    api = await startApi();
    // The messages of this test stay as written.
    await api.app.get(OutboxWorker).stop();
    userName = await api.make.user();
    const unitOfWork = new UnitOfWork(api.dataSource);
    const outbox = new Outbox(unitOfWork);
    const [user] = await api.dataSource.query('SELECT id FROM users WHERE name = $1', [userName]);
    mails = [];
    await unitOfWork.run(async () => {
      for (const subject of ['one', 'two', 'three']) {
        mails.push(await outbox.add({ kind: 'mail', payload: { subject }, userId: user.id }));
      }
      webhook = await outbox.add({ kind: 'webhook', payload: { secret: 'canary', text: 'hello' }, key: 'k' });
    });
    await api.dataSource.query(
      `UPDATE outbox_messages SET state = 'failed', attempts = 3, last_error = 'GET /tmp/canary failed',
         finished_at = now(), attempted_at = now() WHERE id = $1`,
      [mails[0]],
    );
  });
  afterAll(() => api.close());

  const list = async (query = ''): Promise<Notification[]> =>
    (await api.admin.get(`/notifications?${query}`).expect(200)).body.notifications as never;
  const ids = async (query: string): Promise<string[]> =>
    (await list(query)).map(({ notification_id }) => notification_id);

  it('are listed, the newest first, without what is to be sent', async () => {
    const all = await list();
    expect(all.slice(0, 4).map(({ notification_id }) => notification_id)).toEqual([
      webhook,
      ...[...mails].reverse(),
    ]);
    expect(all[3]).toEqual({
      notification_id: mails[0],
      sequence: expect.any(Number),
      kind: 'mail',
      state: 'failed',
      user_name: userName,
      attempts: 3,
      last_error: 'GET /tmp/*** failed',
      created: expect.stringMatching(/^\d{4}-/),
      attempted: expect.stringMatching(/^\d{4}-/),
      next_attempt: null,
      finished: expect.stringMatching(/^\d{4}-/),
    });
    expect(all[0]).toMatchObject({ state: 'queued', user_name: null, next_attempt: expect.any(String) });
    expect(JSON.stringify(all)).not.toContain('canary');
  });

  it('are filtered by kind, state and user', async () => {
    expect(await ids('kind=webhook')).toEqual([webhook]);
    expect(await ids('state=failed')).toEqual([mails[0]]);
    expect(await ids(`user_name=${userName.toUpperCase()}&state=queued`)).toEqual([mails[2], mails[1]]);
    expect(await ids('user_name=nobody')).toEqual([]);
  });

  it('are read page by page', async () => {
    const first = await list('kind=mail&limit=2');
    expect(first.map(({ notification_id }) => notification_id)).toEqual([mails[2], mails[1]]);
    expect(await ids(`kind=mail&limit=2&before=${first[1]?.sequence}`)).toEqual([mails[0]]);
  });

  it.each(['kind=fax', 'state=lost', 'limit=0', 'limit=1001', 'before=x', 'user_name=%3C'])(
    'are not filtered by %s',
    async (query) => {
      await api.admin.get(`/notifications?${query}`).expect(422);
    },
  );

  it('are inspected individually, without secrets', async () => {
    const { body } = await api.admin.get(`/notifications/${webhook}`).expect(200);
    expect(body.notification).toMatchObject({
      notification_id: webhook,
      key: 'k',
      payload: { secret: '***', text: 'hello' },
    });
  });

  it('are queued again under the same id, with all attempts', async () => {
    const before = (await list('limit=1'))[0]?.sequence ?? 0;
    await api.admin.post(`/notifications/${mails[0]}/replay`, {}).expect(202);
    const { body } = await api.admin.get(`/notifications/${mails[0]}`).expect(200);
    expect(body.notification).toMatchObject({
      state: 'queued',
      attempts: 0,
      last_error: null,
      finished: null,
    });
    expect(body.notification.sequence).toBeGreaterThan(before);
    const again = await api.admin.post(`/notifications/${mails[0]}/replay`, {}).expect(409);
    expect(again.body.error_code).toBe('notification_queued');
  });

  it('are allowed to administrators only', async () => {
    const user = await api.signIn(userName);
    await user.get('/notifications').expect(403);
    await user.get(`/notifications/${webhook}`).expect(403);
    await user.post(`/notifications/${webhook}/replay`, {}).expect(403);
    await api.anonymous.get('/notifications').expect(401);
  });

  it.each([
    ['no-uuid', 422, 'notification_id_invalid'],
    ['00000000-0000-4000-8000-000000000000', 404, 'notification_not_found'],
  ])('with the id %s are answered with %i', async (id, status, code) => {
    const reply = await api.admin.get(`/notifications/${id}`).expect(status);
    expect(reply.body.error_code).toBe(code);
  });
});
