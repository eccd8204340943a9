import { SourceFailure } from './source-failure';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Of a line of SQL, what follows is not looked at. */
const MAX_STATEMENT_BYTES = 65_536;
/** Of a row: PostgreSQL itself has a limit of a gigabyte for one. */
const MAX_ROW_BYTES = 16_777_216;
/** What ends the rows of a COPY statement, in a line of its own. */
const END_OF_ROWS = Buffer.from('\\.');
const NOTHING = Buffer.alloc(0);

/** The text of a dump, read once and in order: lines of SQL, and the rows of COPY statements. It keeps a chunk, or a row, in memory. */
export class DumpText {
  private pending: Buffer = NOTHING;
  private readonly chunks: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line of SQL, without its end; its first part, if it is long. Undefined at the end of the dump. */
  async line(): Promise<string | undefined> {
    let kept: Buffer = NOTHING;
    for (;;) {
      const end = this.pending.indexOf(NEWLINE);
      const part = end < 0 ? this.pending : this.pending.subarray(0, end);
      if (kept.length < MAX_STATEMENT_BYTES) kept = kept.length === 0 ? part : Buffer.concat([kept, part]);
      if (end >= 0) {
        this.pending = this.pending.subarray(end + 1);
        return kept.toString('utf8').replace(/\r$/, '');
      }
      this.pending = NOTHING;
      if (!(await this.more())) return kept.length === 0 ? undefined : kept.toString('utf8');
    }
  }

  /**
   * The rows up to the end of the COPY statement, some whole lines at a time.
   *
   * @throws SourceFailure if the dump ends before
   */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = await this.endOfRows();
      if (end !== undefined) {
        const rows = this.pending.subarray(0, end.at);
        this.pending = this.pending.subarray(end.after);
        if (rows.length > 0) yield rows;
        return;
      }
      // The last line may be the beginning of the end.
      const whole = this.pending.lastIndexOf(NEWLINE) + 1;
      const rows = this.pending.subarray(0, whole);
      this.pending = this.pending.subarray(whole);
      if (this.pending.length > MAX_ROW_BYTES)
        throw new SourceFailure(
          `A row of the dump has more than ${MAX_ROW_BYTES} bytes.`,
          'It is not one of Magpie: make the dump again.',
        );
      if (rows.length > 0) yield rows;
      if (!(await this.more())) throw truncated();
    }
  }

  /** Where the rows in memory end, if their end is among them. */
  private async endOfRows(): Promise<{ readonly at: number; readonly after: number } | undefined> {
    for (let from = 0; ;) {
      const at = this.pending.indexOf(END_OF_ROWS, from);
      if (at < 0) return undefined;
      const isLine = at === 0 || this.pending[at - 1] === NEWLINE;
      if (!isLine) {
        from = at + 1;
        continue;
      }
      const next = at + END_OF_ROWS.length;
      // Of a line that is not complete, more has to be known.
      if (this.pending.length < next + 2 && (await this.more())) continue;
      if (this.pending[next] === NEWLINE) return { at, after: next + 1 };
      if (this.pending[next] === CARRIAGE_RETURN && this.pending[next + 1] === NEWLINE)
        return { at, after: next + 2 };
      if (next >= this.pending.length) throw truncated();
      from = at + 1;
    }
  }

  private async more(): Promise<boolean> {
    const { done, value } = await this.chunks.next();
    if (done) return false;
    this.pending =
      this.pending.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([this.pending, value]);
    return true;
  }
}

/** A dump whose end is missing: rows that it does not have would count as removed. */
export function truncated(cause?: unknown): SourceFailure {
  return new SourceFailure('The dump is not complete: its end is missing.', 'Make or copy it again.', {
    cause,
  });
}
