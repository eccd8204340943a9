import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditLog, EventJournal } from '@gatehouse/audit';
import { UnitOfWork, createDataSource, migrate } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { LOGGER } from '@gatehouse/http';
import {
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
import type { Settings } from '@gatehouse/settings';
import { WebhookEvents } from '@gatehouse/webhooks';
import { shareOf, workerCount } from '@gatehouse/workers';

/** The migrated database and the library classes that use it, for every domain. The libraries do not depend on Nest. */
@Module({})
export class DataModule {
  static forRoot(settings: Settings): DynamicModule {
    const keys = deriveKeys(settings.secret);
    const { bcryptCost, passwordQueue: waiting, passwordQueuePerAddress: waitingPerNetwork } = settings;
    const provided: FactoryProvider[] = [
      {
        provide: UnitOfWork,
        inject: [getDataSourceToken()],
        useFactory: (dataSource: DataSource) => new UnitOfWork(dataSource),
      },
      {
        provide: Passwords,
        useFactory: () =>
          new Passwords(bcryptCost, {
            waiting,
            waitingPerNetwork,
            processes: workerCount(settings.apiWorkers),
          }),
      },
      {
        provide: SessionStore,
        inject: [getDataSourceToken(), UnitOfWork],
        useFactory: (dataSource: DataSource, unitOfWork: UnitOfWork) =>
          new SessionStore(dataSource, unitOfWork, keys, settings),
      },
      {
        provide: SignInLimiter,
        inject: [getDataSourceToken()],
        useFactory: (dataSource: DataSource) => new SignInLimiter(dataSource, keys, settings),
      },
      {
        provide: NetworkSignIn,
        inject: [UnitOfWork, SessionStore],
        useFactory: (unitOfWork: UnitOfWork, sessions: SessionStore) =>
          createNetworkSignIn({ unitOfWork, sessions, settings }),
      },
      {
        provide: OneTimeLinks,
        inject: [UnitOfWork],
        useFactory: (unitOfWork: UnitOfWork) => new OneTimeLinks(unitOfWork, keys.oneTimeLinks, settings),
      },
      {
        provide: Outbox,
        inject: [UnitOfWork],
        useFactory: (unitOfWork: UnitOfWork) => new Outbox(unitOfWork),
      },
      {
        provide: KnownDevices,
        inject: [UnitOfWork],
        useFactory: (unitOfWork: UnitOfWork) => new KnownDevices(unitOfWork),
      },
      {
        provide: PasswordResetRequests,
        inject: [UnitOfWork],
        useFactory: (unitOfWork: UnitOfWork) => new PasswordResetRequests(unitOfWork),
      },
      {
        provide: RequestCounts,
        inject: [getDataSourceToken()],
        useFactory: (dataSource: DataSource) => new RequestCounts(dataSource),
      },
      {
        provide: WebhookEvents,
        inject: [UnitOfWork, Outbox, OneTimeLinks],
        useFactory: (unitOfWork: UnitOfWork, outbox: Outbox, links: OneTimeLinks) =>
          new WebhookEvents({ unitOfWork, outbox, links, settings }),
      },
      {
        provide: AuditLog,
        inject: [getDataSourceToken()],
        useFactory: (dataSource: DataSource) => new AuditLog(dataSource),
      },
      {
        provide: EventJournal,
        inject: [getDataSourceToken(), LOGGER],
        useFactory: (dataSource: DataSource, logger: Logger) => new EventJournal(dataSource, logger),
      },
      {
        provide: OutboxWorker,
        inject: [getDataSourceToken(), LOGGER],
        useFactory: (dataSource: DataSource, logger: Logger) =>
          new OutboxWorker({
            dataSource,
            databaseUrl: databaseUrlOf(settings),
            logger,
            maxAttempts: settings.outboxAttempts,
            retention: settings.outboxRetention,
          }),
      },
    ];
    return {
      module: DataModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // If the database cannot be reached, the process exits and its supervisor restarts it.
          useFactory: () => ({ toRetry: () => false }),
          dataSourceFactory: () => connected(settings),
        }),
      ],
      providers: provided,
      exports: [TypeOrmModule, ...provided.map(({ provide }) => provide)],
    };
  }
}

/** A connected data source whose schema is the newest. The module destroys it when the application is closed. */
async function connected(settings: Settings): Promise<DataSource> {
  const { databasePool, apiWorkers, databaseTimeout, databaseJobTimeout } = settings;
  const dataSource = await createDataSource({
    url: databaseUrlOf(settings),
    poolSize: shareOf(databasePool, workerCount(apiWorkers)),
    connectMillis: databaseTimeout * 1000,
    statementMillis: databaseJobTimeout * 1000,
  }).initialize();
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

function databaseUrlOf({ databaseUrl }: Settings): string {
  if (!databaseUrl) throw new Error('SVC_DB_URL is not set; `npm start` sets it for the embedded database');
  return databaseUrl;
}
