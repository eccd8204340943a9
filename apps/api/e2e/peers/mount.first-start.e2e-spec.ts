import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@gatehouse/database';
import { SmallDisk } from '@gatehouse/testing';

const MEGABYTE = 1024 * 1024;

describe('on a small disk, the embedded database', () => {
  let disk: SmallDisk;
  let dataDir: string;

  beforeAll(async () => {
    disk = await SmallDisk.mount();
    dataDir = join(disk.folder, 'data');
  });
  afterAll(() => disk.unmount());

  it.each([0, 1, 30, 50])(
    'names the full disk where it has %d MB for the first start, and leaves nothing that takes its place',
    async (megabytes) => {
      await disk.fill(megabytes * MEGABYTE);
      const started = startEmbeddedPostgres({ dataDir });
      await expect(started).rejects.toMatchObject({ name: 'CannotStart' });
      await expect(started).rejects.toThrow(
        `The embedded database cannot start: the disk of ${dataDir} is full (`,
      );
      // The statement that creates the role has its password.
      await expect(started).rejects.not.toThrow(/STATEMENT|PASSWORD/);
      expect((await readdir(dataDir)).filter((name) => name.endsWith('.new'))).toEqual([]);
      await disk.free();
    },
  );

  it('starts when there is room, and names the disk when it is full at a later start', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    await disk.fill();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`the disk of ${dataDir} is full (`);
    await disk.free();
    const later = await startEmbeddedPostgres({ dataDir });
    await later.stop();
  });
});
