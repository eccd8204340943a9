import { type KeyObject, createHash, generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import jwt from 'jsonwebtoken';
import { closeServer, listenOnLoopback } from '../loopback-server';

type Json = Record<string, unknown>;
/** What an endpoint answers: an object in JSON, or the output of the function. */
type Answer = Json | ((request: IncomingMessage, response: ServerResponse, body: string) => void);

export interface IssuerKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function newIssuerKey(kid: string): IssuerKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

/**
 * An issuer on loopback that answers correctly until a test replaces an answer: for what a certified provider never does.
 * Its authorization endpoint is not served; tests return to the client themselves.
 */
export class HostileIssuer {
  readonly key = newIssuerKey('one');
  /** Keys of the published set. */
  keys: IssuerKey[] = [this.key];
  /** Answers that replace the correct ones, by path. */
  readonly answers = new Map<string, Answer>();
  /** Paths that were requested, with the bodies. */
  readonly requests: {
    readonly path: string;
    readonly body: string;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  /** Claims of ID tokens beyond the correct ones; undefined removes one. */
  claims: Json = {};
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private nonce = '';
  url = '';

  static async start(): Promise<HostileIssuer> {
    const issuer = new HostileIssuer();
    issuer.url = `http://127.0.0.1:${await listenOnLoopback(issuer.server)}`;
    return issuer;
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }

  /** Resets what tests have replaced. */
  reset(): void {
    this.answers.clear();
    this.requests.length = 0;
    this.claims = {};
    this.keys = [this.key];
  }

  /** The return of a browser from a location of the client: an authorization with a code. */
  returned(location: string, changes: Record<string, string | undefined> = {}): URLSearchParams {
    const { searchParams } = new URL(location);
    this.nonce = searchParams.get('nonce') ?? '';
    const values = { code: 'a code', state: searchParams.get('state') ?? '', iss: this.url, ...changes };
    return new URLSearchParams(
      Object.entries(values).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as [string, string]],
      ),
    );
  }

  /** A correct ID token with the changes of {@link claims} and of `changes`. */
  idToken(changes: Json = {}, options: jwt.SignOptions = {}): string {
    return this.sign(this.idClaims(changes), options);
  }

  idClaims(changes: Json = {}): Json {
    const now = Math.floor(Date.now() / 1000);
    const correct = {
      iss: this.url,
      sub: 'anna',
      aud: 'client',
      iat: now,
      exp: now + 300,
      nonce: this.nonce,
    };
    const all = { ...correct, ...this.claims, ...changes };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  sign(claims: Json, options: jwt.SignOptions = {}): string {
    return jwt.sign(claims, this.key.privateKey, { algorithm: 'RS256', keyid: this.key.kid, ...options });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    this.requests.push({ path, body, headers: request.headers });
    const answer = this.answers.get(path) ?? this.correct(path);
    if (typeof answer === 'function') return answer(request, response, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  private correct(path: string): Json {
    if (path === '/.well-known/openid-configuration') {
      return {
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        userinfo_endpoint: `${this.url}/userinfo`,
        jwks_uri: `${this.url}/keys`,
        authorization_response_iss_parameter_supported: true,
      };
    }
    if (path === '/keys') {
      return {
        keys: this.keys.map(({ kid, publicKey }) => ({
          ...publicKey.export({ format: 'jwk' }),
          kid,
          use: 'sig',
          alg: 'RS256',
        })),
      };
    }
    if (path === '/token')
      return { access_token: 'an access token', token_type: 'Bearer', id_token: this.idToken() };
    if (path === '/userinfo') return { sub: 'anna', name: 'Anna', preferred_username: 'anna' };
    return { error: 'not_found' };
  }
}

/** The hash of an access token that an ID token names, for RS256. */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}
