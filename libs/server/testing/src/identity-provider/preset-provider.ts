import type { IncomingMessage, ServerResponse } from 'node:http';
import { HostileIssuer } from './hostile-issuer';

type Json = Readonly<Record<string, unknown>>;

/** Presets of providers that issue access tokens. */
export const TOKEN_PRESETS = ['github', 'google', 'gitlab', 'keycloak', 'egi', 'orcid', 'wso2'] as const;
export type TokenPreset = (typeof TOKEN_PRESETS)[number];

const CLIENT = { id: 'gatehouse', secret: 'a secret of tests' };

/** An opaque token that the provider has issued. */
interface IssuedAccessToken {
  readonly clientId: string;
  readonly subject: string;
}

/**
 * A provider of a preset on loopback: its profile answers to any token that it has issued, as real ones do, and it reports
 * the client of a token in the form and with the rules of its manual. ORCID and WSO2 do not report it.
 */
export class PresetProvider {
  private readonly tokens = new Map<string, IssuedAccessToken>();

  private constructor(
    readonly preset: TokenPreset,
    readonly server: HostileIssuer,
  ) {
    const profile = this.withToken(({ subject }) => ({
      id: Number(subject),
      sub: subject,
      login: `user${subject}`,
      nickname: `user${subject}`,
      preferred_username: `user${subject}`,
    }));
    for (const path of ['/userinfo', '/user']) server.answers.set(path, profile);
    server.answers.set('/user/emails', (_request, response) => response.end('[]'));
    server.answers.set(
      '/.well-known/openid-configuration',
      (_request, response) => void response.end(JSON.stringify(this.metadata())),
    );
    server.answers.set(`/applications/${CLIENT.id}/token`, (request, response, body) =>
      this.checkAsGitHub(request, response, body),
    );
    server.answers.set('/introspect', (request, response, body) => this.introspect(request, response, body));
    server.answers.set('/tokeninfo', (request, response) => this.tokenInfo(request, response));
  }

  static async start(preset: TokenPreset): Promise<PresetProvider> {
    return new PresetProvider(preset, await HostileIssuer.start());
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** A new access token of a user for a client; the one of {@link definition} by default. */
  issue(subject: string, clientId = CLIENT.id): string {
    const token = `${this.preset}-${this.tokens.size}-opaque`;
    this.tokens.set(token, { clientId, subject });
    return token;
  }

  /** The preset at the addresses of this provider. */
  definition(changes: Json = {}): Json {
    const { url } = this.server;
    const client = { preset: this.preset, client_id: CLIENT.id, client_secret: CLIENT.secret };
    const urls = { authorization_url: `${url}/authorize`, token_url: `${url}/token` };
    const byPreset: Readonly<Partial<Record<TokenPreset, Json>>> = {
      github: { ...urls, identity_url: `${url}/user`, emails_url: `${url}/user/emails` },
      wso2: { ...urls, identity_url: `${url}/userinfo` },
      // The address of the real one is part of the preset.
      google: { issuer: url, introspection_url: `${url}/tokeninfo`, token_check: 'tokeninfo' },
    };
    return { ...client, ...(byPreset[this.preset] ?? { issuer: url }), ...changes };
  }

  private metadata(): Json {
    const { url } = this.server;
    const introspects = ['gitlab', 'keycloak', 'egi'].includes(this.preset);
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/keys`,
      ...(introspects ? { introspection_endpoint: `${url}/introspect` } : {}),
    };
  }

  private withToken(answer: (token: IssuedAccessToken) => Json) {
    return ({ headers }: IncomingMessage, response: ServerResponse): void => {
      const issued = this.tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
      if (issued) response.end(JSON.stringify(answer(issued)));
      else response.writeHead(401).end('{}');
    };
  }

  /** Source: REST API of GitHub, "Check a token": 404 unless the token is of the OAuth app that asks. */
  private checkAsGitHub(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { access_token: token = '' } = JSON.parse(body) as { access_token?: string };
    const issued = this.tokens.get(token);
    if (request.method !== 'POST' || !isOfClient(request)) return void response.writeHead(401).end('{}');
    if (issued?.clientId !== CLIENT.id) return void response.writeHead(404).end('{"message": "Not Found"}');
    response.end(
      JSON.stringify({
        id: 1,
        app: { client_id: issued.clientId, name: 'Gatehouse' },
        user: { id: Number(issued.subject), login: `user${issued.subject}` },
      }),
    );
  }

  /**
   * Source: RFC 7662. Keycloak reports on tokens of all clients of the realm; GitLab calls those of other applications
   * inactive.
   */
  private introspect(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.method !== 'POST' || !isOfClient(request)) return void response.writeHead(401).end('{}');
    const issued = this.tokens.get(new URLSearchParams(body).get('token') ?? '');
    const isReported = issued && (this.preset !== 'gitlab' || issued.clientId === CLIENT.id);
    response.end(
      JSON.stringify(
        isReported
          ? { active: true, client_id: issued.clientId, aud: 'account', sub: issued.subject }
          : { active: false },
      ),
    );
  }

  /** Of Google: anyone may ask. */
  private tokenInfo(request: IncomingMessage, response: ServerResponse): void {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const issued = this.tokens.get(token);
    if (request.method !== 'POST' || !issued) {
      return void response.writeHead(400).end('{"error_description": "Invalid Value"}');
    }
    const { clientId, subject } = issued;
    response.end(JSON.stringify({ azp: clientId, aud: clientId, sub: subject, scope: 'openid', exp: '1' }));
  }
}

function isOfClient({ headers }: IncomingMessage): boolean {
  const [, encoded = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':');
  // RFC 6749, 2.3.1; GitHub does not decode.
  return id === CLIENT.id && (secret === CLIENT.secret || secret === CLIENT.secret.replaceAll(' ', '+'));
}
