import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** The attacker's server: what hostile pages report, which tests read. */
export class Collector {
  private readonly texts = new Map<string, string[]>();
  private readonly waiting = new Map<string, () => void>();

  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('Access-Control-Allow-Origin', '*').end();
        collector.receive((request.url ?? '').slice(1), Buffer.concat(chunks).toString());
      });
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const collector: Collector = new Collector(url, () => closeServer(server));
    return collector;
  }

  /** Everything that an attempt has reported as read. */
  readBy(attempt: string): string {
    return (this.texts.get(`${attempt}/read`) ?? []).join('\n');
  }

  /** The reports of one kind of an attempt. */
  reported(attempt: string, kind: string): readonly string[] {
    return this.texts.get(`${attempt}/${kind}`) ?? [];
  }

  /** Waits until an attempt reports that it has ended. */
  async end(attempt: string, timeoutMs: number): Promise<void> {
    const name = `${attempt}/done`;
    if (this.texts.has(name)) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const errors = this.reported(attempt, 'error').join(', ');
        reject(new Error(`The page of ${attempt} did not report its end. Errors: ${errors}`));
      }, timeoutMs);
      this.waiting.set(name, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private receive(name: string, text: string): void {
    this.texts.set(name, [...(this.texts.get(name) ?? []), text]);
    this.waiting.get(name)?.();
  }
}
