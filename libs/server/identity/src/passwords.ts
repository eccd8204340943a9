import { createHmac, timingSafeEqual, pbkdf2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { compare, getRounds, hash } from 'bcrypt';
import { HashQueue, type HashQueueLimits, type HashSource } from './hash-queue';

/** Maximum bytes that bcrypt reads, including the NUL after the text: without it any text could follow. */
const BCRYPT_BYTES = 72;
/** Prefix of the hash of a long password, to which an HMAC was applied first. */
const LONG = 'hmac-sha256:';
/**
 * Fixed and public: it only distinguishes the digest of a long password from digests of other systems, so that a leaked
 * digest cannot be used here. It is not a secret and must never change.
 */
const LONG_DOMAIN = 'gatehouse long password v1';

const derive = promisify(pbkdf2);

/** Threads that Node shares between hashes, files and name resolution (UV_THREADPOOL_SIZE). */
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4;

/** The process itself, e.g. at start. */
const OURSELVES: HashSource = { isKnown: true, key: '' };

export interface PasswordLimits extends Omit<HashQueueLimits, 'concurrency'> {
  /** Processes on this machine that also hash passwords and share its processors. */
  readonly processes: number;
}

const NO_LIMITS: PasswordLimits = { waiting: Infinity, waitingPerNetwork: Infinity, processes: 1 };

/**
 * Password hashing, away from the event loop, on all cores and threads of the pool but one; in turn and within limits
 * ({@link HashQueue}). Reference: sessions#passwords, sessions#sign-in-limits.
 */
export class Passwords {
  private readonly queue: HashQueue;
  private readonly dummy: Promise<string>;

  constructor(
    private readonly cost: number,
    { processes, ...limits }: PasswordLimits = NO_LIMITS,
  ) {
    // All processes together leave one processor to other work, if there are enough.
    const share = Math.floor((availableParallelism() - 1) / processes);
    const concurrency = Math.max(1, Math.min(share, POOL_THREADS - 1));
    this.queue = new HashQueue({ concurrency, ...limits });
    // Computed at start so that the first unknown user does not take the time of two hashes.
    this.dummy = this.hash('the password of no user');
  }

  /** The stored form of a password of any length. Throws `HashQueueFull`. */
  async hash(password: string, source: HashSource = OURSELVES): Promise<string> {
    return this.queue.run(source, async () => {
      const { text, mark } = prepare(password);
      return mark + (await hash(text, this.cost));
    });
  }

  /**
   * Whether a password matches a stored form. Without one (unknown user, account without password) the same time
   * passes and the result is false. Throws `HashQueueFull`.
   */
  async verify(
    password: string,
    stored: string | null | undefined,
    source: HashSource = OURSELVES,
  ): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    const matches = await this.queue.run(source, () => verifyStored(password, against));
    return matches && stored !== null && stored !== undefined;
  }

  /**
   * True for a form that is weaker than what would be stored today, and for imported ones: also for one of a long password of which
   * only the beginning was hashed.
   */
  needsRehash(stored: string, password = ''): boolean {
    if (!stored.startsWith(LONG) && prepare(password).mark === LONG) return true;
    const bare = stored.startsWith(LONG) ? stored.slice(LONG.length) : stored;
    return !bare.startsWith('$2b$') || getRounds(bare) < this.cost;
  }
}

/** Long passwords are not truncated: their base64 digest is hashed. A NUL would also end bcrypt's input. */
function prepare(password: string): { text: string; mark: string } {
  if (Buffer.byteLength(password) < BCRYPT_BYTES && !password.includes('\0'))
    return { text: password, mark: '' };
  return { text: digestOf(password), mark: LONG };
}

function digestOf(password: string): string {
  return createHmac('sha256', LONG_DOMAIN).update(password).digest('base64');
}

async function verifyStored(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith(LONG)) return compare(digestOf(password), stored.slice(LONG.length));
  if (/^\$2[aby]\$/.test(stored)) {
    // `$2y$` is the same algorithm as `$2b$` under another implementation's name.
    return compare(
      password.includes('\0') ? digestOf(password) : password,
      stored.replace(/^\$2y\$/, '$2b$'),
    );
  }
  return verifyPbkdf2(password, stored);
}

/** `$pbkdf2-sha256$rounds$salt$checksum`, both in base64 with `.` for `+` and without padding, as passlib writes it. */
async function verifyPbkdf2(password: string, stored: string): Promise<boolean> {
  const parts = /^\$pbkdf2-sha256\$(\d{1,8})\$([A-Za-z0-9./]+)\$([A-Za-z0-9./]+)$/.exec(stored);
  if (!parts?.[1] || !parts[2] || !parts[3]) return false;
  const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');
  const expected = bytes(parts[3]);
  const actual = await derive(password, bytes(parts[2]), Number(parts[1]), expected.length, 'sha256');
  return timingSafeEqual(actual, expected);
}
