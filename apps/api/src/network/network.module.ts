import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '@gatehouse/database';
import { NetworkPrincipals, UserRules } from '@gatehouse/directory';
import { LOGGER, SETTINGS, provideBy, tokenOf } from '@gatehouse/http';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { InvalidNetworkKey, KeyRing, createNetwork } from '@gatehouse/network';
import type { Logger } from '@gatehouse/logging';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { InvalidSettings, type Settings } from '@gatehouse/settings';
import { UsersModule } from '../users/users.module';
import { AccountLinksController } from './account-links.controller';
import { LocalUsers } from './local-users';
import { MessagesController } from './messages.controller';
import { NetworkMode, NetworkModeGuard } from './network-mode';
import { NetworkStart } from './network-start';
import { NodeEntries } from './node-entries';
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

const OUTGOING = tokenOf<OutgoingHttp>('requests to other instances');
/** Absent while network mode is off. */
const KEY_RING = tokenOf<KeyRing | undefined>('keys of this instance');

const provided: FactoryProvider[] = [
  provideBy(OUTGOING, { settings: SETTINGS }, ({ settings }) => new OutgoingHttp(settings, LIMITS)),
  provideBy(KEY_RING, { settings: SETTINGS, logger: LOGGER }, async ({ settings, logger }) =>
    settings.networkEnabled ? openKeys(settings, logger) : undefined,
  ),
  provideBy(
    NetworkMode,
    {
      dataSource: DataSource,
      unitOfWork: UnitOfWork,
      sessions: SessionStore,
      principals: NetworkPrincipals,
      userRules: UserRules,
      settings: SETTINGS,
      logger: LOGGER,
      http: OUTGOING,
      keys: KEY_RING,
    },
    ({ keys, ...parts }) => {
      const consentKey = deriveKeys(parts.settings.secret).networkConsent;
      return new NetworkMode(keys && createNetwork({ ...parts, keys, consentKey }));
    },
  ),
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
    LocalUsers,
    NetworkModeGuard,
    NetworkStart,
    NodeEntries,
    NodeTarget,
    RemoteUserTarget,
  ],
  exports: [NetworkMode, NodeEntries],
})
export class NetworkModule implements OnApplicationShutdown {
  constructor(@Inject(OUTGOING) private readonly http: OutgoingHttp) {}

  /** After the outbox has stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
