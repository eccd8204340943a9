import { appendFileSync } from 'node:fs';
import type { Column, Row, Shown } from '../declaration/shown';
import { NotReachable } from '../failures';
import { type Style, paintFor } from './paint';
import { printableLines } from './printable';

export type OutputFormat = 'table' | 'csv' | 'json';

export interface OutputOptions {
  readonly format: OutputFormat;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  /** Messages are appended to this file, too. */
  readonly logFile?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Results go to standard output; everything else, such as progress, questions and errors, to standard error. */
export class Output {
  readonly paint;
  readonly paintErrors;

  constructor(readonly options: OutputOptions) {
    this.paint = paintFor(process.stdout, options.environment);
    this.paintErrors = paintFor(process.stderr, options.environment);
  }

  get format(): OutputFormat {
    return this.options.format;
  }

  /** Characters in a line; infinite where the output is not a terminal. */
  get width(): number {
    const stated = Number(this.options.environment['COLUMNS']);
    // A terminal that does not know its size reports 0.
    const reported = process.stdout.columns || undefined;
    return reported ?? (Number.isInteger(stated) && stated > 0 ? stated : Infinity);
  }

  /** Text of the result. */
  write(text: string): void {
    process.stdout.write(text);
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  /** A value as one JSON document. */
  json(value: unknown): void {
    this.data(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** A value as one line of JSON, for output that goes on. */
  jsonLine(value: unknown): void {
    this.data(`${JSON.stringify(value)}\n`);
  }

  /** Text for programs, as it is; a terminal shows its control characters instead. In JSON, they mean the same then. */
  private data(text: string): void {
    this.write(process.stdout.isTTY ? printableLines(text) : text);
  }

  /** What was done, for people; not with `--quiet`. */
  note(text: string): void {
    this.log(text);
    if (!this.options.isQuiet) process.stderr.write(`${printableLines(text)}\n`);
  }

  warn(text: string): void {
    this.labelled('warning', text, 'yellow');
  }

  /** A line on standard error that begins with what it is. */
  labelled(label: string, text: string, style: Style): void {
    this.log(`${label}: ${text}`);
    process.stderr.write(`${this.paintErrors(style, `${label}:`)} ${printableLines(text)}\n`);
  }

  private log(text: string): void {
    const { logFile } = this.options;
    if (logFile === undefined) return;
    appendFileSync(logFile, `${new Date().toISOString()} ${printableLines(text)}\n`, { mode: 0o600 });
  }

  /** Details that `--verbose` asks for. */
  trace(text: string): void {
    if (this.options.isVerbose) process.stderr.write(`${this.paintErrors('dim', printableLines(text))}\n`);
  }

  /** Shows a reply as its command declares it. */
  async show<Values>(shown: Shown<Values>, reply: Row, values: Values): Promise<void> {
    if (shown.kind === 'own') return;
    if (shown.kind === 'sentence') {
      if (this.format === 'json') return this.json(reply);
      return this.note(shown.text(values, reply));
    }
    if (this.format === 'json') return this.json(reply);
    const rows = rowsOf(shown, reply);
    if (shown.kind === 'list') await this.rows(rows, shown.columns, shown.empty);
    else await this.records(rows, shown.columns);
  }

  /** `above`: the rows below which they go on, in a table that is written part by part. */
  async rows(
    rows: readonly Row[],
    columns: readonly Column[],
    empty = 'None.',
    above: readonly Row[] = [],
  ): Promise<void> {
    if (this.format === 'csv') return this.csv(rows, columns, above.length === 0);
    if (rows.length === 0) return this.note(empty);
    const { tableOf } = await import('./table');
    this.line(tableOf(rows, columns, { width: this.width, paint: this.paint, above }));
  }

  private async records(rows: readonly Row[], columns: readonly Column[]): Promise<void> {
    if (this.format === 'csv') return this.csv(rows, columns);
    const { recordOf } = await import('./table');
    const options = { width: this.width, paint: this.paint };
    this.line(rows.map((row) => recordOf(row, columns, options)).join('\n\n'));
  }

  private async csv(rows: readonly Row[], columns: readonly Column[], hasHeader = true): Promise<void> {
    const { csvOf } = await import('./csv');
    this.data(csvOf(rows, columns, hasHeader));
  }
}

function rowsOf(
  shown: { readonly kind: 'list' | 'record'; readonly in?: string },
  reply: Row,
): readonly Row[] {
  const found = shown.in === undefined ? reply : reply[shown.in];
  if (shown.kind === 'list') {
    if (!Array.isArray(found)) throw new NotReachable(`The reply of the API has no list '${shown.in}'.`);
    return found as Row[];
  }
  return [found as Row];
}
