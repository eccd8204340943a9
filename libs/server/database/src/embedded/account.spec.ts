import { mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import { join } from 'node:path';
import { serverAccount } from './account';
import { CannotStart } from './errors';

jest.mock('node:os', () => ({ __esModule: true, ...jest.requireActual<typeof os>('node:os') }));

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(os.tmpdir(), 'account-spec-'))));
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('the account of the database server is never root', async () => {
  const { uid, other } = await serverAccount(join(folder, 'none'));
  expect(uid).toBeGreaterThan(0);
  expect(other).toBe(process.geteuid?.() === 0);
});

it('the account of the database server needs a name to create a database; otherwise the error refers to an external database', async () => {
  jest.spyOn(process, 'geteuid').mockReturnValue(12345);
  jest.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  const failed = serverAccount(join(folder, 'none'));
  await expect(failed).rejects.toThrow(CannotStart);
  await expect(failed).rejects.toThrow(/id 12345 has none.*SVC_DB_URL/);
});

it('the account of the database server is the owner of the cluster', async () => {
  jest.spyOn(process, 'geteuid').mockReturnValue(12345);
  await expect(serverAccount(folder)).rejects.toThrow(
    /belongs to \w+, and this account is the account with the id 12345; .*chown -R/,
  );
});

it('the account of the database server is not root for a cluster owned by root', async () => {
  if (process.geteuid?.() === 0) await expect(serverAccount(folder)).rejects.toThrow('chown -R nobody');
  else expect((await serverAccount(folder)).uid).toBe(process.geteuid?.());
});
