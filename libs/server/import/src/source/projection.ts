import { SourceFailure } from './source-failure';

const TAB = 0x09;
const NEWLINE = 0x0a;

/**
 * Takes some columns of rows in the text format of COPY, in which tabs and line feeds of values are escaped.
 *
 * @param columns of the rows
 * @param wanted among them, in the order in which they are written
 * @throws SourceFailure at a row with another number of columns
 */
export async function* projected(
  batches: AsyncIterable<Buffer>,
  table: string,
  columns: readonly string[],
  wanted: readonly string[],
): AsyncGenerator<Uint8Array> {
  const places = wanted.map((name) => columns.indexOf(name));
  const isWhole = places.length === columns.length && places.every((place, index) => place === index);
  const ends = new Int32Array(columns.length);
  let row = 0;
  for await (const batch of batches) {
    const written = isWhole ? batch : Buffer.allocUnsafe(batch.length + 1);
    let length = 0;
    for (let start = 0; start < batch.length;) {
      row++;
      const end = batch.indexOf(NEWLINE, start);
      if (fieldsOf(batch, start, end, ends) !== columns.length) throw wrongRow(table, row);
      if (!isWhole) length = write(batch, start, ends, places, written, length);
      start = end + 1;
    }
    yield isWhole ? batch : written.subarray(0, length);
  }
}

/** Notes where each field ends; returns their number. */
function fieldsOf(batch: Buffer, start: number, end: number, ends: Int32Array): number {
  let count = 0;
  for (let at = start; at < end; at++) if (batch[at] === TAB) ends[count++] = at;
  ends[count++] = end;
  return count;
}

function write(
  batch: Buffer,
  start: number,
  ends: Int32Array,
  places: readonly number[],
  to: Buffer,
  from: number,
): number {
  let length = from;
  for (const place of places) {
    const first = place === 0 ? start : (ends[place - 1] ?? 0) + 1;
    length += batch.copy(to, length, first, ends[place]);
    to[length++] = TAB;
  }
  to[length - 1] = NEWLINE;
  return length;
}

function wrongRow(table: string, row: number): SourceFailure {
  return new SourceFailure(
    `A row of the source cannot be read (table ${table}, row ${row}): it has more or fewer columns than its table.`,
    'If the dump was edited or transferred as text, make it again.',
  );
}
