import type * as bcrypt from 'bcrypt';
import { Passwords } from '@gatehouse/identity';
import { Builders } from './harness/builders';
import { signInFrom } from './harness/sign-in-from';
import { type TestApi, startApi } from './harness/start-api';

/** Hashed passwords, in the order in which the hashes begin; they end when the gate is open. */
const begun: string[] = [];
let gate = Promise.resolve();
let openGate: () => void = () => undefined;
const closeGate = (): void => {
  gate = new Promise((resolve) => (openGate = resolve));
};

jest.mock('bcrypt', () => {
  const actual = jest.requireActual<typeof bcrypt>('bcrypt');
  const behindGate =
    <Rest extends unknown[], Result>(work: (password: string, ...rest: Rest) => Promise<Result>) =>
    async (password: string, ...rest: Rest): Promise<Result> => {
      begun.push(password);
      await gate;
      return work(password, ...rest);
    };
  return {
    ...actual,
    compare: behindGate((password: string, stored: string) => actual.compare(password, stored)),
    hash: behindGate((password: string, cost: number) => actual.hash(password, cost)),
  };
});

const PASSWORD = Builders.PASSWORD;
const QUEUE = 30;
const PER_ADDRESS = 20;

describe('a flood of wrong sign-ins', () => {
  let api: TestApi;
  let statuses: number[];
  let retries: (string | undefined)[];

  beforeAll(async () => {
    api = await startApi({
      SVC_PASSWORD_QUEUE: String(QUEUE),
      SVC_PASSWORD_QUEUE_PER_ADDRESS: String(PER_ADDRESS),
      SVC_SIGNIN_ADDRESS_FAILURES: '1000',
    });
  });
  let verify: jest.SpiedFunction<Passwords['verify']>;
  let hash: jest.SpiedFunction<Passwords['hash']>;
  beforeEach(() => {
    verify = jest.spyOn(api.app.get(Passwords), 'verify');
    hash = jest.spyOn(api.app.get(Passwords), 'hash');
    statuses = [];
    retries = [];
    begun.splice(0);
  });
  afterEach(() => {
    openGate();
    jest.restoreAllMocks();
  });
  afterAll(() => api.close());

  const signIn = (address: string, name: string, password: string) =>
    signInFrom(api.anonymous.url, address, name, password);
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const countOf = (status: number) => statuses.filter((one) => one === status).length;

  /** Sends wrong sign-ins concurrently. */
  const send = (count: number, addressOf: (index: number) => string) =>
    Array.from({ length: count }, async (_, index) => {
      const { status, retryAfter } = await signIn(addressOf(index), `ghost${index}`, 'wrong');
      statuses.push(status);
      if (status === 503) retries.push(retryAfter);
    });

  /** Fills the slots and the queue with hashes of wrong sign-ins, which are blocked; returns the number of slots. */
  const fill = async (count: number, room: number, addressOf: (index: number) => string) => {
    closeGate();
    jest.clearAllMocks();
    begun.splice(0);
    const sent = send(count, addressOf);
    await until(() => countOf(503) + begun.length + room === count);
    expect(statuses.filter((status) => status !== 503)).toEqual([]);
    return { sent, concurrency: begun.length };
  };

  /** Waits until the given number of hashes of {@link PASSWORD} are requested, then opens the gate. */
  const letGo = async (waiting: number) => {
    const mine = () => [...verify.mock.calls, ...hash.mock.calls].filter(([one]) => one === PASSWORD).length;
    await until(() => mine() >= waiting);
    openGate();
  };
  /** The number of other hashes that began before the n-th of {@link PASSWORD}. */
  const othersBefore = (nth: number) => {
    const at = begun.flatMap((password, index) => (password === PASSWORD ? [index] : []))[nth - 1];
    return (at ?? Infinity) - (nth - 1);
  };

  it('from one address delays others by a few hashes, and is refused beyond its share', async () => {
    const user = await api.make.user();
    const { sent, concurrency } = await fill(60, PER_ADDRESS, () => '192.0.2.1');
    const answer = signIn('192.0.2.2', user, PASSWORD);
    await letGo(1);
    expect(await answer).toMatchObject({ status: 200 });
    expect(othersBefore(1)).toBeLessThanOrEqual(concurrency + 1);
    await Promise.all(sent);
    expect([countOf(401), countOf(503)]).toEqual([PER_ADDRESS + concurrency, 60 - PER_ADDRESS - concurrency]);
    expect(retries.every((seconds) => Number(seconds) >= 1)).toBe(true);
  });

  it('from many addresses delays neither known users nor requests of administrators', async () => {
    const user = await api.make.user();
    expect((await signIn('203.0.113.7', user, PASSWORD)).status).toBe(200);
    const { sent, concurrency } = await fill(80, QUEUE, (index) => `198.51.100.${index}`);
    const refused = await signIn('192.0.2.3', user, PASSWORD);
    expect(refused).toMatchObject({ status: 503, body: { code: 503 } });
    expect(refused.body['detail']).toContain('(SVC_PASSWORD_QUEUE: 30, SVC_PASSWORD_QUEUE_PER_ADDRESS: 20)');
    jest.clearAllMocks();
    const name = api.make.name('created');
    const known = signIn('203.0.113.7', user, PASSWORD);
    const fields = { user_name: name, email: `${name}@example.org`, password: PASSWORD };
    const created = api.admin.post('/users', fields).then(({ status }) => status);
    const changed = api.admin.patch(`/users/${user}`, { password: PASSWORD }).then(({ status }) => status);
    await letGo(3);
    expect([(await known).status, await created, await changed]).toEqual([200, 201, 200]);
    // They take every other turn.
    expect(othersBefore(3)).toBeLessThanOrEqual(concurrency + 3);
    await Promise.all(sent);
    expect([countOf(401), countOf(503)]).toEqual([QUEUE + concurrency, 80 - QUEUE - concurrency]);
  });

  it('that was refused without a check does not count as failed', async () => {
    const user = await api.make.user();
    const { sent } = await fill(60, PER_ADDRESS, () => '192.0.2.8');
    // More than the failures that an account may have.
    for (let count = 0; count < 15; count++)
      expect((await signIn('192.0.2.8', user, 'wrong')).status).toBe(503);
    openGate();
    await Promise.all(sent);
    expect((await signIn('192.0.2.8', user, PASSWORD)).status).toBe(200);
  });

  it('on one account from a thousand addresses costs ten hashes, and its owner signs in', async () => {
    const user = await api.make.user();
    expect((await signIn('203.0.113.8', user, PASSWORD)).status).toBe(200);
    begun.splice(0);
    const wrong = async (index: number) => {
      const login = index % 2 ? user : `${user}@example.org`;
      statuses.push((await signIn(`10.${index >> 8}.${index & 255}.1`, login, 'wrong')).status);
    };
    for (let index = 0; index < 10; index++) await wrong(index);
    for (let index = 10; index < 1000; index += 30)
      await Promise.all(Array.from({ length: 30 }, (_, offset) => wrong(index + offset)));
    expect([countOf(401), countOf(429)]).toEqual([10, 990]);
    expect(begun).toHaveLength(10);
    expect((await signIn('203.0.113.8', user, PASSWORD)).status).toBe(200);
    expect((await signIn('10.99.99.99', user, PASSWORD)).status).toBe(429);
  });
});
