import type { GatehouseClient } from '@gatehouse/api-client';
import type { Middleware } from 'openapi-fetch';
import type { TestApi } from '../../harness/start-api';
import { ADMIN } from '../../harness/start-api';
import { type Exchange, connect, done } from './generated-client';

/** The context of a scenario: clients for the service, unused names, and the exchanges so far. */
export class ScenarioClient {
  readonly exchanges: Exchange[] = [];
  private names = 0;

  constructor(
    private readonly api: TestApi,
    private readonly wire: readonly Middleware[] = [],
  ) {}

  /** A client without session. */
  testUser(): GatehouseClient {
    return connect(this.api.anonymous.url, this.exchanges, this.wire);
  }

  async administrator(): Promise<GatehouseClient> {
    return this.signIn(ADMIN.name, ADMIN.password);
  }

  async signIn(user_name: string, password: string): Promise<GatehouseClient> {
    const client = this.testUser();
    done(await client.POST('/signin', { body: { user_name, password } }));
    return client;
  }

  /** The client of a new user, with its name. */
  async newUser(admin: GatehouseClient): Promise<{ name: string; client: GatehouseClient }> {
    const name = this.name('reader');
    const password = 'a password for reading';
    done(await admin.POST('/users', { body: { user_name: name, email: `${name}@example.org`, password } }));
    return { name, client: await this.signIn(name, password) };
  }

  name(prefix: string): string {
    this.names += 1;
    return `${prefix}${this.names}`;
  }
}

export type Scenario = (scenarioClient: ScenarioClient) => Promise<void>;
