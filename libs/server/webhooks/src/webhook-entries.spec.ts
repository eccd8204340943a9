import { UnitOfWork } from '@gatehouse/database';
import { lineOf, readUploaded } from '@gatehouse/desired-state';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingTargets } from '@gatehouse/outgoing';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { Webhooks } from './webhooks';
import { type WebhookEntries, readWebhookEntries } from './webhook-entries';

describe('the webhooks of configuration files', () => {
  let database: TestDatabase;
  let webhooks: Webhooks;

  beforeAll(async () => {
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
  afterAll(() => database.drop());

  function read(text: string): WebhookEntries & { readonly lines: readonly string[] } {
    const { entries } = readUploaded([{ name: 'webhooks.yml', text }]);
    const found = readWebhookEntries(entries.webhooks, (input) => webhooks.read(input));
    return { ...found, lines: found.messages.map((one) => `${one.severity} ${lineOf(one)}`) };
  }

  it('are YAML or JSON', () => {
    const { definitions, messages } = read(`
webhooks:
  - name: audit
    action: create_user
    method: POST
    url: "https://hooks.example.org/u"
    payload: {"user": ["host", "{{user.id}}", 5]}
`);
    expect(messages).toEqual([]);
    expect(definitions).toEqual([
      {
        name: 'audit',
        action: 'create_user',
        method: 'POST',
        url: 'https://hooks.example.org/u',
        format: null,
        payload: { user: ['host', '{{user.id}}', 5] },
      },
    ]);
    expect(read(JSON.stringify({ webhooks: definitions })).definitions).toEqual(definitions);
  });

  it.each(['', '{}', 'webhooks:', 'webhooks: []'])('may be %j', (text) => {
    expect(read(text)).toMatchObject({ definitions: [], messages: [] });
  });

  const VALID = '{name: a, action: create_user, method: POST, url: "https://hooks.example.org/"}';

  it.each([
    ['webhooks: [5]', 'refused webhooks.yml:1:12: webhooks[0]: webhooks[0] must be an object with fields.'],
    [`webhooks: [${VALID}, {name: b}]`, 'refused webhooks.yml:1:93: webhooks[1]: action is required'],
    [
      'webhooks: [{name: b, action: create_users, method: POST, url: x}]',
      'refused webhooks.yml:1:22: webhooks[0].action: action',
    ],
    [`webhooks: [${VALID.replace('}', ', secret: x}')}]`, 'refused webhooks.yml:1:92: webhooks[0].secret: '],
    [`webhooks: [${VALID.replace('https://hooks.example.org', 'https://10.0.0.1')}]`, 'not public'],
  ])('%j are refused: %s', (text, reason) => {
    expect(read(text).lines).toEqual([expect.stringContaining(reason)]);
  });

  it('are reported all together', () => {
    expect(read('webhooks: [{name: a}, 5]').lines).toEqual([
      expect.stringContaining('webhooks[0]'),
      expect.stringContaining('webhooks[1]'),
    ]);
  });

  it('are applied: entries of one name are identified by their order, and keep secret and id when they change', async () => {
    const { webhook: other } = await webhooks.create({
      name: 'by API',
      action: 'create_user',
      method: 'GET',
      url: 'https://hooks.example.org/',
    });
    const { definitions, lines } = read(`webhooks: [${VALID}, ${VALID.replace('POST', 'PUT')}]`);
    expect(lines).toEqual([expect.stringContaining('Several webhooks have the name a.')]);
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
