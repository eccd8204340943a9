import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that certifies itself, with its key; both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The certificate of a server at `127.0.0.1` that answers to `name`, valid until `end`. */
export function selfSigned(name: string, end = new Date(Date.now() + 86_400_000)): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const subject = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))));
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(time(new Date(0)), time(end)),
    subject,
    publicKey,
    tagged(
      0xa3,
      sequence(
        extension(BASIC_CONSTRAINTS, sequence(tagged(0x01, Buffer.from([0xff])))),
        extension(
          SUBJECT_ALTERNATIVE_NAME,
          sequence(tagged(0x82, Buffer.from(name)), tagged(0x87, Buffer.from([127, 0, 0, 1]))),
        ),
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, createPrivateKey(privateKey));
  const der = sequence(toBeSigned, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { cert: pem(der), key: privateKey };
}

const ECDSA_WITH_SHA256 = tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex'));
const COMMON_NAME = tagged(0x06, Buffer.from('550403', 'hex'));
const BASIC_CONSTRAINTS = tagged(0x06, Buffer.from('551d13', 'hex'));
const SUBJECT_ALTERNATIVE_NAME = tagged(0x06, Buffer.from('551d11', 'hex'));

/** One value of DER (X.690): its tag, its length, itself. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

function sequence(...content: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(content));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, tagged(0x04, value));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(digits));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
