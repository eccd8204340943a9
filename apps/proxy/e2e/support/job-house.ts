import { GroupPermission, UserPermission } from '@gatehouse/database';
import type { Reply } from './exchange';
import { call } from './exchange';
import { House, cookieOf } from './house';
import { type JobService, startJobService } from './job-service';

/** A job service behind a proxy, with the resource `/jobs` and people who may do this and that with it. */
export class JobHouse {
  private constructor(
    readonly house: House,
    readonly jobs: JobService,
    readonly port: number,
  ) {}

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<JobHouse> {
    const house = await House.open();
    const jobs = await startJobService();
    try {
      const { port } = await house.startProxy(environment);
      return new JobHouse(house, jobs, port);
    } catch (error) {
      await house.close();
      await jobs.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.house.close();
    await this.jobs.close();
  }

  /** Another service with these hooks, on the same upstream. */
  async service(hooks: readonly object[], type = 'api'): Promise<ProtectedJobs> {
    this.jobs.received.splice(0);
    this.jobs.jobs.splice(0);
    this.jobs.answer = undefined;
    const { name, id } = await this.house.addService(this.jobs.url, type, { proxy: { hooks } });
    const jobsId = await this.house.addResource(id, 'jobs', 'route');
    return new ProtectedJobs(this.house, this.port, name, id, jobsId);
  }

  /** Rows of the change log of a revision, with who made it. */
  async changesOf(revision: number): Promise<readonly LoggedChange[]> {
    return this.house.database.dataSource.query<LoggedChange[]>(
      `SELECT r.actor_kind, r.actor_id, r.actor_name, r.address, r.request_id, c.entity, c.operation, c.after
       FROM revisions r LEFT JOIN changes c ON c.revision = r.revision WHERE r.revision = $1 ORDER BY c.id`,
      [revision],
    );
  }

  /** The number of revisions that there are. */
  async revision(): Promise<number> {
    const [row] = await this.house.database.dataSource.query<{ value: string }[]>(
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
    private readonly house: House,
    private readonly port: number,
    readonly name: string,
    readonly id: number,
    readonly jobsId: number,
  ) {}

  /** Somebody who may make jobs, list them, and read none of them by that. */
  async member(): Promise<Caller> {
    const id = await this.house.addUser();
    const cookie = cookieOf(await this.house.signIn(id));
    await this.house.allow(id, this.jobsId, 'read', 'match');
    this.newest = await this.house.allow(id, this.jobsId, 'write', 'match');
    return { id, cookie };
  }

  async allow(
    userId: number,
    resourceId: number,
    name: string,
    scope?: 'match' | 'recursive',
  ): Promise<void> {
    this.newest = await this.house.allow(userId, resourceId, name, scope);
  }

  async setHooks(hooks: readonly object[]): Promise<void> {
    this.newest = await this.house.setProxyOptions(this.name, { hooks });
  }

  deny(userId: number, resourceId: number, name: string): Promise<void> {
    return this.rule('user', userId, resourceId, name, 'deny');
  }

  allowGroup(groupId: number, name: string, resourceId = this.jobsId): Promise<void> {
    return this.rule('group', groupId, resourceId, name, 'allow');
  }

  private async rule(
    kind: 'user' | 'group',
    holderId: number,
    resourceId: number,
    name: string,
    access: 'allow' | 'deny',
  ): Promise<void> {
    const entity = kind === 'user' ? UserPermission : GroupPermission;
    const rule = { [`${kind}Id`]: holderId, resourceId, name, access, scope: 'match' as const };
    this.newest = await this.house.write((manager) => manager.insert(entity, rule));
  }

  /** A job that is a resource already. */
  async addJob(name: string): Promise<number> {
    return this.house.addResource(this.jobsId, name, 'route', this.id);
  }

  /** One request, decided on all that was set up before. */
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
    return this.house.database.dataSource.query(
      'SELECT name, type, ordering FROM resources WHERE parent_id = $1 ORDER BY ordering',
      [this.jobsId],
    );
  }
}
