/** Where an upstream's reply goes: to the client, or into what looks at it or changes it on its way there. */
export interface ReplySink {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  /** Headers are a flat list of names and values. */
  writeHead(status: number, headers: string[]): unknown;
  writeHead(status: number, message: string, headers: string[]): unknown;
  /** False: wait for `drain` before the next one. */
  write(chunk: Buffer): boolean;
  addTrailers(fields: [string, string][]): void;
  end(): unknown;
  flushHeaders(): void;
  destroy(): unknown;
  /** `close` before the reply is finished: nobody wants the rest of it. */
  once(event: 'drain' | 'close', listener: () => void): unknown;
}
