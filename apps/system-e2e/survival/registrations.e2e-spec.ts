import { setTimeout as sleep } from 'node:timers/promises';
import { MailServer } from '@gatehouse/testing';
import { KillableSystem } from './killable-system';

const COUNT = 200;
const AT_A_TIME = 10;
/** Number of kills of the whole tree; a setting raises it for longer runs. */
const KILLS = Number(process.env['SVC_TEST_KILL_ROUNDS'] ?? 2);

/** Final states of the registrations; each has other mails. */
const OUTCOMES = ['approved', 'declined', 'pending'] as const;
type Outcome = (typeof OUTCOMES)[number];
const outcomeOf = (index: number): Outcome => OUTCOMES[index % OUTCOMES.length] ?? 'pending';

const nameOf = (index: number): string => `person-${1_000 + index}`;
const addressOf = (index: number): string => `${nameOf(index)}@example.org`;
const TOKEN = /\/tmp\/([0-9a-f-]{36})/g;

describe('kill -9 of the whole tree during 200 registrations', () => {
  let mails: MailServer;
  let system: KillableSystem;
  beforeAll(async () => {
    mails = await MailServer.start();
    system = await KillableSystem.create({
      ...mails.environment,
      SVC_USER_REGISTRATION_ENABLED: 'true',
      SVC_USER_REGISTRATION_APPROVAL_ENABLED: 'true',
      SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT: 'approvals@example.org',
      SVC_USER_REGISTRATION_NOTIFY_ENABLED: 'true',
      SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT: 'office@example.org',
      SVC_USER_REGISTRATION_ADDRESS_LIMIT: '10000',
    });
  });
  afterAll(async () => {
    await system.remove();
    await mails.close();
  });

  /** Mails to a recipient that contain a text, without duplicates, which have the same Message-ID. */
  function mailsTo(recipient: string, text: string): { id: string | undefined; text: string }[] {
    const found = mails.received
      .filter(({ to, parsed }) => to.includes(recipient) && parsed.text?.includes(text))
      .map(({ parsed }) => ({ id: parsed.messageId, text: parsed.text ?? '' }));
    return [...new Map(found.map((mail) => [mail.id, mail])).values()];
  }

  /** Repeats a request until it is answered, since the system may be killed meanwhile. */
  async function answered(path: string, body: object): Promise<number> {
    for (;;) {
      const status = await system.api(path, body).then(
        async (reply) => {
          await reply.arrayBuffer();
          return reply.status;
        },
        () => undefined,
      );
      // 503: the database is not available, or the queue of password hashes is full.
      if (status !== undefined && status !== 503 && status !== 500) return status;
      await sleep(200);
    }
  }

  async function linksOf(recipient: string, text: string): Promise<string[]> {
    for (;;) {
      const [mail] = mailsTo(recipient, text);
      if (mail) return [...mail.text.matchAll(TOKEN)].map(([, token = '']) => token);
      await sleep(100);
    }
  }

  async function register(index: number): Promise<void> {
    const name = nameOf(index);
    const body = { user_name: name, email: addressOf(index), password: 'a long way to the sea' };
    // 409: the previous request was committed, and its reply was lost.
    expect([201, 409]).toContain(await answered('/register/users', body));
    const [confirm = ''] = await linksOf(addressOf(index), '/tmp/');
    expect([200, 404]).toContain(await answered(`/tmp/${confirm}`, {}));
    const [approve = '', decline = ''] = await linksOf('approvals@example.org', addressOf(index));
    const outcome = outcomeOf(index);
    if (outcome === 'pending') return;
    expect([200, 404]).toContain(await answered(`/tmp/${outcome === 'approved' ? approve : decline}`, {}));
  }

  async function namesIn(path: string): Promise<Set<string>> {
    const reply = (await (await system.api(path)).json()) as Record<string, string[]>;
    return new Set(reply['user_names'] ?? reply['registrations']);
  }

  it('leaves each in exactly one state, and loses no mail', async () => {
    await system.start();
    let next = 0;
    let isDone = false;
    const workers = Array.from({ length: AT_A_TIME }, async () => {
      while (next < COUNT) await register(next++);
    });
    const all = Promise.all(workers).finally(() => (isDone = true));
    let kills = 0;
    for (; kills < KILLS && !isDone; kills += 1) {
      await sleep(1_000 + Math.random() * 2_000);
      await system.kill();
      await system.start();
    }
    await all;
    expect(kills).toBeGreaterThan(0);

    const [users, pending] = [await namesIn('/users'), await namesIn('/register/users')];
    const wrong = Array.from({ length: COUNT }, (_, index) => index).filter((index) => {
      const outcome = outcomeOf(index);
      const [isUser, isPending] = [users.has(nameOf(index)), pending.has(nameOf(index))];
      return isUser !== (outcome === 'approved') || isPending !== (outcome === 'pending');
    });
    expect(wrong.map((index) => `${nameOf(index)} should be ${outcomeOf(index)}`)).toEqual([]);

    const expectedOf = (index: number): number[] =>
      outcomeOf(index) === 'approved' ? [2, 1, 1] : outcomeOf(index) === 'declined' ? [2, 1, 0] : [1, 1, 0];
    const receivedOf = (index: number): number[] => [
      mailsTo(addressOf(index), '').length,
      mailsTo('approvals@example.org', addressOf(index)).length,
      mailsTo('office@example.org', addressOf(index)).length,
    ];
    for (let index = 0; index < COUNT; index += 1) {
      // The last mails may not have been sent yet.
      while (receivedOf(index).some((count, at) => count < (expectedOf(index)[at] ?? 0))) await sleep(100);
      expect([nameOf(index), receivedOf(index)]).toEqual([nameOf(index), expectedOf(index)]);
    }
  }, 300_000);
});
