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

/** The outcomes of the requests so far. */
export interface Tally {
  allowed: number;
  refused: number;
  /** Not decided: the proxy could not decide, or was not running. */
  undecided: number;
  /** Writes that were acknowledged. */
  written: number;
}

/**
 * Users who continuously request their services while their access is granted and revoked. Every reply, and every request that
 * the service has received, is compared with what the revisions allow.
 */
export class Traffic {
  readonly tally: Tally = { allowed: 0, refused: 0, undecided: 0, written: 0 };
  /** Decisions that no revision explains. */
  readonly wrong: string[] = [];
  /** The staleness bound of the proxies in milliseconds; 0: requests demand the acknowledged revision. */
  staleness = 0;
  private readonly ledger = new Ledger();
  /** Users whose access changes continuously; users who are always allowed; users who never are. */
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

  /** Adds the users. */
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
      ...this.ports().flatMap((_port, proxy) =>
        testUsers.map((testUser) => this.sendRequests(testUser, proxy)),
      ),
    ];
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.work);
  }

  /** Waits until `count` more requests were allowed and as many refused; fails when that takes too long. */
  async decisions(count: number): Promise<void> {
    const { allowed, refused } = this.tally;
    const deadline = performance.now() + 30_000;
    while (Math.min(this.tally.allowed - allowed, this.tally.refused - refused) < count) {
      if (performance.now() > deadline) throw new Error(`no more decisions: ${JSON.stringify(this.tally)}`);
      await sleep(10);
    }
  }

  private async change({ user, resource }: TestUser): Promise<void> {
    const grant = () => this.fixture.allow(user, resource);
    const revoke = () => this.fixture.revoke(user, resource);
    // An assignment whose acknowledgement was lost may exist; after every loss, access is revoked first.
    for (let isAllowed = true; this.isRunning;) {
      const isWritten = await this.ledger.write(user, isAllowed, isAllowed ? grant : revoke);
      if (isWritten) this.tally.written++;
      isAllowed = isWritten && !isAllowed;
      await sleep(isWritten ? 20 : 100);
    }
  }

  private async sendRequests(testUser: TestUser, proxy: number): Promise<void> {
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
