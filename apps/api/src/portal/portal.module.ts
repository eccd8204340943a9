import { type FactoryProvider, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Groups, Permissions, Services } from '@gatehouse/directory';
import { SETTINGS, provideBy, tokenOf } from '@gatehouse/http';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { MAX_PAGE_BYTES, Portal, PortalClient, portalAccessOf } from '@gatehouse/portal';
import { PortalStart } from './portal-start';

/** The operator sets its address, on any network; it is reached directly. */
const ANYWHERE = { outgoingAllowed: ['0.0.0.0/0', '::/0'] };
/** Milliseconds for one request: the portal reads the capabilities of a service before it replies. */
const REQUEST_MS = 60_000;

const PORTAL_HTTP = tokenOf<OutgoingHttp>('requests to the workflow portal');

const provided: FactoryProvider[] = [
  provideBy(
    PORTAL_HTTP,
    {},
    () => new OutgoingHttp(ANYWHERE, { timeoutMs: REQUEST_MS, bodyBytes: MAX_PAGE_BYTES }),
  ),
  provideBy(
    Portal,
    {
      unitOfWork: UnitOfWork,
      outbox: Outbox,
      services: Services,
      groups: Groups,
      permissions: Permissions,
      http: PORTAL_HTTP,
      settings: SETTINGS,
    },
    ({ http, settings, ...parts }) => {
      const access = portalAccessOf(settings);
      return new Portal({
        ...parts,
        client: access && new PortalClient(http, access),
        anonymousGroup: settings.anonymousUser,
        proxyUrl: settings.proxyPublicUrl,
      });
    },
  ),
];

/** Services and resources push their changes. */
@Global()
@Module({ providers: [...provided, PortalStart], exports: [Portal] })
export class PortalModule implements OnApplicationShutdown {
  constructor(@Inject(PORTAL_HTTP) private readonly http: OutgoingHttp) {}

  /** After the outbox has stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
