import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionStore } from '@gatehouse/identity';
import type { InlineSignIn } from '../../src/sign-in/inline-sign-in';

/** An identity provider of the tests' own: an HTTP server on loopback that tells whose a bearer token is. */
export interface BearerProvider {
  /** Whose each token is, by user id. */
  readonly owners: Map<string, number>;
  /** How often it was asked. */
  asked: number;
  /** Milliseconds that it takes to answer. */
  delay: number;
  close(): Promise<void>;
  /** Signs in at it, under the names of the providers that it stands for. */
  signIn(sessions: SessionStore, providers: readonly string[]): InlineSignIn;
}

export async function startBearerProvider(): Promise<BearerProvider> {
  const server = createServer((asking, response) => {
    provider.asked++;
    const owner = provider.owners.get(/^Bearer (.*)$/.exec(asking.headers.authorization ?? '')?.[1] ?? '');
    setTimeout(() => {
      response.writeHead(owner === undefined ? 401 : 200).end(String(owner ?? ''));
    }, provider.delay);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const ownerOf = async (authorization: string): Promise<number | undefined> => {
    const sent = request({ host: '127.0.0.1', port, headers: { authorization }, agent: false }).end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of reply) text += String(chunk);
    return reply.statusCode === 200 ? Number(text) : undefined;
  };
  const provider: BearerProvider = {
    owners: new Map(),
    asked: 0,
    delay: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    signIn: (sessions, providers) => ({
      async signIn(name, authorization) {
        if (!providers.includes(name)) return 'refused';
        const owner = await ownerOf(authorization);
        return owner === undefined ? 'refused' : sessions.start(owner);
      },
    }),
  };
  return provider;
}
