import { DataSource } from 'typeorm';
import { schemaVersion } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { InvalidConfiguration, loadSettings } from '@gatehouse/settings';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { createApplication } from '../src/application';

describe('createApplication', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = (name: string, environment: Record<string, string> = {}) => {
    const url = `${database.url}${database.url.includes('?') ? '&' : '?'}application_name=${name}`;
    const settings = loadSettings({
      SVC_DB_URL: url,
      SVC_DB_POOL: '4',
      SVC_SECRET: 'a secret for tests that is long enough',
      SVC_ADMIN_USER: 'chief',
      SVC_ADMIN_EMAIL: 'chief@example.com',
      SVC_ADMIN_PASSWORD: 'the chief signs in',
      SVC_BCRYPT_COST: '4',
      ...environment,
    });
    return createApplication(settings, silentLogger);
  };

  /** Waits until the server has no connection of that name left, which it removes shortly after the client closed it. */
  const disconnected = async (name: string): Promise<void> => {
    for (;;) {
      const rows = await database.dataSource.query<unknown[]>(
        'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
        [name],
      );
      if (rows.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('migrates an older database, also when several processes start together', async () => {
    await database.dataSource.undoLastMigration();
    const older = await schemaVersion(database.dataSource);
    const apps = await Promise.all(['a', 'b', 'c'].map((name) => start(name)));
    expect(await schemaVersion(database.dataSource)).not.toBe(older);
    await Promise.all(apps.map((app) => app.close()));
  });

  it('provides one data source, which is destroyed when the application is closed', async () => {
    const app = await start('closed');
    const dataSource = app.get(DataSource);
    expect(dataSource.isInitialized).toBe(true);
    await app.close();
    expect(dataSource.isInitialized).toBe(false);
  });

  it.each([
    ['SVC_WEBHOOKS_CONFIG_PATH', __filename, 'The configuration files cannot be used:\n'],
    ['SVC_CONFIG_PATH', __filename, 'The configuration files cannot be used:\n'],
    ['SVC_IDENTITY_PROVIDERS_CONFIG_PATH', __filename, 'The configuration files cannot be used:\n'],
    [
      'SVC_OPENID_PROVIDERS',
      'nobody',
      'The identity providers cannot be used:\n  - settings, nobody: preset ',
    ],
    [
      'SVC_UI_DIR',
      __dirname,
      'The settings cannot be used:\n  - SVC_UI_DIR names a folder without the console ',
    ],
    ['SVC_DB_URL', '', 'The settings cannot be used:\n  - SVC_DB_URL is missing: '],
  ])('rejects with a message for operators for %s=%s', async (name, value, message) => {
    const failed = start('x', { [name]: value });
    await expect(failed).rejects.toThrow(InvalidConfiguration);
    await expect(failed).rejects.toThrow(message);
  });

  it('rejects with setting, cause and remedy when the database cannot be reached', async () => {
    const nowhere = 'postgresql://nobody:x@127.0.0.1:1/nothing';
    const environment = { SVC_DB_URL: nowhere, SVC_DB_START_TIMEOUT: '0' };
    await expect(start('x', environment)).rejects.toMatchObject({
      name: 'DatabaseProblem',
      message: expect.stringMatching(/^SVC_DB_URL .*: the server refuses connections\. /),
    });
  });

  it('rejects without SVC_DB_URL and names the setting', async () => {
    await expect(start('x', { SVC_DB_URL: '' })).rejects.toThrow(/SVC_DB_URL/);
  });

  it('rejects with the setting when the key of the network cannot be generated', async () => {
    const network = {
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-a',
      SVC_NETWORK_PEM_FILES: '/none/network-key.pem',
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    };
    await expect(start('x', network)).rejects.toThrow(
      /SVC_NETWORK_PEM_FILES: \/none\/network-key\.pem cannot be created: its folder does not exist/,
    );
  });

  it('closes its connections when a later step of the start fails', async () => {
    const conflicting = { SVC_ADMIN_USER: 'other' };
    await expect(start('failed', conflicting)).rejects.toThrow(/another user has its email address/);
    await expect(disconnected('failed')).resolves.toBeUndefined();
  });
});
