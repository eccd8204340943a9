import { EventJournal, verifyAuditLog } from '@gatehouse/audit';
import { Builders } from './harness/builders';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

interface Entry {
  id: number;
  time: string;
  kind: string;
  revision: number | null;
  actor: Record<string, unknown>;
  objects: { kind: string; id: number; name: string | null; path: string | null }[];
  about: Record<string, string>;
  changes: { field: string; before: string | null; after: string | null; concealed: boolean }[];
  details: Record<string, unknown>;
  occurrences: number;
  summary?: {
    kinds: { kind: string; count: number }[];
    provider: string | null;
    undoable: boolean;
    undone_by?: { revision: number; time: string; user_name: string | null };
  };
}

describe('the audit log', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const read = async (query = ''): Promise<Entry[]> => {
    await api.app.get(EventJournal).flush();
    return (await api.admin.get(`/audit?${query}`).expect(200)).body.entries as never;
  };
  const kinds = (entries: readonly Entry[]) => entries.map(({ kind }) => kind);

  it('shows who changed which fields of what, from where, with the old and the new values', async () => {
    const group = await api.make.group({ description: 'before' });
    await api.admin
      .patch(`/groups/${group}`, { description: 'after' })
      .set('X-Request-Id', 'request-of-a-test')
      .expect(200);
    const [changed, created] = await read(`object=group:${group}`);
    expect(changed).toEqual({
      id: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      kind: 'group.changed',
      revision: expect.any(Number),
      actor: {
        kind: 'user',
        user_id: expect.any(Number),
        user_name: ADMIN.name,
        role: 'administrator',
        address: '127.0.0.1',
        request_id: 'request-of-a-test',
      },
      objects: [{ kind: 'group', id: expect.any(Number), name: group, path: null }],
      changes: [{ field: 'description', before: 'before', after: 'after', concealed: false }],
      about: {},
      details: {},
      occurrences: 1,
    });
    expect(created).toMatchObject({ kind: 'group.created' });
  });

  it('says of a user which kind it is, and of an API token its name', async () => {
    const user = api.make.name('harvester');
    await api.admin.post('/service_accounts', { user_name: user }).expect(201);
    const { body } = await api.admin.post(`/users/${user}/tokens`, { token_name: 'nightly' }).expect(201);
    await api.admin.delete(`/users/${user}/tokens/${body.token.token_id}`).expect(200);
    const entries = await read(`object=user:${user}`);
    const about = (kind: string) => entries.find((entry) => entry.kind === kind)?.about;
    expect(about('user.created')).toEqual({ kind: 'service' });
    expect(about('api_token.created')).toEqual({ name: 'nightly' });
    expect(about('api_token.deleted')).toEqual({ name: 'nightly' });
    expect(JSON.stringify(entries)).not.toContain(body.value);
  });

  it('keeps the history of a deleted object under its last name', async () => {
    const user = await api.make.user();
    const group = await api.make.group();
    await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
    await api.admin.delete(`/users/${user}`).expect(200);
    const history = await read(`object=user:${user}`);
    expect(kinds(history)).toEqual(
      expect.arrayContaining(['user.created', 'membership.created', 'membership.deleted', 'user.deleted']),
    );
    for (const { objects } of history) {
      expect(objects).toContainEqual({ kind: 'user', id: expect.any(Number), name: user, path: null });
    }
    expect(kinds(await read(`object=group:${group}`))).toContain('membership.created');
  });

  it('has the paths of resources, of deleted ones too, and says which permission was changed', async () => {
    const service = await api.make.service({ service_type: 'api' });
    const directory = await api.make.resource(await api.make.serviceId(service), { resource_name: 'CMIP6' });
    const leaf = await api.make.resource(directory, { resource_name: 'ssp585' });
    const group = await api.make.group();
    const permissions = `/groups/${group}/resources/${leaf}/permissions`;
    await api.admin.post(permissions, { permission: 'read' }).expect(201);
    await api.admin.put(permissions, { permission: 'read-deny' }).expect(200);
    const path = `${service}/CMIP6/ssp585`;
    const [changed] = await read(`object=group:${group}&kind=group_permission`);
    expect(changed).toMatchObject({
      objects: [
        { kind: 'group', path: null },
        { kind: 'resource', id: leaf, name: 'ssp585', path },
      ],
      about: { name: 'read', access: 'deny', scope: 'recursive' },
      changes: [{ field: 'access', before: 'allow', after: 'deny' }],
    });
    await api.admin.delete(`/services/${service}`).expect(200);
    const [gone] = await read(`object=group:${group}&kind=group_permission`);
    expect(gone).toMatchObject({ objects: [{ kind: 'group' }, { kind: 'resource', name: 'ssp585', path }] });
  });

  it('lists revisions by the entry that describes each best, with the number of their entries of each kind', async () => {
    const since = new Date().toISOString();
    const user = await api.make.user();
    const groups = [await api.make.group(), await api.make.group()];
    const resource = await api.make.serviceId(await api.make.service());
    for (const group of groups)
      await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
    await api.admin
      .post(`/users/${user}/resources/${resource}/permissions`, { permission: 'access' })
      .expect(201);
    await api.admin.delete(`/users/${user}`).expect(200);
    const query = `from=${since}&by_revision=true`;
    const [deleted, granted] = await read(query);
    expect(deleted).toMatchObject({
      kind: 'user.deleted',
      objects: [{ kind: 'user', name: user }],
      summary: { provider: null, undoable: false },
    });
    expect(deleted?.summary).not.toHaveProperty('undone_by');
    expect(deleted?.summary?.kinds).toEqual(
      expect.arrayContaining([
        { kind: 'user.deleted', count: 1 },
        { kind: 'membership.deleted', count: expect.any(Number) },
        { kind: 'user_permission.deleted', count: 1 },
      ]),
    );
    expect(granted).toMatchObject({ kind: 'user_permission.created', summary: { undoable: false } });
    const entries = await read(`revision=${deleted?.revision}`);
    expect(new Set(entries.map(({ revision }) => revision))).toEqual(new Set([deleted?.revision]));
    expect(entries[0]?.id).toBe(deleted?.id);
    expect(entries).toHaveLength(deleted?.summary?.kinds.reduce((sum, { count }) => sum + count, 0) ?? -1);
    // The best of those that the filter selects.
    const [membership] = await read(`${query}&kind=membership`);
    expect(membership).toMatchObject({ kind: 'membership.deleted', revision: deleted?.revision });
    const pages: Entry[] = [];
    const all = await read(`${query}&limit=1000`);
    for (let after = ''; pages.length < all.length; after = `&after=${pages.at(-1)?.id}`) {
      pages.push(...(await read(`${query}&limit=2${after}`)));
    }
    expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const revisions = all.flatMap(({ revision }) => revision ?? []);
    expect(new Set(revisions).size).toBe(revisions.length);
    expect((await read(`from=${since}&limit=1000`)).length).toBeGreaterThan(all.length);
  });

  it('records that a password was changed, but not the password', async () => {
    const user = await api.make.user();
    await api.admin.patch(`/users/${user}`, { password: 'another fine password' }).expect(200);
    const [changed] = await read(`object=user:${user}&kind=user.changed`);
    expect(changed?.changes).toEqual([{ field: 'password', before: null, after: null, concealed: true }]);
  });

  it('has sign-ins, failed sign-ins, ends of sessions and refused requests', async () => {
    const user = await api.make.user();
    for (const password of ['wrong', 'wrong', 'wrong']) {
      await api.anonymous.post('/signin', { user_name: user, password }).expect(401);
    }
    const client = await api.signIn(user);
    await client.get('/users').set('X-Request-Id', 'request-refused').expect(403);
    await client.get('/users').expect(403);
    await client.get('/signout').expect(200);
    await api.app.get(EventJournal).stop();
    const entries = await read(`object=user:${user}`);
    expect(kinds(entries)).toEqual(
      expect.arrayContaining(['session.created', 'session.deleted', 'sign_in.failed', 'access.refused']),
    );
    const refused = entries.filter(({ kind }) => kind === 'access.refused');
    expect(refused.at(-1)).toMatchObject({
      revision: null,
      actor: { kind: 'user', user_name: user, address: '127.0.0.1', request_id: 'request-refused' },
      details: { surface: 'api', operation: 'list_users', error_code: 'permission_denied' },
    });
    const failed = entries.filter(({ kind }) => kind === 'sign_in.failed');
    expect(failed.map(({ occurrences }) => occurrences)).toEqual([2, 1]);
    expect(failed[0]?.details).toEqual({ reason: 'wrong_credentials', known_account: true });
  });

  it('is filtered by actor, kind and time, and read page by page', async () => {
    const since = new Date().toISOString();
    const user = await api.make.user();
    const client = await api.signIn(user);
    await client.patch(`/users/${user}`, { email: `${user}@example.com` }).expect(200);
    expect(kinds(await read(`actor=${user.toUpperCase()}`))).toEqual(['user.changed', 'session.created']);
    expect(kinds(await read(`actor=${user}&kind=user`))).toEqual(['user.changed']);
    expect(kinds(await read(`actor=${user}&kind=user.deleted`))).toEqual([]);
    expect(kinds(await read(`from=${since}&kind=user.created`))).toEqual(['user.created']);
    expect(await read(`to=${since}&object=user:${user}`)).toEqual([]);
    expect(await read('object=user:nobody')).toEqual([]);
    const all = await read('limit=1000');
    const pages: Entry[] = [];
    for (let after = ''; pages.length < all.length; after = `&after=${pages.at(-1)?.id}`) {
      pages.push(...(await read(`limit=7${after}`)));
    }
    expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('leaves out entries of excluded kinds, in the listing and the exports', async () => {
    const since = new Date().toISOString();
    const user = await api.make.user();
    const group = await api.make.group();
    await api.anonymous.post('/signin', { user_name: user, password: 'wrong' }).expect(401);
    const client = await api.signIn(user);
    await client.get('/users').expect(403);
    await api.admin.delete(`/groups/${group}`).expect(200);
    const has = async (query: string) => new Set(kinds(await read(`from=${since}&limit=1000${query}`)));
    const all = await has('');
    const about = ['session.created', 'sign_in.failed', 'access.refused', 'group.deleted', 'group.created'];
    expect([...all]).toEqual(expect.arrayContaining(about));
    const without = (...left: string[]) => new Set([...all].filter((kind) => !left.includes(kind)));
    expect(await has('&exclude_kind=access')).toEqual(without('access.refused'));
    expect(await has('&exclude_kind=group.created,user')).toEqual(without('group.created', 'user.created'));
    expect(await has('&exclude_kind=session,sign_in,access')).toEqual(
      without('session.created', 'sign_in.failed', 'access.refused'),
    );
    expect(await has('&exclude_kind=session,sign_in,access,audit&kind=group')).toEqual(
      new Set(['group.created', 'group.deleted']),
    );
    expect(await has('&exclude_kind=group.deleted&kind=group.deleted')).toEqual(new Set());
    const query = `from=${since}&exclude_kind=session,sign_in,access,audit,user,membership`;
    const lines = (await api.admin.get(`/audit/export.jsonl?${query}`).buffer(true)).text
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['group.deleted', 'group.created']);
    const csv = (await api.admin.get(`/audit/export.csv?${query}`)).text;
    expect(csv).toContain('group.created');
    expect(csv).not.toMatch(/session|refused|user\.created/);
  });

  it.each([
    'actor=%20',
    'kind=User',
    'kind=user.',
    'exclude_kind=',
    'exclude_kind=session,',
    'exclude_kind=session, user',
    'exclude_kind=%25',
    `exclude_kind=user${',user'.repeat(16)}`,
    'object=user',
    'object=webhook:1',
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'from=2026-11-01T00:00:00',
    'limit=0',
    'limit=1001',
    'after=0',
  ])('refuses %s', async (query) => {
    await api.admin.get(`/audit?${query}`).expect(422);
  });

  it('contains no password, hash, token or cookie, in any format', async () => {
    const canary = 'canary password 7f3a';
    const user = await api.make.user();
    await api.admin.patch(`/users/${user}`, { password: canary }).expect(200);
    const client = await api.signIn(user, canary);
    const token = client.sessionCookie.split('=')[1]?.split(/[!%]/)[0] ?? '';
    await api.anonymous.post('/signin', { user_name: canary, password: canary });
    await api.admin.post('/webhooks', {
      name: 'w',
      action: 'create_user',
      method: 'POST',
      url: 'https://example.org/hook',
    });
    const texts = [
      JSON.stringify(await read('limit=1000')),
      (await api.admin.get('/audit/export.csv').expect(200)).text,
      (await api.admin.get('/audit/export.jsonl').buffer(true)).text,
    ];
    for (const text of texts) {
      expect(text).toContain(user);
      expect(text).not.toContain('canary');
      expect(text).not.toContain(token);
      expect(text).not.toMatch(/\$2[aby]\$|hmac|whsec_/);
    }
  });

  it('conceals every column of a recorded table whose name marks it as secret', async () => {
    const rows = await api.dataSource.query<{ column: string }[]>(`
      SELECT c.table_name || '.' || c.column_name AS column
        FROM information_schema.columns c
        JOIN pg_trigger t ON t.tgrelid = ('public.' || quote_ident(c.table_name))::regclass AND t.tgname LIKE 'record\\_%'
       WHERE c.table_schema = 'public' AND (c.data_type = 'bytea' OR c.column_name ~ '(hash|hmac|secret|token|password)')
         AND position(c.column_name IN encode(t.tgargs, 'escape')) = 0`);
    // Counters and addresses are not secrets.
    expect(rows.filter(({ column }) => !/_(?:version|url)$/.test(column))).toEqual([]);
  });

  it('is exported as CSV without values that spreadsheets interpret as formulas, and the export is recorded', async () => {
    const group = await api.make.group({ description: '=HYPERLINK("https://evil.example","x")' });
    await api.admin.get('/audit/export.csv?object=group:' + group).expect(200);
    const reply = await api.admin.get(`/audit/export.csv?object=group:${group}`).expect(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=UTF-8');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    const [header, line, rest] = reply.text.split('\r\n');
    expect(header).toMatch(/^\uFEFFid,time,kind,/);
    expect(line).toContain('group.created');
    expect(line).not.toMatch(/(^|,)"?[=+@]/);
    expect(rest).toBe('');
    const [exported] = await read('kind=audit.exported');
    expect(exported).toMatchObject({
      actor: { user_name: ADMIN.name },
      details: { format: 'csv', object: `group:${group}` },
    });
  });

  it('is exported as JSON lines with the entries of the listing, more than one page of them', async () => {
    const group = await api.make.group();
    for (let count = 0; count < 510; count += 1) {
      await api.dataSource.query('SELECT append_audit_events($1)', [
        JSON.stringify([
          {
            kind: 'sign_in.failed',
            occurred_at: new Date(0),
            actor_kind: 'anonymous',
            occurrences: 1,
            details: {},
          },
        ]),
      ]);
    }
    const reply = await api.admin.get(`/audit/export.jsonl?to=1971-01-01T00:00:00Z`).buffer(true).expect(200);
    const lines = reply.text.trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(510);
    const one = await api.admin.get(`/audit/export.jsonl?object=group:${group}`).buffer(true).expect(200);
    expect([JSON.parse(one.text)]).toEqual(await read(`object=group:${group}`));
  });

  it('is shown to administrators only', async () => {
    const user = await api.signIn(await api.make.user(), Builders.PASSWORD);
    for (const path of ['/audit', '/audit/export.csv', '/audit/export.jsonl']) {
      await api.anonymous.get(path).expect(401);
      await user.get(path).expect(403);
    }
  });

  it('is a chain without a gap after all of this', async () => {
    await api.app.get(EventJournal).flush();
    const { problems, checked } = await verifyAuditLog(api.dataSource);
    expect(problems).toEqual([]);
    expect(checked.changes).toBeGreaterThan(20);
    expect(checked.events).toBeGreaterThan(500);
  });
});
