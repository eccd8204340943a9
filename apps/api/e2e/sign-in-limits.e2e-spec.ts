import { Builders } from './harness/builders';
import type { Client } from './harness/client';
import { type SignInAnswer as Answer, signInFrom } from './harness/sign-in-from';
import { type TestApi, startApi } from './harness/start-api';

const PASSWORD = Builders.PASSWORD;

const times = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
};
const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe('the limits on failed sign-ins', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_SIGNIN_ACCOUNT_FAILURES: '4', SVC_SIGNIN_ADDRESS_FAILURES: '12' });
  });
  afterAll(() => api.close());

  const from = (address: string, name: string, password: string) =>
    signInFrom(api.anonymous.url, address, name, password);
  let hosts = 0;
  /** An address that no test has used. */
  const newAddress = () => `198.18.${++hosts >> 8}.${hosts & 255}`;
  const fail = (name: string, count: number, address = newAddress()) =>
    times(count, () => from(address, name, 'wrong'));

  it('are one for the name and the email of an account', async () => {
    const user = await api.make.user();
    expect(statusesOf(await fail(user, 2))).toEqual([401]);
    expect(statusesOf(await fail(`${user}@example.org`, 2))).toEqual([401]);
    for (const login of [user, user.toUpperCase(), `${user}@example.org`, `${user}@EXAMPLE.org`])
      expect(await from(newAddress(), login, PASSWORD)).toMatchObject({ status: 429 });
  });

  it('refuse names that no account has like others, to the letter of the reply', async () => {
    const user = await api.make.user();
    const replies = await Promise.all(
      [user, 'nosuchuser'].map(async (name) => {
        const answers = [...(await fail(name, 4)), ...(await fail(name, 2))];
        return answers.map(({ status, body }) => ({ status, body }));
      }),
    );
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[0]?.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429]);
    expect(replies[0]?.at(-1)?.body['detail']).toContain('(SVC_SIGNIN_ACCOUNT_FAILURES: 4)');
  });

  it('count the spellings of an address as one, and addresses of one IPv6 network', async () => {
    const spellings = [
      '2001:db8:5:6::1',
      '2001:DB8:5:6:0:0:0:2',
      '[2001:db8:5:6::3]:443',
      '2001:0db8:5:6:ffff::1',
    ];
    const tries = await times(12, (index) => from(spellings[index % 4] ?? '', `ghost${index}`, 'wrong'));
    expect(statusesOf(tries)).toEqual([401]);
    expect((await from('2001:db8:5:6:abcd::1', 'ghost99', 'wrong')).status).toBe(429);
    expect((await from('2001:db8:5:7::1', 'ghost99', 'wrong')).status).toBe(401);
    await times(12, (index) =>
      from(index % 2 ? '203.0.113.9' : '::ffff:203.0.113.9', `ghoul${index}`, 'wrong'),
    );
    expect((await from('::FFFF:cb00:7109', 'ghoul99', 'wrong')).status).toBe(429);
  });

  it('recognize an address in another spelling', async () => {
    const user = await api.make.user();
    expect((await from('2001:db8:9:9::1', user, PASSWORD)).status).toBe(200);
    await fail(user, 4);
    expect((await from(newAddress(), user, PASSWORD)).status).toBe(429);
    expect((await from('2001:DB8:9:9:8::2', user, PASSWORD)).status).toBe(200);
  });

  it('are ten times higher, and not absent, where the user has signed in from before', async () => {
    const user = await api.make.user();
    const home = newAddress();
    expect((await from(home, user, PASSWORD)).status).toBe(200);
    expect(statusesOf(await fail(user, 4, home))).toEqual([401]);
    expect(statusesOf(await fail(user, 20, home))).toEqual([429]);
    expect((await from(newAddress(), user, PASSWORD)).status).toBe(429);
    // 24 of 40 have failed: the right password is still taken, and forgives what has failed from there.
    expect((await from(home, user, PASSWORD)).status).toBe(200);
    await fail(user, 40, home);
    const refused = await from(home, user, PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  });

  it('of known addresses are not used up by other addresses', async () => {
    const user = await api.make.user();
    const home = newAddress();
    expect((await from(home, user, PASSWORD)).status).toBe(200);
    for (let count = 0; count < 60; count++) await from(newAddress(), user, 'wrong');
    expect((await from(home, user, PASSWORD)).status).toBe(200);
  });

  it('do not begin again for others when the owner has signed in', async () => {
    const user = await api.make.user();
    const home = newAddress();
    await from(home, user, PASSWORD);
    await fail(user, 4);
    expect((await from(home, user, PASSWORD)).status).toBe(200);
    expect((await from(newAddress(), user, 'wrong')).status).toBe(429);
  });

  it('do not apply to requests with a session of the account, which does not exempt other accounts', async () => {
    const [user, other] = [await api.make.user(), await api.make.user()];
    const session: Client = await api.signIn(user);
    await fail(user, 4);
    await fail(other, 4);
    const address = newAddress();
    const again = (user_name: string, password: string) =>
      session.post('/signin', { user_name, password }).set('X-Forwarded-For', address);
    for (let count = 0; count < 45; count++) await again(user, 'wrong').expect(401);
    await again(user, PASSWORD).expect(200);
    await again(`${user}@example.org`, PASSWORD).expect(200);
    await again(other, PASSWORD).expect(429);
  });
});
