import { generateKeyPairSync, webcrypto } from 'node:crypto';

/** A certificate that certifies itself, with its key; both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

/** The certificate of a server that answers to `name` (which may have a wildcard), at an address of its machine, valid until `end`. */
export async function selfSigned(
  name: string,
  end = new Date(Date.now() + 86_400_000),
  address = '127.0.0.1',
): Promise<Certificate> {
  // Loaded here, since most test files need no certificate.
  const { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } =
    await import('@peculiar/x509');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: ALGORITHM.namedCurve });
  const { subtle } = webcrypto;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const keys = {
    publicKey: await subtle.importKey('spki', spki, ALGORITHM, true, ['verify']),
    privateKey: await subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['sign']),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(0),
    notAfter: end,
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new BasicConstraintsExtension(true),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: name },
        { type: 'ip', value: address },
      ]),
    ],
  });
  return {
    cert: certificate.toString('pem'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
