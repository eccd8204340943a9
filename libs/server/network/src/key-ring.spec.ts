import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@gatehouse/logging';
import { InvalidNetworkKey } from './key-file';
import { KeyRing } from './key-ring';

const PASSWORD = 'canary of a password';
const folder = mkdtempSync(join(tmpdir(), 'keys-'));

function rsaKey(bits = 2048, password?: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const encryption = password === undefined ? {} : { cipher: 'aes-256-cbc', passphrase: password };
  return privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption }).toString();
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const open = (files: readonly string[], passwords: readonly string[] = [], createMissing = false) =>
  KeyRing.open({ files, passwords, createMissing, logger: silentLogger });

/** Reference: network-protocol#keys. */
describe('the keys of an instance', () => {
  it('are decrypted with the password at the position of their file', async () => {
    const [plain, encrypted] = [file('plain.pem', rsaKey()), file('encrypted.pem', rsaKey(2048, PASSWORD))];
    expect(await (await open([plain, encrypted], ['', PASSWORD])).keys()).toHaveLength(2);
    await expect(open([plain, encrypted], [PASSWORD])).rejects.toThrow(InvalidNetworkKey);
  });

  it('are generated once, encrypted if there is a password, and readable by their owner alone', async () => {
    const path = join(folder, 'generated.pem');
    const [first] = await (await open([path], [PASSWORD], true)).keys();
    expect(readFileSync(path, 'utf8')).toContain('ENCRYPTED');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const [again] = await (await open([path], [PASSWORD], true)).keys();
    expect(again?.jwk.kid).toBe(first?.jwk.kid);
  });

  it('cannot be generated in a folder that does not exist', async () => {
    const path = join(folder, 'none', 'generated.pem');
    const error = await open([path], [], true).catch((reason: unknown) => reason);
    expect(error).toEqual(new InvalidNetworkKey(`${path} cannot be created: its folder does not exist`));
  });

  it.each([
    ['is missing', () => join(folder, 'none.pem'), /none\.pem cannot be opened/],
    ['is no key', () => file('text.pem', 'not a key'), /text\.pem contains no PEM private key/],
    ['is damaged', () => file('cut.pem', rsaKey().replace(/\n[^-\n]{40}/, '\n')), /cut\.pem cannot be read/],
    ['is too short', () => file('short.pem', rsaKey(1024)), /short\.pem has fewer than 2048 bits/],
    [
      'is no RSA key',
      () => {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        return file('ec.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
      },
      /ec\.pem is not an RSA key/,
    ],
    [
      'has another password',
      () => file('other.pem', rsaKey(2048, 'another password')),
      /other\.pem cannot be read: it is damaged, or its password is wrong or missing/,
    ],
  ])(
    'are refused with the path and the reason, without the password, if a file %s',
    async (_, path, reason) => {
      const opened = open([path()], [PASSWORD]);
      await expect(opened).rejects.toThrow(reason);
      await expect(opened).rejects.not.toThrow(PASSWORD);
    },
  );
});
