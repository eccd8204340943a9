import { hash } from 'bcrypt';
import { Passwords } from './index';

const passwords = new Passwords(4);

describe('passwords', () => {
  it('verify against their own stored form only', async () => {
    const stored = await passwords.hash('correct horse battery');
    expect(await passwords.verify('correct horse battery', stored)).toBe(true);
    expect(await passwords.verify('correct horse batterz', stored)).toBe(false);
  });

  it('are compared completely beyond the 72 bytes that bcrypt reads', async () => {
    const long = 'x'.repeat(100);
    const stored = await passwords.hash(`${long}a`);
    expect(await passwords.verify(`${long}a`, stored)).toBe(true);
    expect(await passwords.verify(`${long}b`, stored)).toBe(false);
  });

  it.each([70, 71, 72, 73])('of %i bytes do not verify with bytes added or removed', async (length) => {
    const stored = await passwords.hash('x'.repeat(length));
    expect(await passwords.verify('x'.repeat(length), stored)).toBe(true);
    expect(await passwords.verify('x'.repeat(length + 1), stored)).toBe(false);
    expect(await passwords.verify(`${'x'.repeat(length)}\0`, stored)).toBe(false);
    expect(await passwords.verify('x'.repeat(length - 1), stored)).toBe(false);
  });

  it('are not truncated at a NUL', async () => {
    const stored = await passwords.hash('before\0after');
    expect(await passwords.verify('before\0after', stored)).toBe(true);
    expect(await passwords.verify('before\0other', stored)).toBe(false);
    expect(await passwords.verify('before', stored)).toBe(false);
  });

  it('reject everything for an account without a password', async () => {
    expect(await passwords.verify('the password of no user', null)).toBe(false);
    expect(await passwords.verify('', undefined)).toBe(false);
  });

  it.each([
    ['$2y$', '$2y$04$fLuqM4kkqNgk5fGkNTYI2eBr0KyQaAp0fY9N2ewfq2p8hH3MGoFqO'],
    [
      'passlib pbkdf2',
      '$pbkdf2-sha256$29000$0dqbE2KM0bp3zpmTUmptDQ$rxHn7wxRT9bPWUh1V2k5Dgz.nD4.eOuGpAJIYU9qiF0',
    ],
  ])('of an import (%s) are recognised as needing a new hash', (_, stored) => {
    expect(passwords.needsRehash(stored)).toBe(true);
  });

  it('of an import verify in their own form', async () => {
    const { pbkdf2Sync, randomBytes } = await import('node:crypto');
    const salt = randomBytes(16);
    const ab64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('+', '.').replace(/=+$/, '');
    const stored = `$pbkdf2-sha256$29000$${ab64(salt)}$${ab64(pbkdf2Sync('imported one', salt, 29000, 32, 'sha256'))}`;
    expect(await passwords.verify('imported one', stored)).toBe(true);
    expect(await passwords.verify('imported two', stored)).toBe(false);
    const asY = (await passwords.hash('imported one')).replace('$2b$', '$2y$');
    expect(await passwords.verify('imported one', asY)).toBe(true);
  });

  it('of an import that are long verify by their beginning, and are hashed again completely', async () => {
    const long = 'x'.repeat(80);
    const stored = await hash(long, 4);
    expect(await passwords.verify(long, stored)).toBe(true);
    expect(passwords.needsRehash(stored, long)).toBe(true);
    expect(passwords.needsRehash(await passwords.hash(long), long)).toBe(false);
  });

  it('hashed at a lower cost are hashed again', async () => {
    const stored = await passwords.hash('some password');
    expect(passwords.needsRehash(stored)).toBe(false);
    expect(new Passwords(5).needsRehash(stored)).toBe(true);
  });
});
