import { type TestApi, startApi } from './harness/start-api';

describe('configurations that administrators send', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const file = (content: string, name = 'a.yml') => ({ name, content });
  const revision = async (): Promise<string> =>
    (await api.dataSource.query('SELECT value FROM access_revision'))[0].value;
  const planOf = async (...files: object[]) =>
    (await api.admin.post('/configuration/plan', { files }).expect(200)).body;

  it('are planned without an effect, and applied as planned', async () => {
    const content = `providers: {maps: {url: "http://maps:8080", type: geoserver}}
permissions: [{service: maps, resource: /rivers, type: workspace, permission: getmap, group: hydrologists}]`;
    const before = await revision();
    const plan = await planOf(file(content));
    expect(plan).toMatchObject({
      refused: false,
      steps: 1,
      counts: { create_service: 1, create_group: 1, create_resource: 1, set_permission: 1 },
      messages: [],
      changes: [
        { change: 'create_service', service: 'maps', fields: { url: 'http://maps:8080', type: 'geoserver' } },
        { change: 'create_group', group: 'hydrologists' },
        { change: 'create_resource', service: 'maps', resource: '/rivers', resource_type: 'workspace' },
        {
          change: 'set_permission',
          service: 'maps',
          resource: '/rivers',
          group: 'hydrologists',
          after: 'getmap-allow-recursive',
        },
      ],
    });
    expect(await revision()).toBe(before);
    const body = { files: [file(content)], plan_hash: plan.plan_hash };
    const applied = (await api.admin.post('/configuration/apply', body).expect(200)).body;
    expect(applied.revisions).toEqual([Number(before) + 1]);
    expect((await planOf(file(content))).changes).toEqual([]);
    const { permission_names: names } = (
      await api.admin.get('/groups/hydrologists/services/maps/permissions')
    ).body;
    expect(names).toEqual([]);
  });

  it('are not applied if the files or what they are compared with have changed since the plan', async () => {
    const content = 'groups: [{name: planned, create: always}]';
    const { plan_hash: hash } = await planOf(file(content));
    const other = { files: [file(content.replace('planned', 'other'))], plan_hash: hash };
    const { body } = await api.admin.post('/configuration/apply', other).expect(409);
    expect(body.error_code).toBe('configuration_plan_outdated');
    await api.admin.post('/groups', { group_name: 'planned' }).expect(201);
    const before = await revision();
    await api.admin.post('/configuration/apply', { files: [file(content)], plan_hash: hash }).expect(409);
    expect(await revision()).toBe(before);
  });

  it('are refused with all messages, and change nothing', async () => {
    const content = 'providers: {a: {type: api}}\ngroups: [{name: late, create: always}]';
    const plan = await planOf(file(content));
    expect(plan).toMatchObject({
      refused: true,
      message_count: 1,
      messages: [
        {
          severity: 'refused',
          error_code: 'configuration_value_missing',
          file: 'a.yml',
          line: 1,
          column: 16,
        },
      ],
    });
    const { body } = await api.admin
      .post('/configuration/apply', { files: [file(content)], plan_hash: plan.plan_hash })
      .expect(422);
    expect([body.error_code, body.call.content]).toEqual(['configuration_refused', plan.messages]);
    await api.admin.get('/groups/late').expect(404);
  });

  it('are refused with messages in French for clients that prefer it, which differ in nothing else', async () => {
    const files = [
      file('providers: {a: {type: api, url: 5}}\npermissions: [{service: none, permission: read, group: x}]'),
    ];
    const { plan_hash, messages } = await planOf(...files);
    const inFrench = (path: string, body: object) =>
      api.admin.post(`/configuration/${path}`, body).set('Accept-Language', 'fr');
    const plan = await inFrench('plan', { files }).expect(200);
    const texts = [
      {
        detail: 'La valeur de url n’est pas valide ; valeur attendue : du texte.',
        remedy:
          'Corrigez la valeur ; un texte que YAML lit comme un autre type doit être entre guillemets. `docs/configuration-as-code.md` décrit les fichiers.',
      },
      {
        detail: 'Service introuvable.',
        remedy: 'Vérifiez le nom, y compris sa casse ; `GET /services` liste les services existants.',
      },
    ];
    expect(plan.body).toEqual({
      ...plan.body,
      plan_hash,
      messages: (messages as unknown as object[]).map((message, at) => ({ ...message, ...texts[at] })),
    });
    const { body } = await inFrench('apply', { files, plan_hash }).expect(422);
    expect(body.call.content).toMatchObject([texts[0]]);
  });

  it('skip entries that cannot be used, unless they are strict', async () => {
    const files = [file('permissions: [{service: none, permission: read, group: x}]')];
    expect(await planOf(...files)).toMatchObject({ refused: false, messages: [{ severity: 'skipped' }] });
    const { body: plan } = await api.admin.post('/configuration/plan', { files, strict: true }).expect(200);
    expect(plan).toMatchObject({ refused: true, messages: [{ severity: 'refused' }] });
    const { body } = await api.admin
      .post('/configuration/apply', { files, strict: true, plan_hash: plan.plan_hash })
      .expect(422);
    expect(body.call.content).toEqual(plan.messages);
  });

  it('refuse unknown sections if they are strict, and name them before warnings', async () => {
    const files = [file('webhooks: [{name: x}]\nteams: []')];
    const plan = async (options: object) => {
      const { body } = await api.admin.post('/configuration/plan', { files, ...options }).expect(200);
      return body.messages.map(({ severity, path }: { severity: string; path: string }) => [severity, path]);
    };
    expect(await plan({})).toEqual(
      expect.arrayContaining([
        ['ignored', 'teams'],
        ['warning', 'webhooks'],
      ]),
    );
    for (const options of [{ strict: true }, { set: 'teams', prune: 'assignments' }])
      expect(await plan(options)).toEqual([
        ['refused', 'teams'],
        ['warning', 'webhooks'],
      ]);
  });

  it('get nothing of the environment of the API', async () => {
    const content = 'groups: [{name: a, description: "$HOME ${SVC_SECRET} ${PATH}", create: always}]';
    const { plan_hash: hash } = await planOf(file(content));
    await api.admin.post('/configuration/apply', { files: [file(content)], plan_hash: hash }).expect(200);
    expect((await api.admin.get('/groups/a')).body.group.description).toBe('$HOME ${SVC_SECRET} ${PATH}');
  });

  it('have no webhooks and identity providers, which are reported', async () => {
    expect(
      await planOf(file('webhooks: [{name: x}]'), file('identity_providers: [{}]', 'b.yml')),
    ).toMatchObject({
      messages: [
        { severity: 'warning', error_code: 'configuration_section_at_start', file: 'a.yml' },
        { severity: 'warning', error_code: 'configuration_section_at_start', file: 'b.yml' },
      ],
    });
  });

  it.each([
    [{}],
    [{ files: [] }],
    [{ files: 'a' }],
    [{ files: ['a'] }],
    [{ files: [{ name: 'a' }] }],
    [{ files: [{ name: 5, content: '' }] }],
    [{ files: Array.from({ length: 1_001 }, () => ({ name: 'a', content: '' })) }],
    [{ files: [{ name: 'a', content: '' }], strict: 'maybe' }],
  ])('are rejected as %.60j', async (body) => {
    await api.admin.post('/configuration/plan', body).expect(422);
  });

  it('are rejected without the hash of a plan', async () => {
    await api.admin.post('/configuration/apply', { files: [file('')] }).expect(400);
  });

  it('are exported with webhooks and identity providers of the API, without secrets, and the export is in the audit log', async () => {
    const webhook = {
      name: 'audit',
      action: 'create_user',
      method: 'POST',
      url: 'https://hooks.example.org/u',
    };
    const { secret } = (await api.admin.post('/webhooks', webhook).expect(201)).body.webhook;
    const { text } = await api.admin.get('/configuration/export').expect(200);
    const lines = text
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    const file = lines.find(({ name }: { name: string }) => name === 'webhooks.yml');
    expect(file.content).toBe(
      'webhooks:\n  - name: audit\n    action: create_user\n    method: POST\n    url: https://hooks.example.org/u\n',
    );
    expect(lines.at(-1).omitted.webhook_secrets).toEqual(['audit']);
    if (typeof secret === 'string') expect(text).not.toContain(secret);
    await api.admin.delete(`/webhooks/${(await api.admin.get('/webhooks')).body.webhooks[0].webhook_id}`);
    const kinds = async (): Promise<string[]> =>
      (await api.admin.get('/audit?kind=configuration.exported').expect(200)).body.entries.map(
        ({ kind }: { kind: string }) => kind,
      );
    const until = Date.now() + 60_000;
    while ((await kinds()).length === 0 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await kinds()).toEqual(['configuration.exported']);
    expect((await api.admin.head('/configuration/export').expect(200)).headers['content-type']).toContain(
      'jsonl',
    );
  });

  it('are exported as lines that lead to an empty plan', async () => {
    const { text } = await api.admin.get('/configuration/export').expect(200);
    const lines = text
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(lines.at(-1)).toEqual({
      omitted: {
        passwords: [],
        webhook_secrets: [],
        identity_provider_secrets: [],
        variables: ['principals.yml'],
      },
    });
    const plan = await planOf(...lines.slice(0, -1));
    expect([plan.changes, plan.messages]).toEqual([[], []]);
  });
});
