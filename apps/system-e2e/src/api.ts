import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, RunningSystem } from './system';

export interface ProtectedService {
  /** Public URL, served by the proxy. */
  readonly publicUrl: string;
}

type Children = Readonly<Record<string, AssignedNode>>;

interface AssignedNode {
  readonly permissions: readonly { readonly name: string; readonly access: string; readonly scope: string }[];
  readonly children?: Children;
}

function namesIn({ permissions, children = {} }: AssignedNode): string[] {
  const here = permissions.map(({ name, access, scope }) => `${name}-${access}-${scope}`);
  return [...here, ...Object.values(children).flatMap(namesIn)];
}

/** Calls the API as the administrator, to prepare tests. */
export class AdministratorApi {
  /** Identifiers of resources by path. */
  private readonly resources = new Map<string, number>();

  private constructor(
    private readonly system: RunningSystem,
    private readonly cookie: string,
  ) {}

  static async signIn(system: RunningSystem): Promise<AdministratorApi> {
    const { userName, password } = system.administrator;
    const answer = await send(system, 'POST', 'signin', { user_name: userName, password });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (!answer.ok || !cookie) throw new Error(`The administrator could not sign in: ${answer.status}.`);
    return new AdministratorApi(system, cookie);
  }

  async createUser(userName: string, more: { group?: string } = {}): Promise<Account> {
    const password = `the-password-of-${userName}`;
    const email = `${userName}@example.org`;
    await this.call(201, 'POST', 'users', { user_name: userName, email, password, group_name: more.group });
    return { userName, password };
  }

  /** Creates API tokens for the administrator itself; returns their values. */
  async createTokens(tokens: readonly object[]): Promise<string[]> {
    const values: string[] = [];
    for (const token of tokens) {
      const { value } = await this.call(201, 'POST', 'users/current/tokens', token);
      values.push(String(value));
    }
    return values;
  }

  async deleteUser(userName: string): Promise<void> {
    await this.call(200, 'DELETE', `users/${userName}`);
  }

  async createGroup(groupName: string, terms?: string): Promise<void> {
    await this.call(201, 'POST', 'groups', { group_name: groupName, terms });
  }

  /** Adds a member to a group with terms: the user receives a mail to accept them. */
  async addMember(userName: string, groupName: string): Promise<void> {
    await this.call(202, 'POST', `users/${userName}/groups`, { group_name: groupName });
  }

  async removeMember(userName: string, groupName: string): Promise<void> {
    await this.call(200, 'DELETE', `users/${userName}/groups/${groupName}`);
  }

  /** Creates a service; its URL matters only to tests that send requests to it. */
  async createService(
    serviceName: string,
    address = 'http://127.0.0.1:9/',
    type = 'access',
    more: object = {},
  ): Promise<ProtectedService> {
    const body = { service_name: serviceName, service_type: type, service_url: address, ...more };
    const { service } = await this.call(201, 'POST', 'services', body);
    return { publicUrl: (service as { public_url: string }).public_url };
  }

  async changeService(serviceName: string, change: object): Promise<void> {
    await this.call(200, 'PATCH', `services/${serviceName}`, change);
  }

  async allow(userName: string, serviceName: string, permission: string): Promise<void> {
    const path = `users/${userName}/services/${serviceName}/permissions`;
    await this.call(201, 'POST', path, { permission_name: permission });
  }

  async allowGroup(groupName: string, serviceName: string, permission: string): Promise<void> {
    const path = `groups/${groupName}/services/${serviceName}/permissions`;
    await this.call(201, 'POST', path, { permission_name: permission });
  }

  /** Adds an OpenID Connect provider. */
  async createProvider(
    name: string,
    issuer: string,
    { client_id, client_secret }: { readonly client_id: string; readonly client_secret: string },
  ): Promise<void> {
    const definition = { name, protocol: 'openid-connect', issuer, client_id };
    await this.call(201, 'POST', 'providers', { definition, client_secret });
  }

  async deleteProvider(name: string): Promise<void> {
    await this.call(200, 'DELETE', `providers/${name}`);
  }

  async revoke(userName: string, serviceName: string, permission: string): Promise<void> {
    await this.call(200, 'DELETE', `users/${userName}/services/${serviceName}/permissions/${permission}`);
  }

  /** Protects a map service with its workspaces (`w`) and layers (`w/l`), in this order. */
  async createMaps(serviceName: string, address: string, names: readonly string[]): Promise<void> {
    const body = { service_name: serviceName, service_type: 'geoserverwms', service_url: address };
    const { service } = await this.call(201, 'POST', 'services', body);
    this.resources.set(serviceName, (service as { resource_id: number }).resource_id);
    for (const name of names) {
      const path = name.split('/');
      await this.createResource([serviceName, ...path], path.length === 1 ? 'workspace' : 'layer');
    }
  }

  /** Protects a service with the resources of some paths; those that are last in a path are files. Names go by path. */
  async createTree(serviceName: string, paths: readonly string[]): Promise<void> {
    const body = { service_name: serviceName, service_type: 'thredds', service_url: 'http://127.0.0.1:9/' };
    const { service } = await this.call(201, 'POST', 'services', body);
    this.resources.set(serviceName, (service as { resource_id: number }).resource_id);
    for (const path of paths) {
      const names = path.split('/');
      for (let depth = 1; depth <= names.length; depth++) {
        const type = depth === names.length ? 'file' : 'directory';
        await this.createResource([serviceName, ...names.slice(0, depth)], type);
      }
    }
  }

  /** Sets a permission of `users/<name>` or `groups/<name>` on a resource of a tree that was created here. */
  async assign(principal: string, path: string, permission: string): Promise<void> {
    const resource = `${principal}/resources/${this.resources.get(path)}/permissions`;
    await this.call(201, 'PUT', resource, { permission_name: permission });
  }

  /** Removes a permission that was set with `assign`. */
  async unassign(principal: string, path: string, permission: string): Promise<void> {
    const resource = `${principal}/resources/${this.resources.get(path)}/permissions`;
    await this.call(200, 'DELETE', `${resource}/${permission}`);
  }

  /** The permissions of `users/<name>` or `groups/<name>` below a service, sorted. */
  async assignments(principal: string, serviceName: string): Promise<string[]> {
    const { service } = await this.get(`${principal}/services/${serviceName}/resources`);
    const { permissions, resources } = service as AssignedNode & { resources: Children };
    return namesIn({ permissions, children: resources }).sort();
  }

  /** Applies a configuration file as the set `default`. */
  async applyConfiguration(content: string): Promise<void> {
    const files = [{ name: 'platform.yml', content }];
    const { plan_hash } = await this.call(200, 'POST', 'configuration/plan', { files });
    await this.call(200, 'POST', 'configuration/apply', { files, plan_hash });
  }

  /** Synchronizes a service, and waits until that has ended. */
  async synchronize(serviceName: string): Promise<void> {
    const path = `services/${serviceName}/synchronizations`;
    const { synchronization } = await this.call(202, 'POST', path);
    const { synchronization_id: id } = synchronization as { synchronization_id: number };
    for (;;) {
      const reply = await this.get(`${path}/${id}`);
      const { state } = reply['synchronization'] as { state: string };
      if (state === 'succeeded' || state === 'failed') return;
      await sleep(100);
    }
  }

  /** Registers another instance of the network by its public base. */
  async registerNode(name: string, url: string): Promise<void> {
    await this.call(201, 'POST', 'network/nodes', {
      name,
      base_url: url,
      jwks_url: `${url}/network/jwks`,
      token_url: `${url}/network/token`,
      authorization_url: `${url}/ui/network/authorize`,
      redirect_uris: [`${url}/network/link`],
    });
  }

  get(path: string): Promise<Record<string, unknown>> {
    return this.call(200, 'GET', path);
  }

  private async createResource(names: readonly string[], type: string): Promise<void> {
    const path = names.join('/');
    if (this.resources.has(path)) return;
    const { resource } = await this.call(201, 'POST', `services/${names[0]}/resources`, {
      resource_name: names.at(-1),
      resource_type: type,
      parent_id: this.resources.get(names.slice(0, -1).join('/')),
    });
    this.resources.set(path, (resource as { resource_id: number }).resource_id);
  }

  /** Throws for a status other than the expected one. */
  private async call(
    status: number,
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> {
    const answer = await send(this.system, method, path, body, this.cookie);
    if (answer.status === status) return (await answer.json()) as Record<string, unknown>;
    throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  }
}

/** Sends a number of sign-ins with a wrong password. */
export async function failToSignIn(system: RunningSystem, userName: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { status } = await send(system, 'POST', 'signin', { user_name: userName, password: `wrong-${i}` });
    if (status !== 401) throw new Error(`A wrong password was answered ${status}.`);
  }
}

function send(
  system: RunningSystem,
  method: string,
  path: string,
  body?: object,
  cookie?: string,
): Promise<Response> {
  return fetch(`${system.listenerUrl}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
