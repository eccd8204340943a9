import type { Api } from '../connection/api';
import { recordIn } from '../connection/reply-fields';
import { ApiProblem } from '../failures';

/** A service as a file defines it. */
export interface DefinedService {
  readonly url: string;
  readonly type: string;
  readonly sync_type: string | null | undefined;
  readonly configuration: object | null | undefined;
}

/** Where services are registered: an instance, or its database. What a rule refuses is the result of a change, as a text. */
export interface ProviderRegistry {
  stored(name: string): Promise<{ readonly url: unknown } | undefined>;
  create(name: string, service: DefinedService, isPushed: boolean): Promise<string | undefined>;
  change(name: string, service: DefinedService, isPushed: boolean): Promise<string | undefined>;
  /** Allows everybody something, if the service has the permission. */
  publish(name: string, permission: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Services of an instance, through its API. */
export class ProvidersOfInstance implements ProviderRegistry {
  constructor(
    private readonly api: Api,
    private readonly end: () => Promise<void>,
  ) {}

  async stored(name: string): Promise<{ readonly url: unknown } | undefined> {
    const found = await this.find(name);
    return found && { url: found['service_url'] };
  }

  create(name: string, { url, type, sync_type, configuration }: DefinedService, isPushed: boolean) {
    const body = {
      service_name: name,
      service_url: url,
      service_type: type,
      service_sync_type: sync_type,
      configuration,
      ...pushOf(isPushed),
    };
    return carriedOut(() => this.api.send('POST /services', { body }));
  }

  change(name: string, { url, configuration }: DefinedService, isPushed: boolean) {
    const path = { service_name: name };
    const body = { service_url: url, configuration: configuration ?? null, ...pushOf(isPushed) };
    return carriedOut(() => this.api.send('PATCH /services/{service_name}', { path, body }));
  }

  publish(name: string, permission: string) {
    return carriedOut(async () => {
      const names = (await this.find(name))?.['permission_names'];
      if (!Array.isArray(names) || !names.includes(permission)) return;
      const everybody = String((await this.api.send('GET /ui/settings.json'))['anonymous_user']);
      await this.api.send('PUT /groups/{group_name}/services/{service_name}/permissions', {
        path: { group_name: everybody, service_name: name },
        body: { permission },
      });
    });
  }

  close(): Promise<void> {
    return this.end();
  }

  private async find(name: string) {
    try {
      const reply = await this.api.send('GET /services/{service_name}', { path: { service_name: name } });
      return recordIn(reply, 'service');
    } catch (error) {
      if (error instanceof ApiProblem && error.facts.status === 404) return undefined;
      throw error;
    }
  }
}

function pushOf(isPushed: boolean) {
  return isPushed ? { service_push: true } : {};
}

async function carriedOut(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return `${error.message} (${error.facts.code})`;
  }
}
