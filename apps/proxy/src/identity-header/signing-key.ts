import { type KeyObject, createECDH, createHash, createPrivateKey, hkdfSync } from 'node:crypto';

/** The public key as published. RFC 7517. */
export interface PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly use: 'sig';
  readonly alg: 'ES256';
  readonly kid: string;
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

/** Number of points of the curve P-256. FIPS 186-4, D.1.2.3. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * The key that signs identities. It is derived from `SVC_SECRET` for this purpose only, so that all proxies of an installation
 * share it and it need not be stored; a new secret results in a new key. Reference: sessions#secrets.
 */
export function deriveSigningKey(secret: string): SigningKey {
  // 16 bytes more than the scalar, so that the bias of the remainder is negligible (FIPS 186-5, A.2.1).
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse identity header v1', 48));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d);
  // Uncompressed: a byte 4, then both coordinates.
  const point = ecdh.getPublicKey();
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const privateKey = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') },
    format: 'jwk',
  });
  // Thumbprint of RFC 7638: the required members of the key in lexicographic order.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  return { privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256', kid } };
}
