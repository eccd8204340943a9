import type { SourceTableName } from './source-tables';

const NEWLINE = 0x0a;

/** Passes rows in the text format of COPY on, and counts them: each ends with a line feed, which no value has. */
export class CountedRows {
  private count = 0;

  constructor(
    private readonly table: SourceTableName,
    private readonly progress: (table: SourceTableName, rows: number) => void,
  ) {}

  get rows(): number {
    return this.count;
  }

  async *pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.count++;
      this.progress(this.table, this.count);
      yield chunk;
    }
  }
}
