import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { abortReply } from './abort-reply';
import { type ReplyTerms, finalHeaders } from './final-headers';
import type { ReplySink } from './reply-sink';
import { ClientDisconnected } from './request-body';
import { type ResponseContext, responseHeaders, trailers } from './response-headers';

/** Failures before the reply has begun; `busy`: too many concurrent requests to the upstream. */
export type ForwardingFailure = 'unreachable' | 'timeout' | 'busy' | 'invalid request';

export interface ExchangeOptions {
  readonly pool: Pool;
  readonly request: Dispatcher.DispatchOptions;
  readonly response: ReplySink;
  readonly context: ResponseContext;
  /** Applied to the headers of the reply; undefined: a later step does that. */
  readonly terms: ReplyTerms | undefined;
  /** Called when the reply cannot begin; the callee sends the error reply. */
  readonly failed: (failure: ForwardingFailure, error: Error) => void;
  /** Called once when the upstream is done with the request; not after `upgraded`. */
  readonly over: () => void;
  /** Called when the upstream accepts the upgrade; headers are a flat list, and the callee takes over the connection. */
  readonly upgraded?: ((headers: readonly Buffer[], upstream: Duplex) => void) | undefined;
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);
const LOST_CONNECTION = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * One request to an upstream and its reply to the client, streamed both ways with backpressure. Ends with the client,
 * and, once the reply has begun, resets the client's connection if the upstream fails: a truncated reply must not look
 * complete.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private mayRetry: boolean;
  private status = 0;
  private isOver = false;

  constructor(private readonly options: ExchangeOptions) {
    const { method, body } = options.request;
    // A kept connection that the upstream closes at the moment of its reuse is not a failure of the request.
    this.mayRetry = !body && (method === 'GET' || method === 'HEAD');
    options.response.once('close', () => {
      if (!options.response.writableFinished) this.controller?.abort(new ClientDisconnected());
    });
  }

  start(): void {
    try {
      this.options.pool.dispatch(this.options.request, this);
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error('not dispatched'));
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.options.response.destroyed) controller.abort(new ClientDisconnected());
  }

  onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    _status: number,
    _headers: IncomingMessage['headers'],
    upstream: Duplex,
  ): void {
    this.isOver = true;
    this.options.upgraded?.(controller.rawHeaders as Buffer[], upstream);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: IncomingMessage['headers'],
    statusMessage?: string,
  ): void {
    if (status === 101)
      controller.abort(new Error('the upstream changes to a protocol that it does not name'));
    // Interim replies are for the proxy; the client receives our own 100 if it waits for one.
    if (status < 200) return;
    const { response, context, terms } = this.options;
    this.mayRetry = false;
    this.status = status;
    const own = responseHeaders(controller.rawHeaders as Buffer[], context, status);
    const headers = terms ? finalHeaders(own, terms, status) : own;
    const message = statusMessage !== undefined && PRINTABLE.test(statusMessage) ? statusMessage : undefined;
    if (message === undefined) response.writeHead(status, headers);
    else response.writeHead(status, message, headers);
    // Otherwise the headers of a reply with a delayed first byte (server-sent events) would wait for that byte.
    process.nextTick(flushHeaders, response);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.options;
    if (response.write(chunk)) return;
    controller.pause();
    response.once('drain', () => controller.resume());
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    this.finish();
    const { response } = this.options;
    const fields = trailers((controller.rawTrailers ?? []) as Buffer[]);
    if (fields.length > 0) response.addTrailers(fields);
    response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.mayRetry && LOST_CONNECTION.has(codeOf(error)) && !this.options.response.destroyed) {
      this.mayRetry = false;
      this.start();
      return;
    }
    // 304 may contain the length of the omitted body (RFC 9110, 8.6); undici treats that as a missing body.
    if (this.status === 304 && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      this.finish();
      this.options.response.end();
      return;
    }
    this.fail(error);
  }

  private fail(error: Error): void {
    this.finish();
    const { response, failed } = this.options;
    if (response.destroyed) return;
    if (response.headersSent) {
      abortReply(response);
      return;
    }
    const code = codeOf(error);
    if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') failed('invalid request', error);
    else failed(TIMEOUTS.has(code) ? 'timeout' : 'unreachable', error);
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.over();
  }
}

function flushHeaders(response: ReplySink): void {
  if (!response.writableEnded && !response.destroyed) response.flushHeaders();
}

function codeOf(error: Error): string {
  return String(Reflect.get(error, 'code'));
}
