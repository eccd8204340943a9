import { UnitOfWork } from '@gatehouse/database';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type Directory, type DirectoryEvents, type DirectorySettings, createDirectory } from './index';

export const SETTINGS: DirectorySettings = {
  adminUser: 'admin',
  adminEmail: 'admin@example.org',
  adminGroup: 'administrators',
  anonymousUser: 'anonymous',
  usersGroup: 'users',
  loggedUser: 'current',
  userNameMaxLength: 64,
  userNameExtraRegex: undefined,
  passwordMinLength: 12,
  publicUrl: 'https://gate.example.org',
  networkEnabled: false,
  networkNamePrefix: 'gatehouse_network_',
  networkGroupName: 'gatehouse_network',
};

/** A directory on a separate database; the stored form of a password is the password behind `hash of `. */
export interface DirectoryFixture {
  readonly database: TestDatabase;
  readonly directory: Directory;
  /** That in which the directory writes. */
  readonly unitOfWork: UnitOfWork;
  /** Users whose sessions were ended, with the session that remained. */
  readonly revoked: [userId: number, exceptSessionId: string | undefined][];
  readonly hashed: string[];
  /** Reported changes: the name of the method of `DirectoryEvents`, and its argument. */
  readonly events: [name: keyof DirectoryEvents, change: unknown][];
  /** The newest committed revision. */
  revision(): Promise<number>;
}

export async function openDirectory(settings: DirectorySettings = SETTINGS): Promise<DirectoryFixture> {
  const database = await createTestDatabase();
  const revoked: DirectoryFixture['revoked'] = [];
  const hashed: string[] = [];
  const events: DirectoryFixture['events'] = [];
  const record = (name: keyof DirectoryEvents) => async (change: unknown) => void events.push([name, change]);
  const unitOfWork = new UnitOfWork(database.dataSource);
  const directory = createDirectory({
    unitOfWork,
    settings,
    passwords: {
      hash: async (password) => {
        hashed.push(password);
        return `hash of ${password}`;
      },
      verify: async (password, stored) => stored === `hash of ${password}`,
    },
    sessions: { endAllOf: async (userId, exceptSessionId) => void revoked.push([userId, exceptSessionId]) },
    events: {
      userCreated: record('userCreated'),
      userDeleted: record('userDeleted'),
      userStatusChanged: record('userStatusChanged'),
      permissionsChanged: record('permissionsChanged'),
    },
  });
  return {
    database,
    directory,
    unitOfWork,
    revoked,
    hashed,
    events,
    revision: async () => {
      const [row] = await database.dataSource.query('SELECT max(revision) AS revision FROM revisions');
      return Number(row.revision ?? 0);
    },
  };
}
