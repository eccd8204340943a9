import { UnitOfWork } from '@gatehouse/database';
import { type Configurations, createConfigurations } from '@gatehouse/desired-state';
import { createDirectory } from '@gatehouse/directory';
import { SETTINGS, provideBy, tokenOf } from '@gatehouse/http';
import { PasswordWork, SessionStore } from '@gatehouse/identity';
import { ProviderRegistry } from '@gatehouse/sign-in';
import { Webhooks } from '@gatehouse/webhooks';
import { NetworkMode } from '../network/network-mode';
import { exportedSections } from './exported-sections';

/** What plans and applies configurations. */
export const CONFIGURATIONS = tokenOf<Configurations>('configurations');

/** With a directory of its own, which reports no events: configurations call no webhooks and send no mails. */
export const configurations = provideBy(
  CONFIGURATIONS,
  {
    unitOfWork: UnitOfWork,
    settings: SETTINGS,
    passwords: PasswordWork,
    sessions: SessionStore,
    webhooks: Webhooks,
    providers: ProviderRegistry,
    mode: NetworkMode,
  },
  ({ unitOfWork, settings, passwords, sessions, ...sources }) =>
    createConfigurations({
      unitOfWork,
      directory: createDirectory({ unitOfWork, settings, passwords, sessions }),
      hash: (password) => passwords.hash(password),
      sections: exportedSections(sources),
    }),
);
