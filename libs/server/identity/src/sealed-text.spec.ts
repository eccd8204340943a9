import { sealText, unsealText } from './sealed-text';

const KEY = Buffer.alloc(32, 1);

describe('a sealed text', () => {
  it('can be decrypted only with the same key and for the same use', () => {
    const sealed = sealText(KEY, 'one', 'hidden');
    expect(sealed.toString('latin1')).not.toContain('hidden');
    expect(unsealText(KEY, 'one', sealed)).toBe('hidden');
    expect(unsealText(KEY, 'other', sealed)).toBeUndefined();
    expect(unsealText(Buffer.alloc(32, 2), 'one', sealed)).toBeUndefined();
  });

  it('cannot be altered or shortened', () => {
    const sealed = sealText(KEY, 'one', 'hidden');
    for (let index = 0; index < sealed.length; index++) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(unsealText(KEY, 'one', altered)).toBeUndefined();
      expect(unsealText(KEY, 'one', sealed.subarray(0, index))).toBeUndefined();
    }
  });
});
