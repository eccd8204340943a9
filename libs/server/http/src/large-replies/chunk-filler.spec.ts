import fc from 'fast-check';
import { LazyList, renderJson, writeJson } from '@gatehouse/wire';
import { ChunkFiller } from './chunk-filler';

const NEVER = () => false;

function chunksOf(filler: ChunkFiller, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  while (!filler.isDone) {
    const chunk = new Uint8Array(size);
    chunks.push(Buffer.from(chunk.subarray(0, filler.fill(chunk, NEVER))));
  }
  return chunks;
}

describe('chunks of a reply', () => {
  it('are together its text in UTF-8, however small they are, and none is longer than its size', () => {
    const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('😀'.repeat(50), 'é', 'a€b'));
    fc.assert(
      fc.property(fc.array(texts), fc.integer({ min: 4, max: 200 }), (list, size) => {
        const chunks = chunksOf(new ChunkFiller(writeJson({ list })), size);
        expect(Buffer.concat(chunks).toString()).toBe(renderJson({ list }));
        // A character of several bytes is not divided, so that up to three bytes remain.
        for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(size - 3);
      }),
    );
  });

  it('end where the writer waits, and go on afterwards', async () => {
    let name = '';
    const names = new LazyList<string>(function* () {
      for (const next of ['one', 'two']) {
        yield () => Promise.resolve((name = next));
        yield [name];
      }
    });
    const filler = new ChunkFiller(writeJson({ names }));
    const chunk = new Uint8Array(100);
    const seen: string[] = [];
    while (!filler.isDone) {
      seen.push(Buffer.from(chunk.subarray(0, filler.fill(chunk, NEVER))).toString());
      await filler.takeWait()?.();
      expect(filler.takeWait()).toBeUndefined();
    }
    expect(seen).toEqual(['{"names": [', '"one"', ', "two"]}']);
  });

  it('end when their time is over', () => {
    let ticks = 0;
    const endless = new LazyList<string>(function* () {
      for (;;) yield undefined;
    });
    const filler = new ChunkFiller(writeJson({ endless }));
    expect(filler.fill(new Uint8Array(100), () => ++ticks > 3)).toBe('{"endless": ['.length);
    expect(filler.isDone).toBe(false);
  });
});
