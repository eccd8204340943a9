import { UnitOfWork, openDatabase, runAs } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { createNetworkTokens } from '@gatehouse/network';
import type { Context } from '../context';
import { databaseOf, explaining, settingsOf } from './settings';
import { withSettingsFile } from './settings-file';

type Purged = 'network-tokens' | 'links' | 'sessions';

/** Deletes what has expired, as the jobs of the API do. Returns the numbers of what was deleted, where they are known. */
export function purge(
  context: Context,
  kinds: readonly Purged[],
  settingsFile?: string,
): Promise<{ readonly purged: readonly Purged[]; readonly network_tokens: number | null }> {
  const environment = withSettingsFile(context.environment, settingsFile);
  const settings = settingsOf(environment);
  const access = databaseOf(environment);
  return explaining(async () => {
    const options = { ...access, process: 'proxy', poolSize: 2, applicationName: 'gatehouse cli' } as const;
    const { dataSource } = await openDatabase(options);
    try {
      const unitOfWork = new UnitOfWork(dataSource);
      const keys = deriveKeys(settings.secret);
      const sessions = new SessionStore(dataSource, unitOfWork, keys, settings);
      const tokens = createNetworkTokens({ unitOfWork, sessions, settings });
      const links = new OneTimeLinks(unitOfWork, keys.oneTimeLinks, settings);
      let networkTokens: number | null = null;
      await runAs({ kind: 'system', role: 'job:purge' }, async () => {
        if (kinds.includes('network-tokens')) networkTokens = await tokens.purge({ expiredOnly: true });
        if (kinds.includes('links')) await links.removeExpired();
        if (kinds.includes('sessions')) await sessions.removeExpired();
      });
      return { purged: kinds, network_tokens: networkTokens };
    } finally {
      await dataSource.destroy();
    }
  });
}
