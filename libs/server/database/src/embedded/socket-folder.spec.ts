import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from './account';
import { chooseSocketFolder, makeSocketFolder, removeSocketFolder } from './socket-folder';

let folder: string;
const usual = process.env['TMPDIR'];
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'socket-spec-'))));
afterEach(async () => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  await rm(folder, { recursive: true });
});

it('the folder of the socket has a path short enough for a socket and is accessible only to its account', async () => {
  const account = await serverAccount(join(folder, 'none'));
  const chosen = await chooseSocketFolder(account);
  await makeSocketFolder(chosen, account);
  const { uid, mode } = await stat(chosen);
  expect([uid, mode & 0o777]).toEqual([account.uid, 0o700]);
  await removeSocketFolder(chosen);
  await expect(stat(chosen)).rejects.toThrow('ENOENT');
});

it('the folder of the socket is in another folder if the path of the folder for temporary files is too long for a socket', async () => {
  const long = join(folder, 'x'.repeat(100));
  await mkdir(long);
  process.env['TMPDIR'] = long;
  const chosen = await chooseSocketFolder(await serverAccount(join(folder, 'none')));
  expect(Buffer.byteLength(`${chosen}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103);
});

it('the folder of the socket is the only kind of folder that is removed', async () => {
  await mkdir(join(folder, 'gatehouse-cache'));
  await removeSocketFolder(join(folder, 'gatehouse-cache'));
  await removeSocketFolder(folder);
  expect(await readdir(folder)).toEqual(['gatehouse-cache']);
});
