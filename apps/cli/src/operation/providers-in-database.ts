import { UnitOfWork, openDatabase, runAs } from '@gatehouse/database';
import { createDirectory, groupPrincipal } from '@gatehouse/directory';
import { PasswordWork, Passwords, SessionStore, deriveKeys } from '@gatehouse/identity';
import { Outbox } from '@gatehouse/outbox';
import { Portal, portalAccessOf } from '@gatehouse/portal';
import { Problem } from '@gatehouse/problems';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { WebhookEvents } from '@gatehouse/webhooks';
import type { Context } from '../context';
import type { ProviderRegistry } from '../tools/provider-registry';
import { databaseOf, explaining, settingsOf } from './settings';
import { withSettingsFile } from './settings-file';

const ACTOR = { kind: 'system', role: 'job:register_providers' } as const;

/** Registers services in the database of the settings, by the rules of the API. What is to be sent then is queued; the API sends it. */
export async function providersInDatabase(
  context: Context,
  settingsFile: string | undefined,
): Promise<ProviderRegistry> {
  const environment = withSettingsFile(context.environment, settingsFile);
  const settings = settingsOf(environment);
  const access = databaseOf(environment);
  const options = { ...access, process: 'proxy', poolSize: 2, applicationName: 'gatehouse cli' } as const;
  const { dataSource } = await explaining(() => openDatabase(options));
  const unitOfWork = new UnitOfWork(dataSource);
  const outbox = new Outbox(unitOfWork);
  const { services, groups, permissions } = createDirectory({
    unitOfWork,
    settings,
    passwords: new PasswordWork(new Passwords(settings.bcryptCost), settings),
    sessions: new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings),
    events: new WebhookEvents({ unitOfWork, outbox, settings }),
  });
  const portal = new Portal({
    unitOfWork,
    outbox,
    services,
    groups,
    permissions,
    client: portalAccessOf(settings) && {
      replaceServices: () => Promise.reject(new Error('the API sends it')),
    },
    anonymousGroup: settings.anonymousUser,
    proxyUrl: settings.proxyPublicUrl,
  });

  return {
    stored: async (name) => {
      const [taken] = await explaining(() => services.takenNames([name]));
      return taken === undefined ? undefined : { url: (await services.byName(name)).url };
    },
    create: (name, { url, type, sync_type: syncType, configuration }, isPushed) =>
      carriedOut(() =>
        portal.pushing(
          isPushed,
          'service_created',
          () => services.create({ name, url, typeName: type, syncType, configuration }),
          (service) => service,
        ),
      ),
    change: (name, { url, configuration }, isPushed) =>
      carriedOut(async () => {
        const service = await services.byName(name);
        const change = { url, configuration: configuration ?? null };
        return portal.pushing(
          isPushed,
          'service_changed',
          () => services.update(service, change),
          (stored) => stored,
        );
      }),
    publish: (name, permission) =>
      carriedOut(async () => {
        const { id, type } = await services.byName(name);
        if (!TYPE_CATALOGUE.permissionsOf(type.name, 'service').some((one) => one === permission)) return;
        const everybody = groupPrincipal(await groups.byName(settings.anonymousUser));
        const resource = { id, name, displayName: name, type: 'service', serviceType: type } as const;
        await permissions.set(everybody, resource, { permission });
      }),
    close: () => dataSource.destroy(),
  };
}

/** What a rule refuses is the result; anything else is thrown. */
function carriedOut(work: () => Promise<unknown>): ReturnType<ProviderRegistry['publish']> {
  return explaining(async () => {
    try {
      await runAs(ACTOR, work);
      return undefined;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return `${error.detail} (${error.errorCode})`;
    }
  });
}
