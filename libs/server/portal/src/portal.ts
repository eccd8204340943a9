import type { UnitOfWork } from '@gatehouse/database';
import {
  type Groups,
  type Permissions,
  type ProtectedService,
  type Services,
  groupPrincipal,
} from '@gatehouse/directory';
import type { Delivery, Outbox } from '@gatehouse/outbox';
import { Problem } from '@gatehouse/problems';
import { SERVICE_TYPES } from '@gatehouse/service-types';
import type { PortalClient } from './portal-client';

/** Why the portal is to be told. */
type PortalChange = 'service_created' | 'service_changed' | 'service_deleted' | 'start';

interface PortalParts {
  readonly unitOfWork: UnitOfWork;
  readonly outbox: Outbox;
  readonly services: Services;
  readonly groups: Pick<Groups, 'byName'>;
  readonly permissions: Pick<Permissions, 'ensure'>;
  /** Undefined where no portal is configured: then nothing is queued or sent. */
  readonly client: Pick<PortalClient, 'replaceServices'> | undefined;
  /** The group of all callers. */
  readonly anonymousGroup: string;
  /** Public base URL of the proxy. */
  readonly proxyUrl: string;
}

/** The type of service that the portal uses. */
const PUSHED_TYPE = 'wps';
/** One push at a time: each of them replaces the whole list. */
const KEY = 'portal';

/** Tells a workflow portal which services there are. Reference: notifications#workflow-portal. */
export class Portal {
  constructor(private readonly parts: PortalParts) {}

  get isConfigured(): boolean {
    return this.parts.client !== undefined;
  }

  /**
   * Runs a change of a service, and queues a push in its revision if one is asked for, and the portal is for such a service.
   *
   * @param serviceOf the service that was changed; undefined if it was none
   */
  async pushing<Result>(
    isAsked: boolean | undefined,
    change: Exclude<PortalChange, 'start'>,
    work: () => Promise<Result>,
    serviceOf: (result: Result) => ProtectedService | undefined,
  ): Promise<Result> {
    if (isAsked !== true || !this.isConfigured) return work();
    return this.parts.unitOfWork.run(async () => {
      const result = await work();
      const service = serviceOf(result);
      if (service?.type.name !== PUSHED_TYPE) return result;
      if (change !== 'service_deleted') await this.letPortalRead(service);
      await this.queue(change, service.name);
      return result;
    });
  }

  /** Queues a push of what there is when the API starts. */
  async pushAtStart(): Promise<void> {
    if (this.isConfigured) await this.parts.unitOfWork.run(() => this.queue('start'));
  }

  /** Sends the list of services as it is now; what was queued meanwhile will do so as well, and one of them is enough. */
  readonly deliver = async ({ id }: Delivery): Promise<void> => {
    const { client, outbox, proxyUrl } = this.parts;
    if (!client || (await outbox.isSuperseded(id))) return;
    const services = await this.parts.services.list(SERVICE_TYPES.filter(({ name }) => name === PUSHED_TYPE));
    await client.replaceServices(
      services.map(({ name }) => ({ name, url: `${proxyUrl}/${encodeURIComponent(name)}` })),
    );
  };

  private async queue(change: PortalChange, serviceName?: string): Promise<void> {
    await this.parts.outbox.add({
      kind: 'portal',
      key: KEY,
      payload: { change, ...(serviceName === undefined ? {} : { service_name: serviceName }) },
    });
  }

  /** The portal reads the capabilities of a service as anybody does, and registers none that it cannot read. */
  private async letPortalRead(service: ProtectedService): Promise<void> {
    const { groups, permissions, anonymousGroup } = this.parts;
    const group = groupPrincipal(await groups.byName(anonymousGroup));
    const { id, name, type } = service;
    try {
      await permissions.ensure(
        group,
        { id, name, displayName: name, type: 'service', serviceType: type },
        { name: 'getcapabilities', access: 'allow', scope: 'recursive' },
      );
    } catch (error) {
      // Somebody has decided about it, such as by a denial.
      if (!(error instanceof Problem) || error.errorCode !== 'permission_already_set') throw error;
    }
  }
}
