import {
  Group,
  GroupPermission,
  Membership,
  Resource,
  ServiceRow,
  Session,
  UnitOfWork,
  User,
  UserPermission,
} from '@gatehouse/database';
import {
  type ApiTokenFields,
  ApiTokenStore,
  type IssuedToken,
  SessionStore,
  deriveKeys,
} from '@gatehouse/identity';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { type Settings, loadSettings } from '@gatehouse/settings';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import type { EntityManager } from 'typeorm';
import { call, until } from './exchange';
import { Proxy, type ProxyLimits } from '../../src/proxy';
import type { InlineSignIn } from '../../src/sign-in/inline-sign-in';

const SECRET = 'a-secret-of-the-tests-that-is-long-enough';

/** A database with the special users and groups, the data of tests, and the proxies that use it. */
export class Fixture {
  private readonly proxies: Proxy[] = [];
  private readonly ports: number[] = [];
  private readonly unitOfWork: UnitOfWork;
  private names = 0;

  private constructor(readonly database: TestDatabase) {
    this.unitOfWork = new UnitOfWork(database.dataSource);
  }

  static async open(database?: TestDatabase): Promise<Fixture> {
    const fixture = new Fixture(database ?? (await createTestDatabase()));
    await fixture.write(async () => {
      await fixture.unitOfWork.manager.insert(Group, [{ name: 'administrators' }, { name: 'anonymous' }]);
    });
    await fixture.addUser('anonymous');
    return fixture;
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.stop()));
    await this.database.drop();
  }

  settings(environment: Readonly<Record<string, string>> = {}): Settings {
    return loadSettings({
      SVC_ADMIN_USER: 'root',
      SVC_ADMIN_PASSWORD: 'a password of the tests',
      ...this.environment(),
      ...environment,
    });
  }

  /** The settings of a proxy of this fixture, also for a separate process. */
  environment(): Readonly<Record<string, string>> {
    return {
      SVC_SECRET: SECRET,
      SVC_DB_URL: this.database.url,
      SVC_PROXY_PORT: '0',
      SVC_URL: 'https://gate.example.org/api',
      SVC_PROXY_PUBLIC_URL: 'https://gate.example.org/front/ows/proxy',
      SVC_LOG_REQUEST: 'false',
    };
  }

  /** Starts a proxy and returns its port. */
  async startProxy(
    environment: Readonly<Record<string, string>> = {},
    limits: Partial<ProxyLimits> = {},
    logger: Logger = silentLogger,
    inlineSignIn?: InlineSignIn,
  ): Promise<{ readonly port: number; readonly proxy: Proxy }> {
    const proxy = new Proxy({
      settings: { ...this.settings(environment), databaseUrl: this.database.url },
      dataSource: this.database.dataSource,
      logger,
      limits,
      ...(inlineSignIn && { inlineSignIn }),
    });
    this.proxies.push(proxy);
    const port = await proxy.start();
    this.ports.push(port);
    return { proxy, port };
  }

  /** Runs one unit of work; returns its revision. */
  async write(work: (manager: EntityManager) => Promise<unknown>): Promise<number> {
    return this.unitOfWork.run(async () => {
      await work(this.unitOfWork.manager);
      return this.unitOfWork.revision ?? 0;
    });
  }

  /** Adds an account, a member of the anonymous group as all are. */
  async addUser(name = this.newName('user')): Promise<number> {
    const groupId = await this.groupId('anonymous');
    let id = 0;
    await this.write(async () => {
      const saved = await this.unitOfWork.manager.save(
        this.unitOfWork.manager.create(User, { name, email: `${name}@example.org` }),
      );
      id = saved.id;
      await this.unitOfWork.manager.insert(Membership, { userId: id, groupId });
    });
    return id;
  }

  deleteUser(id: number): Promise<number> {
    return this.write(() => this.unitOfWork.manager.delete(User, { id }));
  }

  async groupId(name: string): Promise<number> {
    return (await this.database.dataSource.manager.findOneByOrFail(Group, { name })).id;
  }

  async join(userId: number, groupId: number): Promise<number> {
    return this.write(() => this.unitOfWork.manager.insert(Membership, { userId, groupId }));
  }

  /**
   * Adds a protected service and waits until the proxies of this fixture have it; returns its name
   * and the id of its resource.
   */
  async addService(
    url: string,
    type = 'access',
    {
      name = this.newName('service'),
      ...extra
    }: { readonly name?: string; readonly configuration?: object; readonly proxy?: object } = {},
  ): Promise<{ readonly name: string; readonly id: number }> {
    let id = 0;
    const revision = await this.write(async () => {
      const { manager } = this.unitOfWork;
      const resource = await manager.save(
        manager.create(Resource, {
          name,
          displayName: name,
          type: 'service',
          parentId: null,
          rootServiceId: null,
        }),
      );
      id = resource.id;
      await manager.insert(ServiceRow, { resourceId: id, type, url, ...extra });
    });
    await this.arrivals(revision);
    return { name, id };
  }

  /** Adds a resource below another one of a service; returns its id. */
  async addResource(parentId: number, name: string, type: string, rootServiceId = parentId): Promise<number> {
    let id = 0;
    await this.write(async () => {
      const { manager } = this.unitOfWork;
      const row = manager.create(Resource, { name, displayName: name, type, parentId, rootServiceId });
      ({ id } = await manager.save(row));
    });
    return id;
  }

  /** Changes how the proxy treats a service; returns the revision. */
  setProxyOptions(serviceName: string, proxy: object | null): Promise<number> {
    return this.write(() =>
      this.unitOfWork.manager.query(
        `UPDATE services SET proxy = $2 WHERE resource_id =
           (SELECT id FROM resources WHERE name = $1 AND parent_id IS NULL)`,
        [serviceName, proxy && JSON.stringify(proxy)],
      ),
    );
  }

  allow(
    userId: number,
    resourceId: number,
    name = 'access',
    scope: UserPermission['scope'] = 'recursive',
  ): Promise<number> {
    const rule = { userId, resourceId, name, access: 'allow', scope } as const;
    return this.write(() => this.unitOfWork.manager.insert(UserPermission, rule));
  }

  revoke(userId: number, resourceId: number): Promise<number> {
    return this.write(() => this.unitOfWork.manager.delete(UserPermission, { userId, resourceId }));
  }

  /** Allows all users the given permissions, `access` by default. */
  async publish(resourceId: number, ...names: string[]): Promise<number> {
    const groupId = await this.groupId('anonymous');
    const permissions = names.length > 0 ? names : ['access'];
    return this.write(() =>
      this.unitOfWork.manager.insert(
        GroupPermission,
        permissions.map((name) => ({
          groupId,
          resourceId,
          name,
          access: 'allow' as const,
          scope: 'recursive' as const,
        })),
      ),
    );
  }

  /** Denies a permission to a group, on a resource and all below it. */
  deny(groupId: number, resourceId: number, name: GroupPermission['name']): Promise<number> {
    const rule = { groupId, resourceId, name, access: 'deny', scope: 'recursive' } as const;
    return this.write(() => this.unitOfWork.manager.insert(GroupPermission, rule));
  }

  /** Adds a service that all users may access; returns its path at the proxies, which have it by then. */
  async publishService(url: string): Promise<string> {
    const { name, id } = await this.addService(url);
    const revision = await this.publish(id);
    await this.arrivals(revision);
    return `/ows/proxy/${name}`;
  }

  sessions(environment: Readonly<Record<string, string>> = {}): SessionStore {
    return new SessionStore(
      this.database.dataSource,
      this.unitOfWork,
      deriveKeys(SECRET),
      this.settings(environment),
    );
  }

  signIn(userId: number, startedAt = new Date()): Promise<IssuedToken> {
    return this.sessions().start(userId, {}, startedAt);
  }

  /** A new API token of a user, and the revision in which it was created. */
  async addToken(
    userId: number,
    fields: Partial<ApiTokenFields> = {},
  ): Promise<{ token: string; id: string; revision: number }> {
    let created: { token: string; id: string } | undefined;
    const revision = await this.write(async () => {
      created = await this.apiTokens().create(userId, {
        name: this.newName('token'),
        expiresAt: new Date(Date.now() + 86_400_000),
        isAdministrator: false,
        restriction: null,
        ...fields,
      });
    });
    return { ...created!, revision };
  }

  revokeToken(id: string): Promise<number> {
    return this.write(() => this.apiTokens().delete(id));
  }

  apiTokens(): ApiTokenStore {
    return new ApiTokenStore(this.database.dataSource, this.unitOfWork, deriveKeys(SECRET));
  }

  endSessionsOf(userId: number): Promise<number> {
    return this.write(() => this.unitOfWork.manager.delete(Session, { userId }));
  }

  /** Waits until every proxy reports a revision. */
  private async arrivals(revision: number): Promise<void> {
    const revisionOf = async (port: number) => {
      const { text } = await call(port, { path: '/health' });
      return (JSON.parse(text) as { revision: number }).revision;
    };
    for (const port of this.ports) {
      await until(
        () => revisionOf(port),
        (shown) => shown >= revision,
      );
    }
  }

  private newName(kind: string): string {
    return `${kind}-${++this.names}`;
  }
}

/** The `Cookie` header of a token as browsers send it. */
export function cookieOf({ token }: IssuedToken): string {
  return `auth_tkt=${token}!userid_type:int`;
}
