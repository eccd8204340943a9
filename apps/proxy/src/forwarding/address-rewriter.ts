/**
 * Replaces addresses in a stream of bytes, buffering at most the length of one address: a possible beginning of an address at
 * the end of a chunk is held until the next chunk.
 */
export class AddressRewriter {
  private readonly addresses: readonly Buffer[];
  private readonly replacement: Buffer;
  private readonly longest: number;
  private pending: Buffer = Buffer.alloc(0);

  /** `addresses` are non-empty URLs without trailing slash. */
  constructor(addresses: readonly string[], replacement: string) {
    this.addresses = addresses.map((address) => Buffer.from(address, 'latin1'));
    this.replacement = Buffer.from(replacement, 'latin1');
    this.longest = Math.max(...this.addresses.map(({ length }) => length));
  }

  /** The output that is available so far. */
  push(chunk: Buffer): Buffer {
    const bytes = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    const parts: Buffer[] = [];
    // One byte more than the address: it shows whether the address ends there.
    const undecided = Math.max(bytes.length - this.longest, 0);
    const from = this.replaceIn(bytes, undecided, parts);
    const passed = Math.max(from, undecided);
    parts.push(bytes.subarray(from, passed));
    // A copy: the buffer of the chunk is reused by the network reader.
    this.pending = Buffer.from(bytes.subarray(passed));
    return join(parts);
  }

  /** The remaining output at the end of the stream. */
  end(): Buffer {
    const parts: Buffer[] = [];
    const from = this.replaceIn(this.pending, this.pending.length, parts);
    parts.push(this.pending.subarray(from));
    this.pending = Buffer.alloc(0);
    return join(parts);
  }

  /** Appends the text before each address that begins before `end`, and its replacement; returns the start of the rest. */
  private replaceIn(bytes: Buffer, end: number, parts: Buffer[]): number {
    let from = 0;
    let search = 0;
    const next = new NextOccurrences(bytes, this.addresses);
    for (;;) {
      const found = next.from(search);
      if (!found || found.at >= end) return from;
      search = found.at + 1;
      if (continues(bytes[found.at + found.length])) continue;
      parts.push(bytes.subarray(from, found.at), this.replacement);
      from = search = found.at + found.length;
    }
  }
}

/** Positions of addresses in some bytes, queried from left to right: each byte is searched once for each address. */
class NextOccurrences {
  private readonly next: number[];

  constructor(
    private readonly bytes: Buffer,
    private readonly addresses: readonly Buffer[],
  ) {
    this.next = addresses.map(() => -1);
  }

  from(search: number): { readonly at: number; readonly length: number } | undefined {
    let first: { at: number; length: number } | undefined;
    for (const [index, address] of this.addresses.entries()) {
      let at = this.next[index] ?? -1;
      if (at < search) {
        const found = this.bytes.indexOf(address, search);
        this.next[index] = at = found < 0 ? Infinity : found;
      }
      // At the same position the longer one wins.
      if (at !== Infinity && (!first || at < first.at || (at === first.at && address.length > first.length)))
        first = { at, length: address.length };
    }
    return first;
  }
}

/** Whether a byte after an address makes it a different one: `http://inner/wpsoutputs` is not below `http://inner/wps`. */
function continues(byte: number | undefined): boolean {
  return byte !== undefined && /[\w.~%:@!$*+-]/.test(String.fromCharCode(byte));
}

function join(parts: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = parts;
  return parts.length <= 1 ? only : Buffer.concat(parts);
}
