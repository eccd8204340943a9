/** The destination of an upstream's reply: the client, or a step that inspects or changes the reply. */
export interface ReplySink {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  /** Headers are a flat list of names and values. */
  writeHead(status: number, headers: string[]): unknown;
  writeHead(status: number, message: string, headers: string[]): unknown;
  /** False: wait for `drain` before the next chunk. */
  write(chunk: Buffer): boolean;
  addTrailers(fields: [string, string][]): void;
  end(): unknown;
  flushHeaders(): void;
  destroy(): unknown;
  /** `close` before the reply is finished: the rest is not needed. */
  once(event: 'drain' | 'close', listener: () => void): unknown;
}
