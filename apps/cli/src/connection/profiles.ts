import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failures';

/** How one instance is used: where it is, and with which token. */
export interface Profile {
  /** Base URL of the API, without a slash at its end. */
  readonly url: string;
  readonly user_name: string;
  /** The API token; a secret. */
  readonly token: string;
  /** Identifier of the token, if `login` has created it: `logout` then revokes it. */
  readonly token_id?: string;
  /** When the token ceases to be valid, ISO 8601. */
  readonly expires?: string;
  readonly administrator: boolean;
}

interface StoredProfiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = 'default';
const FILE = 'profiles.json';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The profiles of the user, in a file that only the user can read. */
export class Profiles {
  private constructor(
    private readonly folder: string,
    private stored: StoredProfiles,
  ) {}

  /** Throws a {@link Failure} if others can read the file, or if it is damaged. */
  static async read(folder: string): Promise<Profiles> {
    const path = join(folder, FILE);
    const content = await readIfThere(path);
    if (content === undefined) return new Profiles(folder, { current: DEFAULT_PROFILE, profiles: {} });
    return new Profiles(folder, parse(content, path));
  }

  get current(): string {
    return this.stored.current;
  }

  get names(): readonly string[] {
    return Object.keys(this.stored.profiles).sort();
  }

  find(name: string): Profile | undefined {
    return Object.hasOwn(this.stored.profiles, name) ? this.stored.profiles[name] : undefined;
  }

  /** A profile without its secret. */
  publicOf(name: string): Partial<Profile> {
    const profile: Partial<Record<keyof Profile, unknown>> = { ...this.find(name) };
    delete profile.token;
    return profile as Partial<Profile>;
  }

  /** Stores a profile and makes it the current one. */
  async save(name: string, profile: Profile): Promise<void> {
    if (!NAME.test(name))
      throw new Failure(
        `'${name}' cannot be the name of a profile: letters, digits, '.', '_' and '-' are allowed.`,
      );
    await this.write({ current: name, profiles: { ...this.stored.profiles, [name]: profile } });
  }

  async use(name: string): Promise<void> {
    if (!this.find(name)) throw unknownProfile(name, this.names);
    await this.write({ ...this.stored, current: name });
  }

  /** Another profile becomes the current one. */
  async remove(name: string): Promise<void> {
    const profiles: Record<string, Profile> = { ...this.stored.profiles };
    delete profiles[name];
    const [first = DEFAULT_PROFILE] = Object.keys(profiles).sort();
    const current = this.stored.current === name ? first : this.stored.current;
    await this.write({ current, profiles });
  }

  /** Replaces the file as a whole: a program that reads it meanwhile finds the old or the new one. */
  private async write(stored: StoredProfiles): Promise<void> {
    const draft = join(this.folder, `.${FILE}.${process.pid}`);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      // Left by a program that was killed; never followed if it is a link.
      await rm(draft, { force: true });
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(stored, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      // Whatever the umask is.
      await chmod(draft, 0o600);
      await rename(draft, join(this.folder, FILE));
    } catch (error) {
      const { code = 'error' } = error as NodeJS.ErrnoException;
      throw new Failure(`${join(this.folder, FILE)} cannot be written (${code}).`);
    }
    this.stored = stored;
  }
}

export function unknownProfile(name: string, names: readonly string[]): Failure {
  const known = names.length === 0 ? 'There is none yet: gatehouse login' : `Known: ${names.join(', ')}`;
  return new Failure(`There is no profile ${name}.`, undefined, known);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Failure(
        `${path} can be read by other accounts of this machine, and is not used.`,
        undefined,
        `chmod 600 ${path}. If others may have read it, sign in again, and revoke the old token.`,
      );
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Failure(`${path} cannot be read (${code}).`);
  }
}

function parse(content: string, path: string): StoredProfiles {
  const damaged = new Failure(
    `${path} is damaged.`,
    undefined,
    `Delete it, and sign in again: gatehouse login`,
  );
  let stored: unknown;
  try {
    stored = JSON.parse(content);
  } catch {
    throw damaged;
  }
  if (!isObject(stored) || typeof stored['current'] !== 'string' || !isObject(stored['profiles']))
    throw damaged;
  if (!Object.values(stored['profiles']).every(isProfile)) throw damaged;
  return stored as unknown as StoredProfiles;
}

function isProfile(value: unknown): boolean {
  return isObject(value) && ['url', 'user_name', 'token'].every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
