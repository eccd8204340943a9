import { createServer } from 'node:http';
import type { Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Sends replies that are written already as they are: Express would change the media type that they declare. */
export class WrittenReplies extends ExpressAdapter {
  /** A request without a host reaches the pipeline, which refuses it in the format of the contract. */
  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance());
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'string') return super.reply(response, body, statusCode);
    if (statusCode) response.status(statusCode);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    // Node leaves the body out of the reply to a HEAD.
    return response.end(body);
  }
}
