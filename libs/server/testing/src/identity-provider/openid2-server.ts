import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '../loopback-server';

type Fields = Record<string, string | undefined>;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const NS = 'http://specs.openid.net/auth/2.0';
const SELECT = `${NS}/identifier_select`;

/**
 * An OpenID 2.0 provider on loopback, written from OpenID Authentication 2.0: identifiers at `/openid/<name>` with an XRDS
 * document each, an endpoint that signs in all users without interaction, private associations and direct verification.
 * Tests replace answers and alter assertions for what no correct provider does.
 */
export class OpenId2Server {
  /** Answers that replace the correct ones, by path. */
  readonly answers = new Map<string, Answer>();
  readonly requests: { readonly path: string; readonly body: string }[] = [];
  /** Fields that replace those of assertions before they are signed; undefined removes one. */
  fields: Fields = {};
  /** Fields that are not signed. */
  unsigned: readonly string[] = [];
  /** Whether a second verification of an assertion is confirmed, which the specification forbids. */
  forgetsNonces = false;
  /** Attributes by type, for Attribute Exchange. */
  attributes: Readonly<Record<string, readonly string[]>> = {};
  url = '';
  private readonly secret = randomBytes(32);
  private readonly verified = new Set<string>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<OpenId2Server> {
    const server = new OpenId2Server();
    server.url = `http://127.0.0.1:${await listenOnLoopback(server.server)}`;
    return server;
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }

  /** Forgets what tests have replaced. */
  reset(): void {
    this.answers.clear();
    this.requests.length = 0;
    this.fields = {};
    this.unsigned = [];
    this.forgetsNonces = false;
    this.attributes = {};
  }

  get endpoint(): string {
    return `${this.url}/endpoint`;
  }

  identifier(name: string): string {
    return `${this.url}/openid/${name}`;
  }

  /** An XRDS document with one service. */
  xrds(endpoint = this.endpoint, type = 'signon', localId?: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<xrds:XRDS xmlns:xrds="xri://$xrds" xmlns="xri://$xrd*($v*2.0)"><XRD>
<Service priority="10"><Type>http://openid.net/signon/1.1</Type><URI>${this.url}/older</URI></Service>
<Service priority="20"><Type>${NS}/${type}</Type><Type>http://openid.net/srv/ax/1.0</Type>
<URI>${endpoint}</URI>${localId === undefined ? '' : `<LocalID>${localId}</LocalID>`}</Service>
</XRD></xrds:XRDS>`;
  }

  /** Answers a path with a document. */
  serve(path: string, document: string, headers: Record<string, string> = {}): void {
    this.answers.set(path, (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/xrds+xml', ...headers }).end(document),
    );
  }

  /** The URL to which the provider sends the browser back from an authentication request. */
  returned(location: string): string {
    const query = new URL(location).searchParams;
    const claimed = query.get('openid.claimed_id') ?? '';
    const name = claimed === SELECT ? this.identifier('selected') : claimed;
    const identity = claimed === SELECT ? name : (query.get('openid.identity') ?? '');
    const values: Fields = {
      ns: NS,
      mode: 'id_res',
      op_endpoint: this.endpoint,
      claimed_id: name,
      identity,
      return_to: query.get('openid.return_to') ?? '',
      response_nonce: `${new Date().toISOString().slice(0, 19)}Z${randomBytes(6).toString('hex')}`,
      assoc_handle: 'private',
      ...this.exchanged(query),
      ...this.fields,
    };
    const signed = Object.keys(values).filter(
      (key) => !['ns', 'mode', ...this.unsigned].includes(key) && values[key] !== undefined,
    );
    const all = { ...values, signed: signed.join(','), sig: this.signature(signed, values) };
    const back = new URL(values['return_to'] ?? '');
    for (const [key, value] of Object.entries(all)) {
      if (value !== undefined) back.searchParams.append(`openid.${key}`, value);
    }
    return back.href;
  }

  private exchanged(query: URLSearchParams): Fields {
    const entries = Object.entries(this.attributes);
    if (entries.length === 0) return {};
    const aliasOf = (type: string): string | undefined =>
      [...query].find(([, value]) => value === type)?.[0].replace('openid.ax.type.', '');
    const fields: Fields = { 'ns.ext1': 'http://openid.net/srv/ax/1.0', 'ext1.mode': 'fetch_response' };
    entries.forEach(([type, values], index) => {
      const alias = aliasOf(type) ?? `unasked${index}`;
      fields[`ext1.type.${alias}`] = type;
      if (values.length === 1) fields[`ext1.value.${alias}`] = values[0];
      else {
        fields[`ext1.count.${alias}`] = String(values.length);
        values.forEach((value, at) => (fields[`ext1.value.${alias}.${at + 1}`] = value));
      }
    });
    return fields;
  }

  /** HMAC-SHA256 over the signed fields in Key-Value Form. */
  private signature(signed: readonly string[], values: Fields): string {
    const text = signed.map((key) => `${key}:${values[key] ?? ''}\n`).join('');
    return createHmac('sha256', this.secret).update(text).digest('base64');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname } = new URL(request.url ?? '', this.url);
    this.requests.push({ path: pathname, body });
    const answer = this.answers.get(pathname);
    if (answer) return answer(request, response);
    if (pathname.startsWith('/openid/')) {
      response.writeHead(200, { 'content-type': 'application/xrds+xml;charset=utf-8' }).end(this.xrds());
    } else if (pathname === '/endpoint' && request.method === 'POST') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(this.verification(body));
    } else if (pathname === '/endpoint') {
      const requested = new URL(request.url ?? '', this.url).href;
      response.writeHead(302, { location: this.returned(requested) }).end();
    } else response.writeHead(404).end();
  }

  private verification(body: string): string {
    const form = new URLSearchParams(body);
    const values = Object.fromEntries([...form].map(([key, value]) => [key.replace(/^openid\./, ''), value]));
    const signed = (values['signed'] ?? '').split(',');
    const [expected, input] = [this.signature(signed, values), values['sig'] ?? ''].map((text) =>
      Buffer.from(text),
    ) as [Buffer, Buffer];
    const nonce = values['response_nonce'] ?? '';
    const isFirst = this.forgetsNonces || !this.verified.has(nonce);
    this.verified.add(nonce);
    const isValid =
      values['mode'] === 'check_authentication' &&
      expected.length === input.length &&
      timingSafeEqual(expected, input) &&
      isFirst;
    return `ns:${NS}\nis_valid:${isValid}\n`;
  }
}
