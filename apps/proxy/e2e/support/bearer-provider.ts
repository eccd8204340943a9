import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import type { SessionStore } from '@gatehouse/identity';
import type { InlineSignIn } from '../../src/sign-in/inline-sign-in';

/** A test identity provider: an HTTP server on loopback that returns the user of a bearer token. */
export interface BearerProvider {
  /** The user id of each token. */
  readonly owners: Map<string, number>;
  /** The number of requests to it. */
  requests: number;
  /** Delay of its replies in milliseconds. */
  delay: number;
  close(): Promise<void>;
  /** Signs users in with it, under the given names of providers. */
  signIn(sessions: SessionStore, providers: readonly string[]): InlineSignIn;
}

export async function startBearerProvider(): Promise<BearerProvider> {
  const server = createServer((request, response) => {
    provider.requests++;
    const owner = provider.owners.get(/^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    setTimeout(() => {
      response.writeHead(owner === undefined ? 401 : 200).end(String(owner ?? ''));
    }, provider.delay);
  });
  const port = await listenOnLoopback(server);

  const ownerOf = async (authorization: string): Promise<number | undefined> => {
    const sent = request({ host: '127.0.0.1', port, headers: { authorization }, agent: false }).end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of reply) text += String(chunk);
    return reply.statusCode === 200 ? Number(text) : undefined;
  };
  const provider: BearerProvider = {
    owners: new Map(),
    requests: 0,
    delay: 0,
    close: () => closeServer(server),
    signIn: (sessions, providers) => ({
      async signIn({ provider: name, authorization }) {
        if (!providers.includes(name)) return 'refused';
        const owner = await ownerOf(authorization);
        return owner === undefined ? 'refused' : sessions.start(owner);
      },
    }),
  };
  return provider;
}
