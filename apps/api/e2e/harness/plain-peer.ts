import { type KeyObject, createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';

/** A key pair with the identifier under which its public half is published. */
export interface PeerKey {
  readonly privateKey: KeyObject;
  readonly jwk: { readonly kty: 'RSA'; readonly kid: string; readonly n: string; readonly e: string };
}

export function newKey(): PeerKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return { privateKey, jwk: { kty: 'RSA', kid, n, e } };
}

/** Another instance, controlled by the tests: a key set, and replies to the requests it receives. */
export class PlainPeer {
  readonly key = newKey();
  /** The content of the key set; by default only its key, as with software other than Gatehouse. */
  keySet: () => { status?: number; body: unknown; date?: Date } = () => ({ body: { keys: [this.key.jwk] } });
  /** What `/network/token` answers. */
  answer: () => { status: number; body: unknown } = () => ({ status: 500, body: {} });
  /** Bodies that `/network/token` has received. */
  readonly received: { method: string; token: string }[] = [];
  fetches = 0;

  private constructor(
    readonly name: string,
    private readonly server: Server,
  ) {}

  static async start(name: string): Promise<PlainPeer> {
    const server = createServer();
    const peer = new PlainPeer(name, server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url === '/network/jwks') {
          peer.fetches += 1;
          const { status = 200, body, date } = peer.keySet();
          if (date) response.setHeader('date', date.toUTCString());
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
          return;
        }
        const { token } = JSON.parse(Buffer.concat(chunks).toString()) as { token: string };
        peer.received.push({ method: request.method ?? '', token });
        const { status, body } = peer.answer();
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A message as `config-flows.md` describes those of the reference: no `iat`, `nbf`, `jti` or purpose. */
  message(claims: object, { key = this.key, header = {}, expiresIn = 30 } = {}): string {
    const exp = Math.floor(Date.now() / 1000) + expiresIn;
    return jwt.sign({ iss: this.name, exp, ...claims }, key.privateKey, {
      algorithm: 'RS256',
      noTimestamp: true,
      header: { alg: 'RS256', typ: 'JWT', kid: key.jwk.kid, ...header },
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }
}
