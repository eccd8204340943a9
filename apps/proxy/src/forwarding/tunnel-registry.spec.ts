import { silentLogger } from '@gatehouse/logging';
import type { Tunnel } from './tunnel';
import { TunnelRegistry } from './tunnel-registry';

type SessionListener = Parameters<ConstructorParameters<typeof TunnelRegistry>[0]['listen']>[0];

/** A snapshot whose revisions a test makes. It never gives a wait up, so that nothing happens without a revision. */
class Revisions {
  revision = 1;
  private arrived: () => void = () => undefined;
  private listener: Partial<SessionListener> = {};

  listen(listener: SessionListener): () => void {
    this.listener = listener;
    return () => undefined;
  }

  waitFor(revision: number): Promise<boolean> {
    if (this.revision >= revision) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.arrived = () => resolve(true);
    });
  }

  next(sessionId?: string): void {
    if (sessionId !== undefined) this.listener.sessionChanged?.(sessionId);
    this.revision += 1;
    this.arrived();
  }
}

function openTunnel() {
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return { tunnel: { close } as Tunnel, closed };
}

const sessionOf = (sessionId: string) => ({ sessionId, userId: 1, origin: null });

describe('open connections', () => {
  let revisions: Revisions;
  let registry: TunnelRegistry;
  beforeEach(() => {
    revisions = new Revisions();
    registry = new TunnelRegistry(revisions, silentLogger);
  });
  afterEach(() => {
    registry.close();
    revisions.next();
  });

  it('are closed with the revision that no longer allows them, without a periodic check', async () => {
    const { tunnel, closed } = openTunnel();
    let isAllowed = true;
    registry.add(tunnel, undefined, () => isAllowed);
    isAllowed = false;
    revisions.next();
    await closed;
  });

  it('are authorized again with each revision, those of a changed session with another look at it', async () => {
    const seen: string[] = [];
    const checked = (name: string, last: number) =>
      new Promise<void>((resolve) => {
        const reauthorize = (afresh: boolean): boolean => {
          seen.push(`${name} ${revisions.revision} ${afresh ? 'afresh' : 'as known'}`);
          if (revisions.revision === last) resolve();
          return true;
        };
        registry.add(openTunnel().tunnel, sessionOf(name), reauthorize);
      });
    const both = Promise.all([checked('ada', 2), checked('bob', 2)]);
    revisions.next('bob');
    await both;
    expect(seen).toEqual(expect.arrayContaining(['ada 2 as known', 'bob 2 afresh']));
    expect(seen).not.toContain('ada 2 afresh');
  });

  it('are closed when their authorization fails, and at once when the proxy stops', async () => {
    const [failing, open, late] = [openTunnel(), openTunnel(), openTunnel()];
    let fails = false;
    registry.add(failing.tunnel, undefined, () => {
      if (fails) throw new Error('no database');
      return true;
    });
    registry.add(open.tunnel, undefined, () => true);
    fails = true;
    revisions.next();
    await failing.closed;
    registry.close();
    registry.add(late.tunnel, undefined, () => true);
    await Promise.all([open.closed, late.closed]);
    expect(registry.size).toBe(0);
  });
});
