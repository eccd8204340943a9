import type { IssuedToken, LiveSession } from '@gatehouse/identity';
import { silentLogger } from '@gatehouse/logging';
import { problem } from '@gatehouse/problems';
import {
  type InlineCredentials,
  type InlineLimits,
  InlineSessions,
  type SignInOutcome,
} from './inline-sign-in';

type Outcome = SignInOutcome;

/** A provider with predefined answers, and the sessions that its sign-ins have started. */
class Provider {
  readonly calls: string[] = [];
  /** For each call, whether the credentials were accepted before. */
  readonly accepted: boolean[] = [];
  readonly sessions = new Map<string, LiveSession>();
  answer: (authorization: string) => Outcome | Promise<Outcome> = (authorization) =>
    this.start(authorization);

  start(name: string): IssuedToken {
    const token = `${name} ${this.sessions.size}`;
    this.sessions.set(token, { sessionId: token } as LiveSession);
    return { token, maxAge: 60 };
  }

  async signIn({ provider, authorization, wereAccepted = false }: InlineCredentials): Promise<Outcome> {
    this.accepted.push(wereAccepted);
    this.calls.push(`${provider} ${authorization}`);
    return this.answer(authorization);
  }

  open(limits: Partial<InlineLimits> = {}): InlineSessions {
    const sessions = { find: (token: string) => this.sessions.get(token) };
    return new InlineSessions(this, sessions, silentLogger, limits);
  }
}

function sent(provider: string, authorization: string, address = '198.18.1.1'): InlineCredentials {
  return { provider, authorization, client: { address } };
}

describe('credentials of requests', () => {
  let provider: Provider;
  beforeEach(() => {
    provider = new Provider();
  });

  it('start a session, and reuse it for a limited time without another check', async () => {
    const inline = provider.open();
    const first = await inline.open(sent('p', 'Bearer a'));
    const second = inline.open(sent('p', 'Bearer a'));
    expect(second).toEqual(first);
    expect(first).toMatchObject({ session: { sessionId: 'Bearer a 0' }, issued: { token: 'Bearer a 0' } });
    expect(provider.calls).toEqual(['p Bearer a']);
  });

  it('that arrive concurrently cause one sign-in', async () => {
    const inline = provider.open();
    const results = await Promise.all(Array.from({ length: 20 }, () => inline.open(sent('p', 'Bearer a'))));
    expect(provider.calls).toHaveLength(1);
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveProperty('size', 1);
  });

  it('of a client in another network are checked again, so that its sign-in is recorded', async () => {
    const inline = provider.open();
    for (const address of ['198.18.1.1', '198.18.1.1', '198.18.2.2']) {
      await inline.open(sent('p', 'a', address));
    }
    expect(provider.calls).toEqual(['p a', 'p a']);
  });

  it('are distinguished by provider and by value', async () => {
    const inline = provider.open();
    for (const [name, value] of [
      ['p', 'a'],
      ['p', 'b'],
      ['q', 'a'],
    ] as const) {
      await inline.open(sent(name, value));
    }
    expect(provider.calls).toEqual(['p a', 'p b', 'q a']);
  });

  it('are checked again when their session has ended', async () => {
    const inline = provider.open();
    await inline.open(sent('p', 'a'));
    provider.sessions.clear();
    provider.answer = () => 'refused';
    expect(await inline.open(sent('p', 'a'))).toBe('refused');
    expect(provider.calls).toHaveLength(2);
  });

  it('are checked again after their lifetime', async () => {
    const inline = provider.open({ keptFor: 0 });
    await inline.open(sent('p', 'a'));
    await inline.open(sent('p', 'a'));
    expect(provider.calls).toHaveLength(2);
  });

  it('that were accepted before are checked as such, also after the provider was unavailable, but not once refused', async () => {
    const inline = provider.open({ keptFor: 0, refusedFor: 0 });
    const answers: Outcome[] = [
      provider.start('a'),
      'unavailable',
      provider.start('a'),
      'refused',
      'refused',
    ];
    for (const answer of answers) {
      provider.answer = () => answer;
      await inline.open(sent('p', 'a'));
    }
    expect(provider.accepted).toEqual([false, true, true, true, false]);
  });

  it('that were accepted before are checked as such, although many others were refused since, or their session has ended', async () => {
    const inline = provider.open({ cached: 2 });
    await inline.open(sent('p', 'a'));
    provider.answer = () => 'refused';
    for (const value of ['b', 'c', 'd']) await inline.open(sent('p', value));
    provider.answer = () => provider.start('a');
    await inline.open(sent('p', 'a'));
    provider.sessions.clear();
    await inline.open(sent('p', 'a'));
    expect(provider.calls.filter((call) => call === 'p a')).toHaveLength(3);
    expect(provider.accepted).toEqual([false, false, false, false, true, true]);
  });

  it('that are limited are answered with the refusal, and tried again after a while', async () => {
    const refusal = problem('sign_in_rate_limited', { accountFailures: 1, addressFailures: 1, seconds: 1 });
    provider.answer = () => ({ refusal });
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const inline = provider.open({ limitedFor: 30 });
    expect(await inline.open(sent('p', 'a'))).toEqual({ refusal });
    clock.mockReturnValue(1_029);
    expect(await inline.open(sent('p', 'a'))).toEqual({ refusal });
    expect(provider.calls).toHaveLength(1);
    clock.mockReturnValue(1_030);
    provider.answer = () => provider.start('a');
    expect(await inline.open(sent('p', 'a'))).toMatchObject({ session: {} });
    clock.mockRestore();
  });

  it('that were refused are checked again only after a while', async () => {
    provider.answer = () => 'refused';
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const inline = provider.open({ refusedFor: 30 });
    expect(await inline.open(sent('p', 'a'))).toBe('refused');
    clock.mockReturnValue(1_029);
    expect(await inline.open(sent('p', 'a'))).toBe('refused');
    expect(provider.calls).toHaveLength(1);
    clock.mockReturnValue(1_030);
    provider.answer = () => provider.start('a');
    expect(await inline.open(sent('p', 'a'))).toMatchObject({ session: {} });
    clock.mockRestore();
  });

  it('that could not be checked are checked the next time', async () => {
    const inline = provider.open();
    provider.answer = () => Promise.reject(new Error('no'));
    expect(await inline.open(sent('p', 'a'))).toBe('unavailable');
    provider.answer = () => 'unavailable';
    expect(await inline.open(sent('p', 'a'))).toBe('unavailable');
    provider.answer = () => provider.start('a');
    expect(await inline.open(sent('p', 'a'))).toMatchObject({ session: {} });
  });

  it('wait for a provider only until the time-out, and only in a limited number', async () => {
    const released: (() => void)[] = [];
    provider.answer = () => new Promise((resolve) => released.push(() => resolve('refused')));
    const inline = provider.open({ timeout: 20, most: 2 });
    const waiting = [inline.open(sent('p', 'a')), inline.open(sent('p', 'b'))];
    expect(await inline.open(sent('p', 'c'))).toBe('unavailable');
    expect(await Promise.all(waiting)).toEqual(['unavailable', 'unavailable']);
    // The provider still has both: its delay must not allow others to sign in.
    expect(await inline.open(sent('p', 'd'))).toBe('unavailable');
    expect(provider.calls).toHaveLength(2);
    for (const release of released) release();
    await new Promise((resolve) => setImmediate(resolve));
    provider.answer = () => provider.start('e');
    expect(await inline.open(sent('p', 'e'))).toMatchObject({ session: {} });
  });

  it('are cached up to a limit, and the least recently used are evicted first', async () => {
    const inline = provider.open({ cached: 2 });
    for (const value of ['a', 'b', 'c']) await inline.open(sent('p', value));
    await inline.open(sent('p', 'b'));
    expect(provider.calls).toEqual(['p a', 'p b', 'p c']);
    await inline.open(sent('p', 'a'));
    expect(provider.calls).toHaveLength(4);
  });
});
