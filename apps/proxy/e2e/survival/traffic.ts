import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/exchange';
import { type Fixture, cookieOf } from '../support/fixture';
import type { Upstream } from '../support/upstream';
import { Ledger, type Sent } from './ledger';

interface TestUser {
  readonly user: number;
  readonly cookie: string;
  readonly service: string;
  readonly resource: number;
}

/** What has come of the requests so far. */
export interface Tally {
  allowed: number;
  refused: number;
  /** Not decided: the proxy could not tell, or was not there. */
  undecided: number;
  /** Writes that were acknowledged. */
  written: number;
}

/**
 * Users who ask for their services all the time while their access is given and taken. Every answer, and every request that
 * the service has seen, is held against what the revisions allow.
 */
export class Traffic {
  readonly tally: Tally = { allowed: 0, refused: 0, undecided: 0, written: 0 };
  /** Decisions behind which no revision stands. */
  readonly wrong: string[] = [];
  /** For how many milliseconds the proxies may decide without news; 0: requests demand what was acknowledged. */
  staleness = 0;
  private readonly ledger = new Ledger();
  /** Whose access changes all the time; one who is always allowed; one who never is. */
  private readonly changing: TestUser[] = [];
  private readonly always: TestUser[] = [];
  private readonly never: TestUser[] = [];
  private readonly sent = new Map<string, Sent>();
  private isRunning = false;
  private work: Promise<unknown>[] = [];

  constructor(
    private readonly fixture: Fixture,
    private readonly upstream: Upstream,
    private readonly ports: () => readonly number[],
  ) {}

  /** Brings visitors about. */
  async prepare(): Promise<void> {
    for (const kind of [this.changing, this.changing, this.changing, this.always, this.never]) {
      const { name, id } = await this.fixture.addService(this.upstream.url);
      const user = await this.fixture.addUser();
      const cookie = cookieOf(await this.fixture.signIn(user));
      this.ledger.add(user);
      kind.push({ user, cookie, service: name, resource: id });
    }
    for (const { user, resource } of this.always)
      await this.ledger.write(user, true, () => this.fixture.allow(user, resource));
    this.upstream.behave(({ url = '' }, response) => {
      const sent = this.sent.get(url.slice(1));
      if (!sent || !this.ledger.verdicts(sent, performance.now()).has(true))
        this.wrong.push(`received ${url}`);
      response.end('hello');
    });
  }

  start(): void {
    this.isRunning = true;
    const testUsers = [...this.changing, ...this.always, ...this.never];
    this.work = [
      ...this.changing.map((testUser) => this.change(testUser)),
      ...this.ports().flatMap((_port, proxy) => testUsers.map((testUser) => this.visit(testUser, proxy))),
    ];
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.work);
  }

  /** Goes on until so many more requests were allowed and as many refused; fails when that takes too long. */
  async decisions(count: number): Promise<void> {
    const { allowed, refused } = this.tally;
    const deadline = performance.now() + 30_000;
    while (Math.min(this.tally.allowed - allowed, this.tally.refused - refused) < count) {
      if (performance.now() > deadline) throw new Error(`no more decisions: ${JSON.stringify(this.tally)}`);
      await sleep(10);
    }
  }

  private async change({ user, resource }: TestUser): Promise<void> {
    const give = () => this.fixture.allow(user, resource);
    const take = () => this.fixture.revoke(user, resource);
    // A rule whose acknowledgement was lost may be there already; taking comes first after every loss.
    for (let isAllowed = true; this.isRunning;) {
      const isWritten = await this.ledger.write(user, isAllowed, isAllowed ? give : take);
      if (isWritten) this.tally.written++;
      isAllowed = isWritten && !isAllowed;
      await sleep(isWritten ? 20 : 100);
    }
  }

  private async visit(testUser: TestUser, proxy: number): Promise<void> {
    for (let count = 0; this.isRunning; count++) {
      const name = `${testUser.user}-${proxy}-${count}`;
      const port = this.ports()[proxy] ?? 0;
      const status = await this.ask(testUser, name, port).catch(() => 0);
      if (status !== 200 && status !== 403) await sleep(10);
    }
  }

  private async ask({ user, cookie, service }: TestUser, name: string, port: number): Promise<number> {
    const sent = this.ledger.sent(user, this.staleness);
    this.sent.set(name, sent);
    const { status } = await call(port, {
      path: `/ows/proxy/${service}/${name}`,
      headers: { cookie, ...(this.staleness === 0 && { 'X-Access-Revision': String(sent.revision) }) },
    }).catch(() => ({ status: 0 }));
    if (status === 200) this.tally.allowed++;
    else if (status === 403) this.tally.refused++;
    else this.tally.undecided++;
    if (status === 200 || status === 403) {
      const isRight = this.ledger.verdicts(sent, performance.now()).has(status === 200);
      if (!isRight) this.wrong.push(`${status} for ${name}`);
    } else if (![0, 503].includes(status)) {
      this.wrong.push(`${status} for ${name}`);
    }
    return status;
  }
}
