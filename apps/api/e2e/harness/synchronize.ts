import { TableEvents } from './table-events';
import type { TestApi } from './start-api';

/** A change of a service that was synchronized. */
interface Change {
  readonly change_id: number;
  readonly kind: string;
  readonly path: readonly string[];
  readonly resource_type: string;
  readonly resource_display_name: string;
}

/** The end of a synchronization. */
interface Synchronized {
  readonly synchronization_id: number;
  readonly state: string;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly failure: { readonly code: string; readonly detail: string } | null;
}

/** Synchronizes services of an API with real servers, and waits for the ends. */
export class Synchronizing {
  private constructor(
    private readonly api: TestApi,
    private readonly events: TableEvents,
  ) {}

  static async of(api: TestApi): Promise<Synchronizing> {
    return new Synchronizing(api, await TableEvents.watch(api.database.url, ['synchronizations']));
  }

  close(): Promise<void> {
    return this.events.close();
  }

  service(type: string, syncType: string, url: string, fields: object = {}): Promise<string> {
    return this.api.make.service({
      service_type: type,
      service_sync_type: syncType,
      service_url: url,
      ...fields,
    } as object);
  }

  async run(name: string): Promise<Synchronized> {
    const started = await this.api.admin.post(`/services/${name}/synchronizations`).expect(202);
    const path = `/services/${name}/synchronizations/${started.body.synchronization.synchronization_id}`;
    return this.events.until(async () => {
      const { synchronization } = (await this.api.admin.get(path).expect(200)).body;
      return ['succeeded', 'failed'].includes(synchronization.state) ? synchronization : undefined;
    });
  }

  async changes(name: string, query = 'limit=1000'): Promise<readonly Change[]> {
    return (await this.api.admin.get(`/services/${name}/synchronization/changes?${query}`).expect(200)).body
      .changes;
  }

  /** Synchronizes a new service, which must succeed; what it has is `type path (title)`, without titles that are the names. */
  async found(type: string, syncType: string, url: string): Promise<string[]> {
    const name = await this.service(type, syncType, url);
    expect(await this.run(name)).toMatchObject({ state: 'succeeded', failure: null });
    return (await this.changes(name)).map(({ kind, path, resource_type, resource_display_name: title }) => {
      const shown = title === path.at(-1) ? '' : ` (${title})`;
      return `${kind === 'appeared' ? '' : `${kind} `}${resource_type} ${path.join('/')}${shown}`;
    });
  }

  /** Accepts all that is open. */
  async accept(name: string, { synchronization_id }: Synchronized): Promise<void> {
    const body = { decision: 'accept', synchronization_id };
    await this.api.admin.patch(`/services/${name}/synchronization/changes`, body).expect(200);
  }
}
