import { UnitOfWork } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { MailQueue } from '@gatehouse/mail';
import { MailServer } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

describe('mails of the API', () => {
  let api: TestApi;
  let server: MailServer;
  const rejections: [number, string][] = [];
  beforeAll(async () => {
    server = await MailServer.start({ onRecipient: () => rejections.shift() });
    api = await startApi({ ...server.environment, SVC_URL: 'https://data.example.org/gate' });
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  let userId: number;
  beforeAll(async () => {
    const { body } = await api.admin.get(`/users/${await api.make.user()}`).expect(200);
    userId = body.user.user_id;
  });

  const inUnitOfWork = <T>(work: () => Promise<T>): Promise<T> => api.app.get(UnitOfWork).run(work);

  /** Queues a mail in the running unit of work. */
  async function send(to: string): Promise<void> {
    const link = await api.app.get(OneTimeLinks).create({ operation: 'user-password-reset', userId });
    await api.app.get(MailQueue).send({
      template: 'password_reset',
      to,
      locale: 'fr',
      user: { user_name: 'jo', email: to, id: userId },
      variables: { expires_in: 600 },
      links: { reset_url: link },
    });
  }

  it('are sent after the commit, with an address that the outbox does not have', async () => {
    await inUnitOfWork(() => send('jo@example.org'));
    const { parsed } = await server.mailTo('jo@example.org');
    const [address = ''] =
      /https:\/\/data\.example\.org\/gate\/tmp\/[0-9a-f-]{36}/.exec(parsed.text ?? '') ?? [];
    expect(address).not.toBe('');
    const rows = await api.dataSource.query('SELECT m::text AS text FROM outbox_messages m');
    expect(JSON.stringify(rows)).toContain('password_reset');
    expect(JSON.stringify(rows)).not.toContain(address.split('/').at(-1));
  });

  it('are not sent when the change that causes them is rolled back', async () => {
    const failing = inUnitOfWork(async () => {
      await send('rolled-back@example.org');
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await inUnitOfWork(() => send('later@example.org'));
    await server.mailTo('later@example.org');
    expect(server.received.filter(({ to }) => to.includes('rolled-back@example.org'))).toEqual([]);
  });

  it('are repeated when the server is not ready for the recipient', async () => {
    rejections.push([451, '4.7.1 greylisted']);
    await inUnitOfWork(() => send('grey@example.org'));
    const { parsed } = await server.mailTo('grey@example.org');
    const [{ id }] = await api.dataSource.query(
      `SELECT id FROM outbox_messages WHERE payload->>'to' = 'grey@example.org'`,
    );
    expect(parsed.messageId).toBe(`<${id}@data.example.org>`);
  });
});
