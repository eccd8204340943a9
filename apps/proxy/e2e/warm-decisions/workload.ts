import fc from 'fast-check';
import { type Fixture, cookieOf } from '../support/fixture';

const SERVICES = {
  routes: 'api',
  data: 'thredds',
  processes: 'wps',
  layers: 'ncwms',
  door: 'access',
} as const;
type ServiceName = keyof typeof SERVICES;
const NAMES = Object.keys(SERVICES) as ServiceName[];
const USERS = ['ada', 'bob', 'eve'] as const;
/** `anonymous`: the group of all users. */
const GROUPS = ['anonymous', 'administrators', 'rangers'] as const;

/** What can be below a service of each, with the permissions that matter to the requests for it. */
const BELOW: Readonly<
  Record<
    ServiceName,
    { readonly type: string; readonly name: string; readonly permissions: readonly string[] }
  >
> = {
  routes: { type: 'route', name: 'jobs', permissions: ['read', 'write'] },
  data: { type: 'directory', name: 'sea', permissions: ['browse', 'read'] },
  processes: { type: 'process', name: 'sum', permissions: ['execute', 'describeprocess', 'getcapabilities'] },
  layers: { type: 'layer', name: 'heat', permissions: ['getmap', 'getcapabilities'] },
  door: { type: 'route', name: 'none', permissions: ['access'] },
};

/** Requests of each service: method, target below it, and body. */
const REQUESTS: Readonly<Record<ServiceName, readonly (readonly [string, string, string?])[]>> = {
  routes: [
    ['GET', '/jobs'],
    ['GET', '/jobs/1?x=%2F'],
    ['POST', '/jobs', 'x'],
    ['DELETE', '/Jobs;a=b'],
    ['GET', ''],
    ['GET', '/a//b'],
  ],
  data: [
    ['GET', '/fileServer/sea/a.nc'],
    ['GET', '/catalog/sea/catalog.html'],
    ['GET', '/thredds/dodsC/sea/b.nc.dds'],
  ],
  processes: [
    ['GET', '?service=WPS&request=GetCapabilities'],
    ['GET', '?service=WPS&request=Execute&identifier=sum'],
    ['POST', '', '<Execute service="WPS"><Identifier>sum</Identifier></Execute>'],
    ['GET', '?service=WPS&request=DescribeProcess&identifier=sum,other'],
    ['GET', '?service=WPS&request=Execute&identifier=sum&identifier=other'],
  ],
  layers: [
    ['GET', '?request=GetMap&layers=heat/t'],
    ['GET', '?request=GetCapabilities'],
  ],
  door: [
    ['GET', '/any/where'],
    ['PUT', '/any', 'x'],
  ],
};

export interface SampleRequest {
  /** Undefined: an anonymous caller. */
  readonly user: (typeof USERS)[number] | undefined;
  readonly service: ServiceName;
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
}

export const sampleRequest: fc.Arbitrary<SampleRequest> = fc
  .tuple(fc.option(fc.constantFrom(...USERS), { nil: undefined }), fc.constantFrom(...NAMES))
  .chain(([user, service]) =>
    fc
      .constantFrom(...REQUESTS[service])
      .map(([method, target, body]) => ({ user, service, method, target, body })),
  );

/** Kinds of writes; most of them change permission assignments. */
const KINDS = [
  ...(['giveUser', 'giveGroup', 'giveUser', 'giveGroup', 'takeUser', 'takeGroup', 'join', 'leave'] as const),
  ...(['comeAndGo', 'rename', 'renewService', 'renewUser', 'endSessions', 'options', 'retype'] as const),
];

/** One unit of work: its kind and its subject. */
export interface Write {
  readonly kind: (typeof KINDS)[number];
  readonly user: (typeof USERS)[number];
  readonly group: (typeof GROUPS)[number];
  readonly service: ServiceName;
  readonly number: number;
}

export const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom(...KINDS),
  user: fc.constantFrom(...USERS),
  group: fc.constantFrom(...GROUPS),
  service: fc.constantFrom(...NAMES),
  number: fc.nat(1000),
});

const root = `(SELECT id FROM resources WHERE name = $1 AND parent_id IS NULL)`;
const rule = (principal: 'user' | 'group', table: string) => `
  INSERT INTO ${principal}_permissions (${principal}_id, resource_id, name, access, scope)
  SELECT h.id, r.id, $3, $4, $5 FROM ${table} h, resources r
   WHERE h.name = $2 AND (r.id = ${root} OR r.root_service_id = ${root} AND $6)
  ON CONFLICT (${principal}_id, resource_id, name) DO UPDATE SET access = excluded.access, scope = excluded.scope`;
const noRule = (principal: 'user' | 'group', table: string) => `
  DELETE FROM ${principal}_permissions WHERE ${principal}_id = (SELECT id FROM ${table} WHERE name = $2)
     AND resource_id IN (SELECT id FROM resources WHERE id = ${root} OR root_service_id = ${root})`;

type Statement = readonly [sql: string, values: readonly unknown[]];

function ruleValues({ service, number }: Write, principal: string): unknown[] {
  const { permissions } = BELOW[service];
  return [
    service,
    principal,
    permissions[number % permissions.length],
    number % 5 === 0 ? 'deny' : 'allow',
    number % 3 === 0 ? 'match' : 'recursive',
    number % 2 === 0,
  ];
}

function addService(service: ServiceName, url: string): Statement {
  return [
    `WITH root AS (INSERT INTO resources (name, display_name, type) VALUES ($1, $1, 'service') RETURNING id)
     INSERT INTO services (resource_id, type, url) SELECT id, $2, $3 FROM root`,
    [service, SERVICES[service], url],
  ];
}

function addChild(service: ServiceName): Statement {
  const { type, name } = BELOW[service];
  return [
    `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
     SELECT $2, $2, $3, id, id, 1 FROM resources WHERE id = ${root}`,
    [service, name, type],
  ];
}

const WRITES: Readonly<Record<Write['kind'], (one: Write, url: string) => readonly Statement[]>> = {
  giveUser: (one) => [[rule('user', 'users'), ruleValues(one, one.user)]],
  giveGroup: (one) => [[rule('group', 'groups'), ruleValues(one, one.group)]],
  takeUser: ({ service, user }) => [[noRule('user', 'users'), [service, user]]],
  takeGroup: ({ service, group }) => [[noRule('group', 'groups'), [service, group]]],
  join: ({ user, group }) => [
    [
      `INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g
        WHERE u.name = $1 AND g.name = $2 ON CONFLICT DO NOTHING`,
      [user, group],
    ],
  ],
  leave: ({ user }) => [
    [
      `DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE name = $1)
          AND group_id <> (SELECT id FROM groups WHERE name = 'anonymous')`,
      [user],
    ],
  ],
  /**
   * The resource below a service is deleted and, half of the time, created again under the same
   * name, without its assignments.
   */
  comeAndGo: ({ service, number }) => [
    [`DELETE FROM resources WHERE root_service_id = ${root}`, [service]],
    ...(service === 'door' || number % 2 === 0 ? [] : [addChild(service)]),
  ],
  rename: ({ service, number }) => [
    [
      `UPDATE resources SET name = $2 WHERE root_service_id = ${root}`,
      [service, number % 2 === 0 ? 'other' : BELOW[service].name],
    ],
  ],
  /** A service is replaced by one of the same name, without its assignments. */
  renewService: ({ service }, url) => [
    [`DELETE FROM resources WHERE id = ${root}`, [service]],
    addService(service, url),
    ...(service === 'door' ? [] : [addChild(service)]),
  ],
  /** A user is replaced by one of the same name, without its assignments and sessions. */
  renewUser: ({ user }) => [
    ['DELETE FROM users WHERE name = $1', [user]],
    [`INSERT INTO users (name, email) VALUES ($1::text, $1::text || '@example.org')`, [user]],
    [
      `INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g
        WHERE u.name = $1 AND g.name = 'anonymous'`,
      [user],
    ],
  ],
  endSessions: ({ user }) => [
    ['DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE name = $1)', [user]],
  ],
  options: ({ service, number }) => [
    [
      `UPDATE services SET proxy = $2 WHERE resource_id = ${root}`,
      [service, number % 2 === 0 ? null : JSON.stringify({ paths: ['path-parameters', 'empty-segments'] })],
    ],
  ],
  retype: ({ service, number }) => [
    [
      `UPDATE services SET type = $2, configuration = $3 WHERE resource_id = ${root}`,
      [
        service,
        number % 4 === 0 ? 'access' : SERVICES[service],
        number % 3 === 0 ? JSON.stringify({ skip_prefix: 'fileServer' }) : null,
      ],
    ],
  ],
};

/** Users, groups and services of several types, which a random workload changes. */
export class Workload {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly fixture: Fixture,
    private readonly url: string,
  ) {}

  async prepare(): Promise<void> {
    for (const name of USERS) await this.fixture.addUser(name);
    await this.fixture.write((manager) => manager.query(`INSERT INTO groups (name) VALUES ('rangers')`));
    for (const service of NAMES) {
      await this.fixture.write(async (manager) => {
        for (const [sql, values] of [addService(service, this.url), addChild(service)])
          await manager.query(sql, [...values]);
      });
    }
    await this.signIn();
  }

  /** Returns the revision of the last one. */
  async perform(writes: readonly Write[]): Promise<number> {
    let revision = 0;
    for (const one of writes) {
      revision = await this.fixture.write(async (manager) => {
        for (const [sql, values] of WRITES[one.kind](one, this.url)) await manager.query(sql, [...values]);
      });
    }
    return revision;
  }

  /** Opens a session for each user without one; the cookies of ended sessions remain in use half of the time. */
  async signIn(): Promise<void> {
    for (const name of USERS) {
      const [user] = await this.fixture.database.dataSource.query<{ id: number; live: boolean }[]>(
        `SELECT id, EXISTS (SELECT FROM sessions WHERE user_id = users.id) AS live FROM users WHERE name = $1`,
        [name],
      );
      if (user && !user.live) this.cookies.set(name, cookieOf(await this.fixture.signIn(user.id)));
    }
  }

  cookieOf({ user }: SampleRequest): string {
    return user === undefined ? '' : (this.cookies.get(user) ?? '');
  }
}
