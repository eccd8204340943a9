import type { LiveSession } from '@gatehouse/identity';
import { SessionCache } from './session-cache';

const NOW = Date.UTC(2026, 0, 1);

function session(sessionId: string, expiresAt = NOW + 1_000): LiveSession {
  return { sessionId, expiresAt: new Date(expiresAt), newestIssuedAt: new Date(NOW) } as LiveSession;
}

describe('the cache of sessions', () => {
  it('evicts the least recently used digest, and forgets its session', () => {
    const cache = new SessionCache(2, 2);
    const [first, second, third] = [session('1'), session('2'), session('3')];
    cache.add('a', first);
    cache.add('b', second);
    expect(cache.get('a', NOW)).toBe(first);
    cache.add('c', third);
    expect([cache.get('a', NOW), cache.get('b', NOW), cache.get('c', NOW)]).toEqual([first, 'unseen', third]);
    cache.forgetSession('2');
    expect([cache.get('a', NOW), cache.get('c', NOW)]).toEqual([first, third]);
  });

  it('forgets all digests of a session, also after a further token was issued', () => {
    const cache = new SessionCache(4, 2);
    cache.add('a', session('1'));
    cache.add('b', session('1'));
    cache.add('c', session('2'));
    cache.noteToken('1', new Date(NOW + 5));
    expect(cache.get('a', NOW)).toEqual({ ...session('1'), newestIssuedAt: new Date(NOW + 5) });
    cache.forgetSession('1');
    expect([cache.get('a', NOW), cache.get('b', NOW)]).toEqual(['unseen', 'unseen']);
    expect(cache.get('c', NOW)).toEqual(session('2'));
  });

  it('still forgets a session of which only one digest was evicted', () => {
    const cache = new SessionCache(2, 2);
    cache.add('a', session('1'));
    cache.add('b', session('1'));
    cache.add('c', session('2'));
    cache.forgetSession('1');
    expect([cache.get('a', NOW), cache.get('b', NOW)]).toEqual(['unseen', 'unseen']);
  });

  it('returns no session that has expired', () => {
    const cache = new SessionCache(2, 2);
    cache.add('a', session('1', NOW + 10));
    expect(cache.get('a', NOW + 10)).toBeUndefined();
    expect(cache.get('a', NOW)).toBe('unseen');
  });

  it('keeps a bounded number of unknown digests, each for a limited time', () => {
    const cache = new SessionCache(2, 2);
    for (const key of ['a', 'b', 'c']) cache.addUnknown(key, NOW + 10);
    expect([cache.get('a', NOW), cache.get('b', NOW), cache.get('c', NOW)]).toEqual([
      'unseen',
      undefined,
      undefined,
    ]);
    expect(cache.get('b', NOW + 10)).toBe('unseen');
    cache.forgetUnknown();
    expect(cache.get('c', NOW)).toBe('unseen');
  });
});
