import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Groups, Memberships, Users } from '@gatehouse/directory';
import { LOGGER, SETTINGS, provide, provideBy, tokenOf } from '@gatehouse/http';
import { RequestCounts, SessionStore, deriveKeys } from '@gatehouse/identity';
import { OutgoingHttp } from '@gatehouse/outgoing';
import {
  CountedNonces,
  ExternalAccounts,
  IssuerChecks,
  type RawDefinition,
  ProviderAdministration,
  ProviderRegistry,
  fixedProviders,
  readAllowedProvider,
} from '@gatehouse/sign-in';
import { isFirstOfStart, readOncePerStart } from '@gatehouse/workers';
import { ProviderAdministrationController } from './provider-administration.controller';
import { ProviderTarget } from './provider.target';
import { DiscoveryController } from './discovery.controller';
import { ProvidersController } from './providers.controller';
import { ProvidersService } from './providers.service';
import { TokenNotices } from './token-notices';

const PROVIDER_HTTP = tokenOf<OutgoingHttp>('requests to identity providers');
/** Most bytes of a reply of a provider: key sets and profiles are far smaller. */
const MAX_REPLY_BYTES = 262_144;

const provided: FactoryProvider[] = [
  provideBy(
    PROVIDER_HTTP,
    { settings: SETTINGS },
    ({ settings }) =>
      new OutgoingHttp(settings, { timeoutMs: settings.providerTimeout * 1000, bodyBytes: MAX_REPLY_BYTES }),
  ),
  provide(CountedNonces, RequestCounts),
  provideBy(
    ProviderRegistry,
    {
      unitOfWork: UnitOfWork,
      http: PROVIDER_HTTP,
      nonces: CountedNonces,
      settings: SETTINGS,
      logger: LOGGER,
    },
    ({ settings, logger, ...parts }) => {
      const read = (input: RawDefinition) => readAllowedProvider(input, parts.http);
      const { providers: fixed, warnings } = readOncePerStart('identity providers', () =>
        fixedProviders(settings, process.env, read),
      );
      for (const reason of isFirstOfStart() ? warnings : [])
        logger.warn({ reason }, 'SVC_IDENTITY_PROVIDERS_CONFIG_PATH');
      return new ProviderRegistry({ ...parts, key: deriveKeys(settings.secret).providerSecrets, fixed });
    },
  ),
  provideBy(
    ProviderAdministration,
    {
      unitOfWork: UnitOfWork,
      registry: ProviderRegistry,
      accounts: ExternalAccounts,
      sessions: SessionStore,
      groups: Groups,
      settings: SETTINGS,
    },
    ({ groups, settings: { defaultProvider, defaultProviderAliases, networkProvider }, ...parts }) => {
      const reserved = [defaultProvider, ...defaultProviderAliases, networkProvider].map((name) =>
        name.toLowerCase(),
      );
      return new ProviderAdministration({
        ...parts,
        unknownGroups: (names) => groups.unknown(names),
        isReserved: (name) => reserved.includes(name),
      });
    },
  ),
  provideBy(IssuerChecks, { http: PROVIDER_HTTP }, ({ http }) => new IssuerChecks(http)),
  provideBy(
    ExternalAccounts,
    { unitOfWork: UnitOfWork, users: Users, memberships: Memberships, settings: SETTINGS },
    (parts) => new ExternalAccounts(parts),
  ),
];

@Module({
  controllers: [ProvidersController, ProviderAdministrationController, DiscoveryController],
  providers: [...provided, ProvidersService, ProviderTarget, TokenNotices],
  exports: [ProvidersService, ProviderRegistry, ExternalAccounts],
})
export class ProvidersModule implements OnApplicationShutdown {
  constructor(@Inject(PROVIDER_HTTP) private readonly http: OutgoingHttp) {}

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
