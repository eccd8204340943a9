import { type DynamicModule, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '@gatehouse/database';
import { Passwords, SessionStore, SignInLimiter, deriveKeys } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';

/** The connected database and what stands on it, for every domain. The libraries themselves know nothing of Nest. */
@Module({})
export class DataModule {
  static forRoot(settings: Settings, dataSource: DataSource): DynamicModule {
    const keys = deriveKeys(settings.secret);
    const unitOfWork = new UnitOfWork(dataSource);
    const provided = [
      { provide: DataSource, useValue: dataSource },
      { provide: UnitOfWork, useValue: unitOfWork },
      {
        provide: Passwords,
        useValue: new Passwords(settings.bcryptCost, {
          waiting: settings.passwordQueue,
          waitingPerNetwork: settings.passwordQueuePerAddress,
        }),
      },
      { provide: SessionStore, useValue: new SessionStore(dataSource, unitOfWork, keys, settings) },
      { provide: SignInLimiter, useValue: new SignInLimiter(dataSource, keys, settings) },
    ];
    return {
      module: DataModule,
      global: true,
      providers: provided,
      exports: provided.map(({ provide }) => provide),
    };
  }
}
