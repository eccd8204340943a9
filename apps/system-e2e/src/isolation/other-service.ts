import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** What the replies of the other service contain. */
export const OTHER_REPLY = 'the balance of the other service';

/** A service that the hostile page is not a part of. */
export class OtherService {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<OtherService> {
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Ledger</title><p>${OTHER_REPLY}</p>`);
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
    return new OtherService(url, () => closeServer(server));
  }
}
