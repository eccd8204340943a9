import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnitOfWork } from '@gatehouse/database';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingTargets } from '@gatehouse/outgoing';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { Webhooks } from './webhooks';
import { InvalidWebhooksFile, type WebhooksFile, readWebhooksFile } from './webhooks-file';

describe('the file of webhooks', () => {
  let folder: string;
  let database: TestDatabase;
  let webhooks: Webhooks;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
    database = await createTestDatabase();
    const unitOfWork = new UnitOfWork(database.dataSource);
    webhooks = new Webhooks({
      unitOfWork,
      outbox: new Outbox(unitOfWork),
      targets: new OutgoingTargets([]),
      key: Buffer.alloc(32),
      overlapSeconds: 60,
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  function read(text: string): WebhooksFile {
    const path = join(folder, 'webhooks.yml');
    writeFileSync(path, text);
    const environment = { HOST: 'hooks.example.org', ACTION: 'user' };
    return readWebhooksFile({ path, environment, read: (input) => webhooks.read(input) });
  }

  it('is YAML or JSON, whose texts and names are completed from the environment', () => {
    const { definitions, warnings } = read(`
providers: {}
webhooks:
  - name: audit $UNKNOWN
    action: create_$ACTION
    method: POST
    url: "https://\${HOST}/u"
    payload: {"\${ACTION}": ["$HOST", "{{user.id}}", 5]}
`);
    expect(warnings).toEqual([]);
    expect(definitions).toEqual([
      {
        name: 'audit $UNKNOWN',
        action: 'create_user',
        method: 'POST',
        url: 'https://hooks.example.org/u',
        format: null,
        payload: { user: ['hooks.example.org', '{{user.id}}', 5] },
      },
    ]);
    expect(read(JSON.stringify({ webhooks: definitions })).definitions).toEqual(definitions);
  });

  it.each([
    ['', 'empty'],
    ['{}', 'no section'],
    ['webhooks:', 'empty'],
    ['webhooks: []', undefined],
  ])('may be %j, with a warning (%s)', (text, warning) => {
    expect(read(text)).toEqual({
      definitions: [],
      warnings: warning === undefined ? [] : [expect.stringContaining(warning)],
    });
  });

  it('may be missing, with a warning, but not a directory', () => {
    const options = {
      environment: {},
      read: (input: Readonly<Record<string, unknown>>) => webhooks.read(input),
    };
    expect(readWebhooksFile({ ...options, path: join(folder, 'none') }).warnings).toHaveLength(1);
    mkdirSync(join(folder, 'folder'));
    expect(() => readWebhooksFile({ ...options, path: join(folder, 'folder') })).toThrow('directory');
  });

  const VALID = '{name: a, action: create_user, method: POST, url: "https://hooks.example.org/"}';

  it.each([
    ['webhooks: {', 'neither YAML nor JSON'],
    ['webhooks: 5', 'must be a list'],
    ['[]', 'an object'],
    ['webhooks: [5]', 'webhooks[0]: must be an object'],
    [`webhooks: [${VALID}, {name: b}]`, 'webhooks[1] (b): action is required'],
    ['webhooks: [{name: b, action: create_users, method: POST, url: x}]', 'webhooks[0] (b): action'],
    [`webhooks: [${VALID.replace('}', ', secret: x}')}]`, 'Found: secret'],
    [`webhooks: [${VALID.replace('https://hooks.example.org', 'https://10.0.0.1')}]`, 'not public'],
  ])('%j is refused: %s', (text, reason) => {
    expect(() => read(text)).toThrow(InvalidWebhooksFile);
    expect(() => read(text)).toThrow(reason);
  });

  it('reports all errors together', () => {
    expect(() => read('webhooks: [{name: a}, 5]')).toThrow(/webhooks\[0\][^]*webhooks\[1\]/);
  });

  it('is applied: entries of one name are identified by their order, and keep secret and id when they change', async () => {
    const { webhook: other } = await webhooks.create({
      name: 'by API',
      action: 'create_user',
      method: 'GET',
      url: 'https://hooks.example.org/',
    });
    const { definitions, warnings } = read(`webhooks: [${VALID}, ${VALID.replace('POST', 'PUT')}]`);
    expect(warnings).toEqual(['several webhooks have the name a']);
    await webhooks.applyFile(definitions);
    const before = await webhooks.list();
    expect(before.map(({ name, method, fileKey }) => [name, method, fileKey])).toEqual([
      ['by API', 'GET', null],
      ['a', 'POST', 'a#1'],
      ['a', 'PUT', 'a#2'],
    ]);
    const revision = async () =>
      (await database.dataSource.query('SELECT max(revision) AS newest FROM revisions'))[0].newest;
    const newest = await revision();
    await webhooks.applyFile(definitions);
    expect(await revision()).toBe(newest);

    const changed = read(`webhooks: [${VALID.replace('create', 'delete')}]`).definitions;
    await Promise.all([webhooks.applyFile(changed), webhooks.applyFile(changed)]);
    expect((await webhooks.list()).map(({ id, action }) => [id, action])).toEqual([
      [other.id, 'create_user'],
      [before[1]?.id, 'delete_user'],
    ]);
    await webhooks.applyFile([]);
    expect((await webhooks.list()).map(({ id }) => id)).toEqual([other.id]);
  });
});
