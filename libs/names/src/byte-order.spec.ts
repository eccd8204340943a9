import fc from 'fast-check';
import { inByteOrder } from './byte-order';

describe('the order of names in replies', () => {
  it('is the byte order of their UTF-8 encoding, including characters outside the Basic Multilingual Plane', () => {
    const names = fc.array(fc.string({ unit: 'grapheme-composite' }));
    fc.assert(
      fc.property(names, (input) => {
        const byBytes = [...input].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
        expect([...input].sort(inByteOrder)).toEqual(byBytes);
      }),
    );
    expect(['😀', '\uff5e', 'z', 'é', 'Z'].sort(inByteOrder)).toEqual(['Z', 'z', 'é', '\uff5e', '😀']);
  });
});
