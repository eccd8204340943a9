import type { Account, RunningSystem } from './system';

export interface ProtectedService {
  /** Public URL, served by the proxy. */
  readonly publicUrl: string;
}

/** Calls the API as the administrator, to prepare tests. */
export class AdministratorApi {
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

  async createGroup(groupName: string, terms?: string): Promise<void> {
    await this.call(201, 'POST', 'groups', { group_name: groupName, terms });
  }

  /** Adds a member to a group with terms: the user receives a mail to accept them. */
  async addMember(userName: string, groupName: string): Promise<void> {
    await this.call(202, 'POST', `users/${userName}/groups`, { group_name: groupName });
  }

  /** Creates a service; its URL matters only to tests that send requests to it. */
  async createService(serviceName: string, address = 'http://127.0.0.1:9/'): Promise<ProtectedService> {
    const body = { service_name: serviceName, service_type: 'access', service_url: address };
    const { service } = await this.call(201, 'POST', 'services', body);
    return { publicUrl: (service as { public_url: string }).public_url };
  }

  async allow(userName: string, serviceName: string, permission: string): Promise<void> {
    const path = `users/${userName}/services/${serviceName}/permissions`;
    await this.call(201, 'POST', path, { permission_name: permission });
  }

  async revoke(userName: string, serviceName: string, permission: string): Promise<void> {
    await this.call(200, 'DELETE', `users/${userName}/services/${serviceName}/permissions/${permission}`);
  }

  get(path: string): Promise<Record<string, unknown>> {
    return this.call(200, 'GET', path);
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
  return fetch(`${system.apiUrl}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
