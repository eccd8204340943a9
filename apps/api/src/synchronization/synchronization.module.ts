import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '@gatehouse/database';
import { Resources, Services } from '@gatehouse/directory';
import { LOGGER, SETTINGS, provideBy, tokenOf } from '@gatehouse/http';
import { deriveKeys } from '@gatehouse/identity';
import { FairScheduler } from '@gatehouse/scheduling';
import { Synchronization, limitsOf, sourceHttpOf } from '@gatehouse/sync';
import { PreviewController } from './preview.controller';
import { SynchronizationController } from './synchronization.controller';
import { SynchronizationStart } from './synchronization-start';
import { SynchronizationTarget } from './synchronization.target';

/** Synchronizations share turns with the clients of no other network. */
const OWN_NETWORK = 'synchronization';

const SOURCES = tokenOf<ReturnType<typeof sourceHttpOf>>('requests to services and what they refer to');

const provided: FactoryProvider[] = [
  provideBy(SOURCES, { settings: SETTINGS }, ({ settings }) => sourceHttpOf(settings)),
  provideBy(
    Synchronization,
    {
      dataSource: DataSource,
      unitOfWork: UnitOfWork,
      services: Services,
      resources: Resources,
      scheduler: FairScheduler,
      settings: SETTINGS,
      logger: LOGGER,
      http: SOURCES,
    },
    ({ services, resources, scheduler, settings, ...parts }) =>
      new Synchronization({
        ...parts,
        directory: { services, resources },
        key: deriveKeys(settings.secret).synchronizationCredentials,
        maxAgeSeconds: settings.syncMaxAge,
        limits: limitsOf(settings),
        run: (steps) => scheduler.run(OWN_NETWORK, steps),
      }),
  ),
];

@Module({
  controllers: [PreviewController, SynchronizationController],
  exports: [Synchronization],
  providers: [...provided, SynchronizationStart, SynchronizationTarget],
})
export class SynchronizationModule implements OnApplicationShutdown {
  constructor(@Inject(SOURCES) private readonly sources: ReturnType<typeof sourceHttpOf>) {}

  /** After the synchronizations have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.sources.close();
  }
}
