import { UnitOfWork, openDatabase, runAs } from '@gatehouse/database';
import { createDirectory } from '@gatehouse/directory';
import { ApiTokenStore, PasswordWork, Passwords, SessionStore, deriveKeys } from '@gatehouse/identity';
import { createNetworkTokens } from '@gatehouse/network';
import type { Context } from '../context';
import { EXIT } from '../exit-codes';
import { Failure } from '../failures';
import { databaseOf, explaining, settingsOf } from './settings';
import { withSettingsFile } from './settings-file';

/** Creates the default users and groups that are missing, as the start of the API does. Idempotent. */
export function registerDefaults(
  context: Context,
  settingsFile?: string,
): Promise<{ readonly password_set: boolean }> {
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
      const apiTokens = new ApiTokenStore(dataSource, unitOfWork, keys);
      const ofNodes = createNetworkTokens({ unitOfWork, sessions, settings });
      const passwords = new PasswordWork(new Passwords(settings.bcryptCost), settings);
      const tokens = {
        // A password of the settings keeps none.
        revokeAllOf: async (userId: number) => {
          await apiTokens.deleteAllOf(userId, []);
          await ofNodes.revokeAllOf(userId);
          return [];
        },
      };
      const directory = createDirectory({ unitOfWork, settings, passwords, sessions, tokens });
      const actor = { kind: 'system', role: 'job:register_defaults' } as const;
      const { passwordSetFor } = await runAs(actor, () =>
        directory.defaultIdentities.ensure(settings.adminPassword),
      ).catch(withoutBcrypt);
      return { password_set: passwordSetFor !== undefined };
    } finally {
      await dataSource.destroy();
    }
  });
}

/** The package has it as an optional dependency. Throws a {@link Failure} where it is not installed, and any other error as it is. */
export function withoutBcrypt(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'MODULE_NOT_FOUND' || !message.includes("'bcrypt'")) throw error;
  throw new Failure(
    'The package bcrypt is not installed, which computes the password of the administrator; nothing was changed.',
    EXIT.failed,
    'Install it beside this program: npm install -g bcrypt',
  );
}
