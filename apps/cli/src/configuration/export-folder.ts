import { lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure, UsageError } from '../failures';

/** Bytes of a name of a file on common file systems. */
const MAX_NAME_BYTES = 255;

interface Written {
  /** Names below the folder, sorted. */
  readonly files: readonly string[];
  /** Other files that were in the folder. */
  readonly others: readonly string[];
}

/** A folder for the files of an export. They are written beside it, and put into it when all have arrived. */
export class ExportFolder {
  private readonly names = new Set<string>();

  private constructor(
    private readonly folder: string,
    private readonly stage: string,
    private readonly existing: readonly string[],
  ) {}

  /** Throws a {@link Failure} for a folder that has files, unless they may be replaced. */
  static async open(path: string, mayReplace: boolean): Promise<ExportFolder> {
    const folder = resolve(path);
    const existing = await filesIn(folder);
    if (existing.length > 0 && !mayReplace)
      throw new UsageError(
        `${path} is not empty.`,
        undefined,
        'Files of earlier exports are replaced with --replace.',
      );
    const stage = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`)).catch(
      (error: NodeJS.ErrnoException) => {
        throw new UsageError(`${path} cannot be created (${error.code}).`);
      },
    );
    return new ExportFolder(folder, stage, existing);
  }

  /** Throws a {@link Failure} for a name that is not one of a file in the folder. */
  async add(name: unknown, content: unknown): Promise<void> {
    if (typeof name !== 'string' || typeof content !== 'string' || !isInside(name))
      throw new Failure(`The export has a file with a name that cannot be used: ${JSON.stringify(name)}`);
    if (this.names.has(name)) throw new Failure(`The export has the file ${name} twice.`);
    this.names.add(name);
    const path = join(this.stage, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new Failure(`${name} cannot be written (${error.code}); the folder is as it was.`);
    });
  }

  /** Puts all files into the folder. */
  async finish(): Promise<Written> {
    const files = [...this.names].sort();
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of files) {
      const path = join(this.folder, name);
      await this.makeFolders(name);
      await rename(join(this.stage, name), path);
    }
    return { files, others: this.existing.filter((name) => !this.names.has(name)) };
  }

  /** Removes what is not in the folder. */
  async discard(): Promise<void> {
    await rm(this.stage, { recursive: true, force: true });
  }

  /** A link in the folder would lead out of it. */
  private async makeFolders(name: string): Promise<void> {
    const segments = name.split('/').slice(0, -1);
    for (const [index] of segments.entries()) {
      const path = join(this.folder, ...segments.slice(0, index + 1));
      await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      if (!(await lstat(path)).isDirectory())
        throw new Failure(`${path} is a link or a file, and no folder.`);
    }
  }
}

/** Whether a name is one below a folder on all systems: no part of it is empty, `.` or `..`, and none has a separator of another system. */
function isInside(name: string): boolean {
  return name
    .split('/')
    .every(
      (part) =>
        part !== '' &&
        !part.startsWith('.') &&
        !/[\p{Cc}\\:]/u.test(part) &&
        Buffer.byteLength(part) <= MAX_NAME_BYTES,
    );
}

/** Files in a folder and its folders, links not followed; none if it does not exist. Those of version control do not count. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new UsageError(`${folder} cannot be used (${error.code}).`);
    },
  );
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((name) => !name.split(/[\\/]/).some((part) => part.startsWith('.')))
    .sort();
}
