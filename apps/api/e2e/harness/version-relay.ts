import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** A server in front of another one, which then replies in one version alone, as a server does that knows no other. */
export class VersionRelay {
  /** Undefined: as the client asks. */
  version: string | undefined;
  private readonly server = createServer((request, response) => {
    const target = new URL(request.url ?? '', this.origin);
    if (this.version !== undefined) {
      for (const name of [...target.searchParams.keys()])
        if (/^(?:accept)?versions?$/i.test(name)) target.searchParams.delete(name);
      target.searchParams.set('version', this.version);
    }
    fetch(target)
      .then(async (reply) => {
        response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
        response.end(Buffer.from(await reply.arrayBuffer()));
      })
      .catch(() => response.writeHead(502).end());
  });
  url = '';

  constructor(private readonly origin: string) {}

  async start(): Promise<this> {
    this.url = `http://127.0.0.1:${await listenOnLoopback(this.server)}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await closeServer(this.server);
  }
}
