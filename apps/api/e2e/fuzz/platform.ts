import type { Client } from '../harness/client';
import { ADMIN, type TestApi } from '../harness/start-api';
import { Builders } from '../harness/builders';
import type { Persona, Segment } from './fuzz-request';

const USER = 'fuzz-user';
const TARGET = 'fuzz-target';
const GROUP = 'fuzz-group';
/** A service of each kind of tree, with the types of the resources in it from the top down. */
/** A well-formed identifier that does not exist. */
const UUID = '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10';
const SERVICES = [
  { name: 'fuzz-api', type: 'api', branch: ['route', 'route'] },
  { name: 'fuzz-thredds', type: 'thredds', branch: ['directory', 'file'] },
] as const;

/**
 * The users, groups, services and resources that generated requests use. Requests may rename and delete all of
 * them; deleted objects are recreated, so that later requests find them.
 */
export class Platform {
  private readonly clients = new Map<Persona, Client>();
  private resourceIds: number[] = [];

  constructor(private readonly api: TestApi) {}

  /** Creates what is missing and signs in the users whose session has ended. */
  async restore(): Promise<void> {
    if (!(await this.isSignedIn('administrator'))) {
      this.clients.set('administrator', await this.api.signIn(ADMIN.name, ADMIN.password));
    }
    const admin = this.client('administrator');
    const make = new Builders(admin);
    for (const user_name of [USER, TARGET]) await this.ensureUser(make, user_name);
    if ((await admin.get(`/groups/${GROUP}`)).status === 404) await make.group({ group_name: GROUP });
    this.resourceIds = [];
    for (const service of SERVICES) await this.ensureTree(make, service);
    if (!(await this.isSignedIn('user'))) {
      // Its password may have been changed: recreating the user is easier than tracking it.
      await admin.delete(`/users/${USER}`).expect(200);
      await this.ensureUser(make, USER);
      this.clients.set('user', await this.api.signIn(USER));
    }
  }

  cookieOf(persona: Persona): string | undefined {
    return persona === 'anonymous' ? undefined : this.client(persona).sessionCookie;
  }

  /** Texts that neither a reply nor a log line may contain. */
  secrets(): string[] {
    const tokens = (['user', 'administrator'] as const).map(
      (persona) => this.cookieOf(persona)?.split('=')[1]?.split(/[!%]/)[0] ?? '',
    );
    return [...tokens, ADMIN.password, Builders.PASSWORD, this.api.settings.secret ?? ''].filter(Boolean);
  }

  /** The path with existing identifiers. */
  path(segments: readonly Segment[]): string {
    return `/${segments.map((segment) => this.text(segment)).join('/')}`;
  }

  /** The newest revision: a request that changed data has increased it. */
  async revision(): Promise<number> {
    const [row] = await this.api.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision');
    return Number(row?.value);
  }

  private text(segment: Segment): string {
    if ('raw' in segment) return segment.raw;
    const choices: Record<string, readonly string[]> = {
      user_name: [USER, TARGET, TARGET, 'current', 'anonymous', ADMIN.name, 'Fuzz-Target'],
      group_name: [GROUP, GROUP, 'users', 'anonymous', 'administrators'],
      service_name: SERVICES.map(({ name }) => name),
      resource_id: this.resourceIds.map(String),
      service_type: ['api', 'thredds', 'wms', 'access'],
      provider_name: ['gatehouse', 'nobody'],
      identity_id: ['1', '2', '3'],
      node_name: ['node-b', 'NODE', 'no-node'],
      remote_user_name: ['billy', 'Billy'],
      permission_name: ['read', 'read-deny-match', 'browse', 'write-allow-recursive'],
      session_id: [UUID],
      token_id: [UUID],
      token: [UUID],
      revision: ['1', '2', '40'],
      notification_id: [UUID],
      webhook_id: ['1', '2', '3'],
      delivery_id: [UUID],
      synchronization_id: ['1', '2', '3'],
      import_id: ['1', '2', '3'],
      registration_name: [USER, 'nobody'],
      submitted_name: [USER, 'nobody'],
    };
    const named = choices[segment.existing];
    if (!named) throw new Error(`no values for the path parameter ${segment.existing}`);
    return named[segment.choice % named.length] ?? '';
  }

  private client(persona: 'user' | 'administrator'): Client {
    const client = this.clients.get(persona);
    if (!client) throw new Error(`${persona} has never signed in`);
    return client;
  }

  private async isSignedIn(persona: 'user' | 'administrator'): Promise<boolean> {
    const reply = await this.clients.get(persona)?.get('/session');
    return reply?.body['authenticated'] === true;
  }

  private async ensureUser(make: Builders, user_name: string): Promise<void> {
    if ((await this.client('administrator').get(`/users/${user_name}`)).status !== 404) return;
    const taken = `SELECT name FROM users WHERE lower(email) = '${user_name}@example.org'`;
    for (const { name } of await this.api.dataSource.query<{ name: string }[]>(taken)) {
      await this.client('administrator').delete(`/users/${name}`).expect(200);
    }
    await make.user({ user_name });
  }

  private async ensureTree(make: Builders, { name, type, branch }: (typeof SERVICES)[number]): Promise<void> {
    const admin = this.client('administrator');
    const found = await admin.get(`/services/${name}`);
    if (found.status === 404) await make.service({ service_name: name, service_type: type });
    let parent = await make.serviceId(name);
    this.resourceIds.push(parent);
    for (const resource_type of branch) {
      const children = (await admin.get(`/resources/${parent}/children`).expect(200)).body;
      const child = Object.values(childrenIn(children)).find((one) => one.resource_type === resource_type);
      parent = child?.resource_id ?? (await make.resource(parent, { resource_type }));
      this.resourceIds.push(parent);
    }
  }
}

interface Child {
  readonly resource_id: number;
  readonly resource_type: string;
}

function childrenIn(body: Record<string, unknown>): Record<string, Child> {
  return (body['children'] ?? {}) as Record<string, Child>;
}
