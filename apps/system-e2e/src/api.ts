import type { Account, RunningSystem } from './system';

/** Calls the API as its administrator, to bring about what a journey begins with. */
export class AdministratorApi {
  private constructor(
    private readonly system: RunningSystem,
    private readonly cookie: string,
  ) {}

  static async signIn(system: RunningSystem): Promise<AdministratorApi> {
    const { userName, password } = system.administrator;
    const answer = await post(system, 'signin', { user_name: userName, password });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (!answer.ok || !cookie) throw new Error(`The administrator could not sign in: ${answer.status}.`);
    return new AdministratorApi(system, cookie);
  }

  async createUser(userName: string, more: { group?: string } = {}): Promise<Account> {
    const password = `the-password-of-${userName}`;
    const email = `${userName}@example.org`;
    await this.create('users', { user_name: userName, email, password, group_name: more.group });
    return { userName, password };
  }

  async createGroup(groupName: string): Promise<void> {
    await this.create('groups', { group_name: groupName });
  }

  async createService(serviceName: string): Promise<void> {
    const service_url = `http://127.0.0.1:9/${serviceName}`;
    await this.create('services', { service_name: serviceName, service_type: 'access', service_url });
  }

  async allow(userName: string, serviceName: string, permission: string): Promise<void> {
    await this.create(`users/${userName}/services/${serviceName}/permissions`, {
      permission_name: permission,
    });
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.system.apiUrl}/${path}`, { headers: { Cookie: this.cookie } });
    if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}.`);
    return (await answer.json()) as Record<string, unknown>;
  }

  private async create(path: string, body: object): Promise<void> {
    const answer = await post(this.system, path, body, this.cookie);
    if (answer.status !== 201)
      throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`);
  }
}

/** Fails to sign in, some times over. */
export async function failToSignIn(system: RunningSystem, userName: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { status } = await post(system, 'signin', { user_name: userName, password: `wrong-${i}` });
    if (status !== 401) throw new Error(`A wrong password was answered ${status}.`);
  }
}

function post(system: RunningSystem, path: string, body: object, cookie?: string): Promise<Response> {
  return fetch(`${system.apiUrl}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    body: JSON.stringify(body),
  });
}
