import { createServer } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { ReplyWriter } from './reply-writer';

/** Nest's Express, whose replies are written by the pipeline: Express would change the media type that they declare. */
export class WrittenReplies extends ExpressAdapter {
  private writer: ReplyWriter | undefined;

  /** A request without a host reaches the pipeline, which rejects it in the format of the contract. */
  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance());
  }

  /** Makes `writer` write all results of handlers. */
  writeWith(writer: ReplyWriter): void {
    this.writer = writer;
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    return this.writer
      ? this.writer.write(response.req, response, body)
      : super.reply(response, body, statusCode);
  }
}

/**
 * The handlers that Nest has registered with Express, by method and path (`GET /users/{user_name}`). The route table knows
 * already which of them a request is for, so that Express need not try its paths one after the other.
 */
export function registeredHandlers(express: {
  readonly router: RequestHandler & { readonly stack: readonly Layer[] };
}): ReadonlyMap<string, RequestHandler> {
  const handlers = new Map<string, RequestHandler>();
  for (const { route } of express.router.stack) {
    for (const { method, handle } of route?.stack ?? []) {
      const template = route?.path.replace(/:(\w+)/g, '{$1}') ?? '';
      handlers.set(`${method?.toUpperCase() ?? ''} ${template}`, handle);
    }
  }
  return handlers;
}

/** An entry of Express's router. */
interface Layer {
  readonly route?: { readonly path: string; readonly stack: readonly RouteLayer[] } | undefined;
}

interface RouteLayer {
  readonly method?: string;
  readonly handle: (request: Request, response: Response, next: () => void) => unknown;
}
