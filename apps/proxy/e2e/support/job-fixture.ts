import { GroupPermission, UnitOfWork, UserPermission } from '@gatehouse/database';
import type { Reply } from './exchange';
import { call } from './exchange';
import { Fixture, cookieOf } from './fixture';
import { type JobService, startJobService } from './job-service';

/** A job service behind a proxy, with the resource `/jobs` and users with different permissions on it. */
export class JobFixture {
  private constructor(
    readonly fixture: Fixture,
    readonly jobs: JobService,
    readonly port: number,
  ) {}

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<JobFixture> {
    const fixture = await Fixture.open();
    const jobs = await startJobService();
    try {
      const { port } = await fixture.startProxy(environment);
      return new JobFixture(fixture, jobs, port);
    } catch (error) {
      await fixture.close();
      await jobs.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.fixture.close();
    await this.jobs.close();
  }

  /** Another service with these hooks, on the same upstream. */
  async service(hooks: readonly object[], type = 'api', options: object = {}): Promise<ProtectedJobs> {
    this.jobs.received.splice(0);
    this.jobs.jobs.splice(0);
    this.jobs.answer = undefined;
    const { name, id } = await this.fixture.addService(this.jobs.url, type, { proxy: { hooks, ...options } });
    const jobsId = await this.fixture.addResource(id, 'jobs', 'route');
    return new ProtectedJobs(this.fixture, this.port, name, id, jobsId);
  }

  /** Rows of the change log of a revision, with their actors. */
  async changesOf(revision: number): Promise<readonly LoggedChange[]> {
    return this.fixture.database.dataSource.query<LoggedChange[]>(
      `SELECT r.actor_kind, r.actor_id, r.actor_name, r.address, r.request_id, c.entity, c.operation, c.after
       FROM revisions r LEFT JOIN changes c ON c.revision = r.revision WHERE r.revision = $1 ORDER BY c.id`,
      [revision],
    );
  }

  /** A webhook of an action; the API, which would send it, does not run. */
  async addWebhook(action: string): Promise<void> {
    await this.inRevision(
      `INSERT INTO webhooks (name, action, method, url) VALUES ('hook', '${action}', 'POST', 'https://hooks.example.org/')`,
    );
  }

  async removeWebhooks(): Promise<void> {
    await this.inRevision('DELETE FROM webhooks');
  }

  /** The pending deliveries in the outbox. */
  webhookMessages(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.fixture.database.dataSource.query(
      `SELECT d.state, d.user_id AS "userId", d.parameters ->> 'resource.name' AS name,
         d.parameters ->> 'permission' AS permission, m.key
       FROM webhook_deliveries d JOIN outbox_messages m ON m.payload ->> 'delivery_id' = d.id::text`,
    );
  }

  private async inRevision(sql: string): Promise<void> {
    const unitOfWork = new UnitOfWork(this.fixture.database.dataSource);
    await unitOfWork.run(() => unitOfWork.manager.query(sql));
  }

  /** The number of revisions. */
  async revision(): Promise<number> {
    const [row] = await this.fixture.database.dataSource.query<{ value: string }[]>(
      'SELECT value FROM access_revision',
    );
    return Number(row?.value);
  }
}

export interface LoggedChange {
  readonly actor_kind: string;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly entity: string;
  readonly operation: string;
  readonly after: Readonly<Record<string, unknown>>;
}

/** A user with a session. */
export interface Caller {
  readonly id: number;
  readonly cookie: string;
}

export class ProtectedJobs {
  private newest = 0;

  constructor(
    private readonly fixture: Fixture,
    private readonly port: number,
    readonly name: string,
    readonly id: number,
    readonly jobsId: number,
  ) {}

  /** A user who may create and list jobs, which does not include reading any of them. */
  async member(): Promise<Caller> {
    const id = await this.fixture.addUser();
    const cookie = cookieOf(await this.fixture.signIn(id));
    await this.fixture.allow(id, this.jobsId, 'read', 'match');
    this.newest = await this.fixture.allow(id, this.jobsId, 'write', 'match');
    return { id, cookie };
  }

  async allow(
    userId: number,
    resourceId: number,
    name: string,
    scope?: 'match' | 'recursive',
  ): Promise<void> {
    this.newest = await this.fixture.allow(userId, resourceId, name, scope);
  }

  async setHooks(hooks: readonly object[]): Promise<void> {
    this.newest = await this.fixture.setProxyOptions(this.name, { hooks });
  }

  deny(userId: number, resourceId: number, name: string): Promise<void> {
    return this.rule('user', userId, resourceId, name, 'deny');
  }

  allowGroup(groupId: number, name: string, resourceId = this.jobsId): Promise<void> {
    return this.rule('group', groupId, resourceId, name, 'allow');
  }

  private async rule(
    kind: 'user' | 'group',
    principalId: number,
    resourceId: number,
    name: string,
    access: 'allow' | 'deny',
  ): Promise<void> {
    const entity = kind === 'user' ? UserPermission : GroupPermission;
    const rule = { [`${kind}Id`]: principalId, resourceId, name, access, scope: 'match' as const };
    this.newest = await this.fixture.write((manager) => manager.insert(entity, rule));
  }

  /** Adds a job with a resource. */
  async addJob(name: string): Promise<number> {
    return this.fixture.addResource(this.jobsId, name, 'route', this.id);
  }

  /** One request, decided with everything that was set up before. */
  call(
    path: string,
    {
      caller,
      headers = {},
      ...rest
    }: {
      readonly caller?: Caller | undefined;
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    } = {},
  ): Promise<Reply> {
    return call(this.port, {
      path: `/ows/proxy/${this.name}${path}`,
      headers: {
        ...(this.newest > 0 ? { 'X-Access-Revision': String(this.newest) } : {}),
        ...(caller ? { Cookie: caller.cookie } : {}),
        ...headers,
      },
      ...rest,
    });
  }

  /** The rows of the tree below `/jobs`. */
  resources(): Promise<{ readonly name: string; readonly type: string; readonly ordering: number }[]> {
    return this.fixture.database.dataSource.query(
      'SELECT name, type, ordering FROM resources WHERE parent_id = $1 ORDER BY ordering',
      [this.jobsId],
    );
  }
}
