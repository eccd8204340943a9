import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A protected web service: replies with a page to every request, and records the requests. */
export interface Upstream {
  readonly url: string;
  readonly received: readonly { readonly path: string; readonly cookie: string | undefined }[];
  stop(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  const received: { path: string; cookie: string | undefined }[] = [];
  const server = createServer((request, response) => {
    received.push({ path: request.url ?? '', cookie: request.headers.cookie });
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Rivers</title><h1>River data</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, received, stop };
}
