import { inflateSync } from 'node:zlib';

const SIGNATURE = '89504e470d0a1a0a';
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The colours in an image as `r,g,b`; nothing where the bytes are no PNG of eight bits a channel without interlacing. */
export function coloursOf(bytes: Buffer): ReadonlySet<string> {
  const colours = new Set<string>();
  if (bytes.toString('hex', 0, 8) !== SIGNATURE) return colours;
  const { header, palette, data } = chunksOf(bytes);
  const [width, height, depth, kind, interlace] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header.readUInt8(8),
    header.readUInt8(9),
    header.readUInt8(12),
  ];
  const channels = CHANNELS[kind];
  if (channels === undefined || interlace !== 0 || (depth !== 8 && kind !== 3)) return colours;
  // Palettes of few colours have several pixels in a byte; all their colours count.
  if (kind === 3 && depth !== 8) return paletteColours(palette);
  const pixels = unfiltered(inflateSync(data), width * channels, height, channels);
  for (let at = 0; at < pixels.length; at += channels) {
    const [one = 0, two = one, three = one] = pixels.subarray(at, at + Math.min(channels, 3));
    const isGrey = channels < 3;
    if (kind === 3) colours.add([...palette.subarray(one * 3, one * 3 + 3)].join());
    else colours.add((isGrey ? [one, one, one] : [one, two, three]).join());
  }
  return colours;
}

function chunksOf(bytes: Buffer) {
  let [header, palette] = [Buffer.alloc(13), Buffer.alloc(0)];
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = Buffer.from(content);
    if (name === 'PLTE') palette = Buffer.from(content);
    if (name === 'IDAT') data.push(content);
    at += 12 + length;
  }
  return { header, palette, data: Buffer.concat(data) };
}

function paletteColours(palette: Buffer): ReadonlySet<string> {
  const colours = new Set<string>();
  for (let at = 0; at < palette.length; at += 3) colours.add([...palette.subarray(at, at + 3)].join());
  return colours;
}

/** Source: PNG specification, 9 (filtering). */
function unfiltered(raw: Buffer, rowBytes: number, height: number, step: number): Buffer {
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (rowBytes + 1)] ?? 0;
    for (let column = 0; column < rowBytes; column++) {
      const at = row * rowBytes + column;
      const left = column < step ? 0 : (pixels[at - step] ?? 0);
      const up = row === 0 ? 0 : (pixels[at - rowBytes] ?? 0);
      const corner = row === 0 || column < step ? 0 : (pixels[at - rowBytes - step] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = ((raw[row * (rowBytes + 1) + 1 + column] ?? 0) + predicted) & 0xff;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
