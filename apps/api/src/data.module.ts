import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditLog, EventJournal } from '@gatehouse/audit';
import { type SchemaChangeEvents, UnitOfWork, migrateDirectly, openDatabase } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { LOGGER, SETTINGS, provide, provideBy, tokenOf } from '@gatehouse/http';
import {
  ApiTokenStore,
  KnownDevices,
  PasswordResetRequests,
  Passwords,
  RequestCounts,
  SessionStore,
  SignInLimiter,
  deriveKeys,
} from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { NetworkSignIn, createNetworkSignIn } from '@gatehouse/network';
import { Outbox, OutboxWorker } from '@gatehouse/outbox';
import { InvalidSettings, type Settings } from '@gatehouse/settings';
import { WebhookEvents } from '@gatehouse/webhooks';
import { isFirstOfStart, prolongStart, reportConnections, shareOf, workerCount } from '@gatehouse/workers';

const KEYS = tokenOf<ReturnType<typeof deriveKeys>>('keys');

/** The migrated database and the library classes that use it, for every domain. The libraries do not depend on Nest. */
@Module({})
export class DataModule {
  static forRoot(settings: Settings, logger: Logger): DynamicModule {
    const provided: FactoryProvider[] = [
      provide(UnitOfWork, DataSource),
      provideBy(KEYS, { settings: SETTINGS }, ({ settings: { secret } }) => deriveKeys(secret)),
      provideBy(Passwords, { settings: SETTINGS }, passwordsOf),
      provide(SessionStore, DataSource, UnitOfWork, KEYS, SETTINGS),
      provide(ApiTokenStore, DataSource, UnitOfWork, KEYS),
      provide(SignInLimiter, DataSource, KEYS, SETTINGS),
      provideBy(
        NetworkSignIn,
        { unitOfWork: UnitOfWork, sessions: SessionStore, settings: SETTINGS },
        createNetworkSignIn,
      ),
      provideBy(
        OneTimeLinks,
        { unitOfWork: UnitOfWork, keys: KEYS, settings: SETTINGS },
        ({ unitOfWork, keys, settings }) => new OneTimeLinks(unitOfWork, keys.oneTimeLinks, settings),
      ),
      provide(Outbox, UnitOfWork),
      provide(KnownDevices, UnitOfWork),
      provide(PasswordResetRequests, UnitOfWork),
      provide(RequestCounts, DataSource),
      provideBy(
        WebhookEvents,
        { unitOfWork: UnitOfWork, outbox: Outbox, links: OneTimeLinks, settings: SETTINGS },
        (parts) => new WebhookEvents(parts),
      ),
      provide(AuditLog, DataSource),
      provide(EventJournal, DataSource, LOGGER),
      provideBy(OutboxWorker, { dataSource: DataSource, logger: LOGGER, settings: SETTINGS }, outboxWorker),
    ];
    return {
      module: DataModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // If the database cannot be reached, the process exits and its supervisor restarts it.
          useFactory: () => ({ toRetry: () => false }),
          dataSourceFactory: () => connected(settings, logger),
        }),
      ],
      providers: provided,
      exports: [TypeOrmModule, ...provided.map(({ provide }) => provide)],
    };
  }
}

function passwordsOf({ settings }: { readonly settings: Settings }): Passwords {
  const { bcryptCost, passwordQueue: waiting, passwordQueuePerAddress: waitingPerNetwork } = settings;
  return new Passwords(bcryptCost, {
    waiting,
    waitingPerNetwork,
    processes: workerCount(settings.apiWorkers),
  });
}

function outboxWorker({
  settings,
  ...parts
}: {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly settings: Settings;
}): OutboxWorker {
  return new OutboxWorker({
    ...parts,
    databaseUrl: settings.databaseDirectUrl ?? databaseUrlOf(settings),
    maxAttempts: settings.outboxAttempts,
    retention: settings.outboxRetention,
  });
}

/** A connected data source whose schema is the newest. The module destroys it when the application is closed. */
async function connected(settings: Settings, logger: Logger): Promise<DataSource> {
  const options = {
    url: databaseUrlOf(settings),
    directUrl: settings.databaseDirectUrl,
    applicationName: 'gatehouse api',
    process: 'api',
    poolSize: shareOf(settings.databasePool, workerCount(settings.apiWorkers)),
    connectMillis: settings.databaseTimeout * 1000,
    statementMillis: settings.databaseJobTimeout * 1000,
    startTimeoutMs: settings.databaseStartTimeout * 1000,
    waiting: (reason: string) => {
      prolongStart(true);
      logger.warn({ reason }, 'waiting for the database');
    },
  } as const;
  const { dataSource, facts } = await openDatabase(options);
  prolongStart(false);
  if (isFirstOfStart()) {
    for (const warning of facts.warnings) logger.warn({}, warning);
    reportConnections(settings, facts.available, logger);
  }
  try {
    await migrateDirectly(dataSource, options, schemaChangeEvents(logger));
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** A change of the schema takes as long as its tables are large: it is reported, and prolongs the start. */
function schemaChangeEvents(logger: Logger): SchemaChangeEvents {
  return {
    waiting: () => {
      prolongStart(true);
      logger.info({}, 'another process changes the schema of the database; waiting for its end');
    },
    changing: (count) => {
      prolongStart(true);
      logger.info({ count }, 'changing the schema of the database, which takes long for large tables');
    },
    changed: () => prolongStart(false),
  };
}

function databaseUrlOf({ databaseUrl }: Settings): string {
  if (!databaseUrl)
    throw new InvalidSettings(['SVC_DB_URL is missing: `npm start` sets it for the embedded database']);
  return databaseUrl;
}
