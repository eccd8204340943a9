import { readFileSync } from 'node:fs';
import { apiTokenIn, isApiToken, newApiToken } from './token-text';

const basic = (userAndPassword: string) => `Basic ${Buffer.from(userAndPassword).toString('base64')}`;

/** The checksum as docs/tokens.md states it, computed bit by bit. */
function checksumOf(random: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(random)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let left = (crc ^ 0xffffffff) >>> 0;
  const digits: string[] = [];
  while (digits.length < 6) {
    digits.unshift('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[left % 62] ?? '');
    left = Math.floor(left / 62);
  }
  return digits.join('');
}

describe('an API token', () => {
  it('is found by the documented expression for scanners of secrets, anywhere in a text', () => {
    for (const page of ['docs/tokens.md', 'docs/reference/sessions.md']) {
      const [, expression = ''] = /`(\\bgth_[^`]+)`/.exec(readFileSync(page, 'utf8')) ?? [];
      const scanner = new RegExp(expression, 'g');
      for (let count = 0; count < 200; count++) {
        const token = newApiToken();
        const text = `curl -H "Authorization: Bearer ${token}" --user=me:${token}\n{"token":"${token}"}`;
        expect(text.match(scanner)).toEqual([token, token, token]);
      }
      expect('gth_ gth_short xgth_0123'.match(scanner)).toBeNull();
    }
  });

  it('ends with the documented checksum', () => {
    for (let count = 0; count < 200; count++) {
      const token = newApiToken();
      expect(token.slice(-6)).toBe(checksumOf(token.slice(4, -6)));
      expect(isApiToken(token)).toBe(true);
    }
  });

  it('is recognized in Authorization by its prefix, as Bearer and as a password', () => {
    const token = newApiToken();
    expect(apiTokenIn(`Bearer ${token}`)).toEqual({ scheme: 'bearer', secret: token });
    expect(apiTokenIn(`bearer  ${token}x`)).toEqual({ scheme: 'bearer', secret: `${token}x` });
    expect(apiTokenIn(basic(`ada:${token}`))).toEqual({ scheme: 'basic', secret: token });
    expect(apiTokenIn(basic(':gth_'))).toEqual({ scheme: 'basic', secret: 'gth_' });
  });

  it.each([
    'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x',
    'Bearer GTH_0000',
    'Bearer',
    'Digest gth_0000',
    'gth_0000',
    basic('gth_0000:another password'),
    basic('gth_0000'),
    'Basic gth_0000',
  ])('is not what another kind of credentials has: %s', (authorization) => {
    expect(apiTokenIn(authorization)).toBeUndefined();
  });
});
