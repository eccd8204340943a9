import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Groups, Memberships, Users } from '@gatehouse/directory';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import { RequestCounts, SessionStore, deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { OutgoingHttp } from '@gatehouse/outgoing';
import type { Settings } from '@gatehouse/settings';
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
import { ProviderAdministrationController } from './provider-administration.controller';
import { ProviderTarget } from './provider.target';
import { DiscoveryController } from './discovery.controller';
import { ProvidersController } from './providers.controller';
import { ProvidersService } from './providers.service';
import { TokenNotices } from './token-notices';

const PROVIDER_HTTP = Symbol('requests to identity providers');
/** Most bytes of a reply of a provider: key sets and profiles are far smaller. */
const REPLY_BYTES = 262_144;

const provided: FactoryProvider[] = [
  {
    provide: PROVIDER_HTTP,
    inject: [SETTINGS],
    useFactory: ({ outgoingAllowed, providerTimeout }: Settings) =>
      new OutgoingHttp(outgoingAllowed, { timeoutMs: providerTimeout * 1000, bodyBytes: REPLY_BYTES }),
  },
  {
    provide: ProviderRegistry,
    inject: [UnitOfWork, PROVIDER_HTTP, RequestCounts, SETTINGS, LOGGER],
    useFactory: (
      unitOfWork: UnitOfWork,
      http: OutgoingHttp,
      counts: RequestCounts,
      settings: Settings,
      logger: Logger,
    ) => {
      const read = (input: RawDefinition) => readAllowedProvider(input, http);
      const { providers: fixed, warnings } = fixedProviders(settings, process.env, read);
      for (const reason of warnings) logger.warn({ reason }, 'SVC_IDENTITY_PROVIDERS_CONFIG_PATH');
      return new ProviderRegistry({
        unitOfWork,
        http,
        nonces: new CountedNonces(counts),
        key: deriveKeys(settings.secret).providerSecrets,
        fixed,
      });
    },
  },
  {
    provide: ProviderAdministration,
    inject: [UnitOfWork, ProviderRegistry, ExternalAccounts, SessionStore, Groups, SETTINGS],
    useFactory: (
      unitOfWork: UnitOfWork,
      registry: ProviderRegistry,
      accounts: ExternalAccounts,
      sessions: SessionStore,
      groups: Groups,
      { defaultProvider, defaultProviderAliases, networkProvider }: Settings,
    ) => {
      const reserved = [defaultProvider, ...defaultProviderAliases, networkProvider].map((name) =>
        name.toLowerCase(),
      );
      return new ProviderAdministration({
        unitOfWork,
        registry,
        accounts,
        sessions,
        unknownGroups: (names) => groups.unknown(names),
        isReserved: (name) => reserved.includes(name),
      });
    },
  },
  {
    provide: IssuerChecks,
    inject: [PROVIDER_HTTP],
    useFactory: (http: OutgoingHttp) => new IssuerChecks(http),
  },
  {
    provide: ExternalAccounts,
    inject: [UnitOfWork, Users, Memberships, SETTINGS],
    useFactory: (unitOfWork: UnitOfWork, users: Users, memberships: Memberships, settings: Settings) =>
      new ExternalAccounts({ unitOfWork, users, memberships, settings }),
  },
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
