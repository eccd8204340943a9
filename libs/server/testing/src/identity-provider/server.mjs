// A certified OpenID provider as a separate process: the package is an ES module. It prints its port, and ends with its
// standard input. Users are signed in by the login hint of the request; without one, a form requests their name.
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';

const { clients, users, issuerPath = '' } = JSON.parse(process.argv[2] ?? '{}');

const keyOf = (kid) => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
});

const FORM = `<!doctype html><html lang="en"><title>Institute</title><link rel="icon" href="data:,">
<h1>Sign in at the institute</h1><form method="post"><label>Name <input name="login" autofocus></label><button>Continue</button></form></html>`;

/** The name of a form that was sent; undefined for other requests. */
async function typedName(request) {
  if (request.method !== 'POST') return undefined;
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body).get('login') ?? '';
}

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const issuer = `http://127.0.0.1:${port}${issuerPath}`;
  const provider = new Provider(issuer, {
    clients,
    jwks: { keys: [keyOf('first')] },
    cookies: { keys: ['a key of tests'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = form;
        },
      },
    },
    // The package refuses requests to loopback by its own dispatcher.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => {
      const user = users[sub];
      return user && { accountId: sub, claims: () => ({ sub, ...user }) };
    },
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = JSON.stringify(out);
    },
  });
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url.startsWith('/interaction/')) return handle(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const login = params.login_hint ?? (await typedName(request));
    if (login === undefined) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(FORM);
      return;
    }
    const result = users[login]
      ? { login: { accountId: login } }
      : { error: 'access_denied', error_description: 'no such user' };
    await provider.interactionFinished(request, response, result);
  });
  process.stdout.write(`${issuer}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
