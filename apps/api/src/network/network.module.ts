import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { UnitOfWork } from '@gatehouse/database';
import { NetworkPrincipals, UserRules } from '@gatehouse/directory';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { InvalidNetworkKey, KeyRing, type NetworkDependencies, createNetwork } from '@gatehouse/network';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { InvalidSettings, type Settings } from '@gatehouse/settings';
import { UsersModule } from '../users/users.module';
import { AccountLinks } from './account-links';
import { AccountLinksController } from './account-links.controller';
import { LocalUsers } from './local-user';
import { MessagesController } from './messages.controller';
import { NetworkMode, NetworkModeGuard } from './network-mode';
import { NetworkStart } from './network-start';
import { NodeTarget, RemoteUserTarget } from './network.targets';
import { NodeTokensController } from './node-tokens.controller';
import { NodesController } from './nodes.controller';
import { RemoteUsersController } from './remote-users.controller';

/** Milliseconds that another instance may take, and bytes of its replies that are read. */
const LIMITS = { timeoutMs: 5_000, bodyBytes: 131_072 };

/** Throws {@link InvalidSettings} for keys that cannot be used, which prevents the start. */
async function openKeys(settings: Settings, logger: Logger): Promise<KeyRing> {
  const options = {
    files: settings.networkPemFiles,
    passwords: settings.networkPemPasswords?.split(':') ?? [],
    createMissing: settings.networkCreatePem,
    logger,
  };
  return KeyRing.open(options).catch((error: unknown) => {
    if (!(error instanceof InvalidNetworkKey)) throw error;
    throw new InvalidSettings([`SVC_NETWORK_PEM_FILES: ${error.message}`]);
  });
}

const OUTGOING = Symbol('requests to other instances');
const STORED = Symbol('what network mode stores');

type Stored = Pick<
  NetworkDependencies,
  'dataSource' | 'unitOfWork' | 'sessions' | 'principals' | 'userRules'
>;

const provided: FactoryProvider[] = [
  {
    provide: OUTGOING,
    inject: [SETTINGS],
    useFactory: ({ outgoingAllowed }: Settings) => new OutgoingHttp(outgoingAllowed, LIMITS),
  },
  {
    provide: KeyRing,
    inject: [SETTINGS, LOGGER],
    useFactory: async (settings: Settings, logger: Logger): Promise<KeyRing | undefined> =>
      settings.networkEnabled ? openKeys(settings, logger) : undefined,
  },
  {
    provide: STORED,
    inject: [getDataSourceToken(), UnitOfWork, SessionStore, NetworkPrincipals, UserRules],
    useFactory: (
      dataSource: DataSource,
      unitOfWork: UnitOfWork,
      sessions: SessionStore,
      principals: NetworkPrincipals,
      userRules: UserRules,
    ): Stored => ({ dataSource, unitOfWork, sessions, principals, userRules }),
  },
  {
    provide: NetworkMode,
    inject: [SETTINGS, LOGGER, STORED, OUTGOING, KeyRing],
    useFactory: (
      settings: Settings,
      logger: Logger,
      stored: Stored,
      http: OutgoingHttp,
      keys: KeyRing | undefined,
    ): NetworkMode => {
      const consentKey = deriveKeys(settings.secret).networkConsent;
      return new NetworkMode(keys && createNetwork({ ...stored, http, keys, consentKey, settings, logger }));
    },
  },
];

/** The network of instances. Reference: network. */
@Module({
  imports: [UsersModule],
  controllers: [
    NodesController,
    NodeTokensController,
    RemoteUsersController,
    MessagesController,
    AccountLinksController,
  ],
  providers: [
    ...provided,
    AccountLinks,
    LocalUsers,
    NetworkModeGuard,
    NetworkStart,
    NodeTarget,
    RemoteUserTarget,
  ],
})
export class NetworkModule implements OnApplicationShutdown {
  constructor(@Inject(OUTGOING) private readonly http: OutgoingHttp) {}

  /** After the outbox has stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
