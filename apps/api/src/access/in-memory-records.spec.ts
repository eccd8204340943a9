import fc from 'fast-check';
import { inByteOrder } from './in-memory-records';

describe('the order of names in replies', () => {
  it('is the byte order of their UTF-8 encoding, including characters outside the Basic Multilingual Plane', () => {
    const names = fc.array(fc.string({ unit: 'grapheme-composite' }));
    fc.assert(
      fc.property(names, (given) => {
        const byBytes = [...given].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
        expect([...given].sort(inByteOrder)).toEqual(byBytes);
      }),
    );
    expect(['😀', '\uff5e', 'z', 'é', 'Z'].sort(inByteOrder)).toEqual(['Z', 'z', 'é', '\uff5e', '😀']);
  });
});
