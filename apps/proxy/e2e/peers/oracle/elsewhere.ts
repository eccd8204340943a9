import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { style } from './samples';

/** A server that others must not be made to call: it records the addresses that are requested. */
export interface Elsewhere {
  readonly url: string;
  readonly received: string[];
  close(): Promise<void>;
}

/** It has styles that draw secret data. */
export async function startElsewhere(): Promise<Elsewhere> {
  const received: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    received.push(url);
    response.setHeader('Content-Type', 'application/vnd.ogc.sld+xml');
    response.end(style(url.startsWith('/style-of-file') ? 'secret/v' : 'secret'));
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => closeServer(server),
  };
}
