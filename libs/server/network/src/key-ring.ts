import { readFile, stat } from 'node:fs/promises';
import type { Logger } from '@gatehouse/logging';
import { InvalidNetworkKey, type SigningKey, createKeyFile, readKeys } from './key-file';

export interface KeyRingOptions {
  /** PEM files in their order; each may contain several keys. */
  readonly files: readonly string[];
  /** Passwords in the order of the files; empty for a file that is not encrypted. */
  readonly passwords: readonly string[];
  /** Whether a single file that does not exist is generated. */
  readonly createMissing: boolean;
  readonly logger: Logger;
}

interface ReadFiles {
  /** Changes whenever a file may have changed. */
  readonly version: string;
  readonly keys: readonly SigningKey[];
}

/**
 * The private keys of this instance: the first one signs, the public halves of all are published. Files that have changed
 * are read again at the next use; unless all of them are valid, the previous keys remain in use. Reference: network-protocol#keys.
 */
export class KeyRing {
  private reading: Promise<ReadFiles> | undefined;
  private refusedVersion: string | undefined;

  private constructor(
    private readonly options: KeyRingOptions,
    private current: ReadFiles,
  ) {}

  /** Throws {@link InvalidNetworkKey}. */
  static async open(options: KeyRingOptions): Promise<KeyRing> {
    const [only, ...others] = options.files;
    if (options.createMissing && only !== undefined && others.length === 0 && !(await exists(only))) {
      await createKeyFile(only, options.passwords[0] || undefined);
      options.logger.info({ reason: only }, 'generated a key for messages to other instances');
    }
    return new KeyRing(options, await readAll(options, await versionOf(options.files)));
  }

  /** Never empty. */
  async keys(): Promise<readonly SigningKey[]> {
    const version = await versionOf(this.options.files);
    if (version === this.current.version || version === this.refusedVersion) return this.current.keys;
    this.reading ??= readAll(this.options, version).finally(() => {
      this.reading = undefined;
    });
    try {
      this.current = await this.reading;
      this.options.logger.info({ count: this.current.keys.length }, 'read changed network keys');
    } catch (error) {
      this.refusedVersion = version;
      this.options.logger.error(
        { error },
        'changed network keys are not valid; the previous ones remain in use',
      );
    }
    return this.current.keys;
  }

  async signingKey(): Promise<SigningKey> {
    const [first] = await this.keys();
    if (!first) throw new InvalidNetworkKey('there is no key');
    return first;
  }
}

async function readAll(
  { files, passwords }: Pick<KeyRingOptions, 'files' | 'passwords'>,
  version: string,
): Promise<ReadFiles> {
  const keys: SigningKey[] = [];
  for (const [index, path] of files.entries()) {
    let pem: string;
    try {
      pem = await readFile(path, 'utf8');
    } catch {
      throw new InvalidNetworkKey(`${path} cannot be opened`);
    }
    keys.push(...readKeys(path, pem, passwords[index] || undefined));
  }
  return { version, keys };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Inode, size and time of change of each file. */
async function versionOf(files: readonly string[]): Promise<string> {
  const versions = files.map((path) =>
    stat(path, { bigint: true }).then(
      ({ ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join(':'),
      () => 'missing',
    ),
  );
  return (await Promise.all(versions)).join(' ');
}
