import type { ImportProgress } from '@gatehouse/import';
import type { Output } from '../output/output';
import { progressOf } from '../output/progress';
import type { Progress } from '../output/progress-bar';

/** Milliseconds between two lines about rows whose number is not known before. */
const LINE_MS = 500;

/** How far an import is: rows that were read, then a bar for each step; on terminals only. */
export class ImportBars {
  private step: string | undefined;
  private bar: Progress | undefined;
  private work: Promise<void> = Promise.resolve();
  private shownAt = 0;
  private hasLine = false;

  constructor(private readonly output: Output) {}

  show({ step, done, total }: ImportProgress): void {
    this.work = this.work.then(async () => {
      if (step !== this.step) {
        this.bar?.end();
        this.step = step;
        this.bar = await progressOf(this.output, total, step);
      }
      this.bar?.done(done);
    });
  }

  count(what: string, rows: number): void {
    if (this.output.options.isQuiet || process.stderr.isTTY !== true) return;
    const now = performance.now();
    if (now - this.shownAt < LINE_MS) return;
    this.shownAt = now;
    this.hasLine = true;
    process.stderr.write(`\r\u001b[K${rows} ${what}`);
  }

  async end(): Promise<void> {
    await this.work;
    this.bar?.end();
    this.bar = undefined;
    if (this.hasLine) process.stderr.write('\r\u001b[K');
    this.hasLine = false;
  }
}
