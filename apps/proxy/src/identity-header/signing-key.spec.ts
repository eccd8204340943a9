import { createPublicKey, sign, verify } from 'node:crypto';
import { deriveSigningKey } from './signing-key';

describe('the key of identities', () => {
  const secret = 'a-secret-of-the-tests-that-is-long-enough';

  it('is the same for the same secret, and different for a different secret', () => {
    expect(deriveSigningKey(secret).publicKey).toEqual(deriveSigningKey(secret).publicKey);
    expect(deriveSigningKey(`${secret}.`).publicKey).not.toEqual(deriveSigningKey(secret).publicKey);
  });

  it('creates signatures that its public key verifies', () => {
    for (let index = 0; index < 50; index++) {
      const { privateKey, publicKey } = deriveSigningKey(secret + index);
      const data = Buffer.from(`message ${index}`);
      const signature = sign('sha256', data, privateKey);
      expect(
        verify('sha256', data, createPublicKey({ key: { ...publicKey }, format: 'jwk' }), signature),
      ).toBe(true);
    }
  });

  it('publishes no private part, and its thumbprint as its id', () => {
    const { publicKey } = deriveSigningKey(secret);
    expect(Object.keys(publicKey).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(publicKey.kid).toMatch(/^[\w-]{43}$/);
  });
});
