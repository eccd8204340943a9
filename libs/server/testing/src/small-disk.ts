import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of 150 MB in a folder of its own, in memory. Only root can mount one. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  static async mount(): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-small-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=150m,mode=755', 'none', folder]);
    return new SmallDisk(folder);
  }

  /** Fills it with a file, to the last block or so that some bytes are left. */
  async fill(leftBytes = 0): Promise<void> {
    const file = await open(this.filler, 'w');
    const zeros = Buffer.alloc(64 * 1024);
    try {
      for (;;) await file.write(zeros);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      await file.truncate((await file.stat()).size - leftBytes);
    } finally {
      await file.close();
    }
  }

  /** There is room again. */
  free(): Promise<void> {
    return rm(this.filler, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['-l', this.folder]);
    await rm(this.folder, { recursive: true });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
