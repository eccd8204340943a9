import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { abortReply } from '../forwarding/abort-reply';
import type { ReplySink } from '../forwarding/reply-sink';

/** The head of a reply. */
export interface ReplyHead {
  readonly status: number;
  readonly message: string | undefined;
  /** A flat list of names and values. */
  readonly headers: readonly string[];
}

/** The outcome for a reply; `refused`: the client receives an error instead. */
export type Release =
  | {
      readonly headers: readonly string[];
      /** Replaces the buffered one. */ readonly body?: Buffer;
    }
  | 'refused';

/** What has to happen before a reply is sent. */
export type ReplyAction =
  /** Nothing: the reply is streamed with these headers. */
  | { readonly kind: 'stream'; readonly headers: readonly string[] }
  /** A step that does not need the body; the upstream waits meanwhile. */
  | { readonly kind: 'hold'; readonly release: () => Promise<Release> }
  /** A step that needs the body; `admit` returns whether that many more bytes may be buffered. */
  | {
      readonly kind: 'collect';
      readonly admit: (bytes: number) => boolean;
      /** Undefined: the body was too long, or memory is exhausted. */
      readonly release: (body: Buffer | undefined) => Promise<Release>;
    };

export interface BufferedReplyOptions {
  readonly response: ServerResponse;
  readonly actionFor: (head: ReplyHead) => ReplyAction;
  /** Whether the upstream's reply is awaited even if the client disconnects, because it leads to writes. */
  readonly outlivesClient: boolean;
}

/** A reply to the client, held until the hooks that must run before it have finished. */
export class BufferedReply implements ReplySink {
  private readonly events = new EventEmitter();
  private state: 'open' | 'held' | 'collecting' | 'refused' = 'open';
  private head: ReplyHead | undefined;
  private action: ReplyAction | undefined;
  private chunks: Buffer[] = [];
  private trailers: [string, string][] = [];
  private hasEnded = false;
  private hasBroken = false;
  private awaitsUpstream: boolean;

  constructor(private readonly options: BufferedReplyOptions) {
    this.awaitsUpstream = options.outlivesClient;
    options.response
      .on('drain', () => this.state === 'open' && this.events.emit('drain'))
      .once('close', () => this.awaitsUpstream || this.events.emit('close'));
  }

  /** While a reply is collected it can still fail to arrive; while it is held it has arrived. */
  get headersSent(): boolean {
    return this.state === 'held' || this.options.response.headersSent;
  }

  get destroyed(): boolean {
    if (this.state === 'refused') return true;
    return !this.awaitsUpstream && this.options.response.destroyed;
  }

  get writableEnded(): boolean {
    return this.hasEnded;
  }

  get writableFinished(): boolean {
    return this.state === 'open' && this.options.response.writableFinished;
  }

  writeHead(status: number, messageOrHeaders: string | string[], headersAfterMessage?: string[]): void {
    const message = typeof messageOrHeaders === 'string' ? messageOrHeaders : undefined;
    const headers = typeof messageOrHeaders === 'string' ? (headersAfterMessage ?? []) : messageOrHeaders;
    this.head = { status, message, headers };
    this.action = this.options.actionFor(this.head);
    if (this.action.kind === 'stream') this.open(this.action.headers);
    else if (this.action.kind === 'hold') this.hold(this.action.release());
    else this.state = 'collecting';
  }

  write(chunk: Buffer): boolean {
    if (this.state === 'open') return this.options.response.write(chunk);
    if (this.state === 'refused') return true;
    this.chunks.push(chunk);
    if (this.state === 'held') return false;
    if (this.action?.kind === 'collect' && !this.action.admit(chunk.length)) {
      this.hold(this.action.release(undefined));
      return false;
    }
    return true;
  }

  addTrailers(fields: [string, string][]): void {
    if (this.state === 'open') this.options.response.addTrailers(fields);
    else this.trailers = fields;
  }

  end(): void {
    this.hasEnded = true;
    if (this.state === 'open') this.options.response.end();
    else if (this.state === 'collecting' && this.action?.kind === 'collect') {
      this.hold(this.action.release(Buffer.concat(this.chunks)));
    }
  }

  flushHeaders(): void {
    if (this.state === 'open') this.options.response.flushHeaders();
  }

  destroy(): void {
    this.hasBroken = true;
    if (this.state === 'open') abortReply(this.options.response);
  }

  once(event: 'drain' | 'close', listener: () => void): void {
    this.events.once(event, listener);
  }

  private hold(released: Promise<Release>): void {
    this.state = 'held';
    void released.then((release) => {
      if (release === 'refused') this.refuse();
      else if (release.body) this.replace(release.headers, release.body);
      else this.open(release.headers);
    });
  }

  private refuse(): void {
    this.state = 'refused';
    this.chunks = [];
    this.events.emit('close');
  }

  private replace(headers: readonly string[], body: Buffer): void {
    this.chunks = [body];
    this.trailers = [];
    this.open(headers);
  }

  /** Sends what is buffered, and streams the rest. */
  private open(headers: readonly string[]): void {
    const { response } = this.options;
    this.state = 'open';
    this.awaitsUpstream = false;
    if (response.destroyed || this.hasBroken) {
      // The client has disconnected, or the reply must not look complete.
      this.chunks = [];
      abortReply(response);
      this.events.emit('close');
      return;
    }
    const { status = 0, message } = this.head ?? {};
    if (message === undefined) response.writeHead(status, [...headers]);
    else response.writeHead(status, message, [...headers]);
    let mayGoOn = true;
    for (const chunk of this.chunks) mayGoOn = response.write(chunk);
    this.chunks = [];
    if (this.hasEnded) {
      if (this.trailers.length > 0) response.addTrailers(this.trailers);
      response.end();
    } else if (mayGoOn) {
      this.events.emit('drain');
    }
  }
}
