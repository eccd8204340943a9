import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
} from 'node:crypto';
import { link, rename, unlink, writeFile } from 'node:fs/promises';

/** A public key as key sets publish it. */
interface PublicJwk {
  readonly kty: 'RSA';
  /** Thumbprint of RFC 7638 with SHA-256, base64url. */
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

/** A private key of this instance with its public half. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly jwk: PublicJwk;
}

/** Why keys cannot be used. Messages contain the path of the file, never a password or part of a key. */
export class InvalidNetworkKey extends Error {
  override readonly name = 'InvalidNetworkKey';
}

const MIN_BITS = 2048;
const PRIVATE_KEY = /-----BEGIN ((?:RSA |ENCRYPTED )?PRIVATE KEY)-----[\s\S]+?-----END \1-----/g;

/** The keys of a PEM file in their order. Throws {@link InvalidNetworkKey}. */
export function readKeys(path: string, pem: string, password: string | undefined): SigningKey[] {
  const found = pem.match(PRIVATE_KEY) ?? [];
  if (found.length === 0) throw new InvalidNetworkKey(`${path} contains no PEM private key`);
  return found.map((text) => readKey(path, text, password));
}

function readKey(path: string, pem: string, password: string | undefined): SigningKey {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, ...(password === undefined ? {} : { passphrase: password }) });
  } catch {
    throw new InvalidNetworkKey(`${path} cannot be read: it is damaged, or its password is wrong or missing`);
  }
  if (key.asymmetricKeyType !== 'rsa') throw new InvalidNetworkKey(`${path} is not an RSA key`);
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS) {
    throw new InvalidNetworkKey(`${path} has fewer than ${MIN_BITS} bits`);
  }
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { key, jwk: { kty: 'RSA', kid: thumbprint(n, e), n, e } };
}

function thumbprint(n: string, e: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
}

/**
 * Writes a new key of 2048 bits (PKCS#1) that only the owner of the process can read, encrypted if there is a password. A
 * file that exists, or that another process has written meanwhile, is kept unless `replace`. Throws {@link InvalidNetworkKey}.
 */
export async function createKeyFile(
  path: string,
  password: string | undefined,
  { replace = false } = {},
): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: MIN_BITS, publicExponent: 65_537 });
  const encryption = password === undefined ? {} : { cipher: 'aes-256-cbc', passphrase: password };
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem', ...encryption });
  const draft = `${path}.${process.pid}.new`;
  try {
    await writeFile(draft, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'its folder does not exist' : code;
    throw new InvalidNetworkKey(`${path} cannot be created: ${reason}`);
  }
  if (replace) return rename(draft, path);
  try {
    // Unlike a rename, this never replaces a key that exists.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}
