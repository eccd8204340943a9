import fc from 'fast-check';
import { AddressRewriter } from './address-rewriter';

const replaced = (chunks: readonly string[], addresses = ['http://inner:8080/wps']) => {
  const replacement = new AddressRewriter(addresses, 'https://gate/wps');
  return [...chunks.map((chunk) => replacement.push(Buffer.from(chunk))), replacement.end()].join('');
};

describe('the private address in a document', () => {
  it.each([
    ['<Get href="http://inner:8080/wps?service=WPS"/>', '<Get href="https://gate/wps?service=WPS"/>'],
    ['http://inner:8080/wps', 'https://gate/wps'],
    ['http://inner:8080/wps/', 'https://gate/wps/'],
    ['http://inner:8080/wps#a http://inner:8080/wps', 'https://gate/wps#a https://gate/wps'],
    ['http://inner:8080/wps&amp;x', 'https://gate/wps&amp;x'],
  ])('is replaced by the public one: %s', (text, expected) => {
    expect(replaced([text])).toBe(expected);
  });

  it.each([
    'http://inner:8080/wpsoutputs/1',
    'http://inner:8080/wps.html',
    'http://inner:8080/wp',
    'https://inner:8080/wps',
    '',
  ])('is unchanged where it is part of a different one: %s', (text) => {
    expect(replaced([text])).toBe(text);
  });

  it('does not match the address of an upstream with another port', () => {
    expect(replaced(['http://inner/x http://inner:81/x'], ['http://inner'])).toBe(
      'https://gate/wps/x http://inner:81/x',
    );
  });

  it('may have several spellings, of which the longest wins', () => {
    expect(replaced(['http://a/b/c http://a'], ['http://a', 'http://a/b'])).toBe(
      'https://gate/wps/c https://gate/wps',
    );
  });

  it('is found wherever a document is cut into chunks, and nothing else changes', () => {
    const piece = fc.constantFrom(
      'http://inner:8080/wps',
      'http://inner:8080/wpsx',
      'http://',
      'hhttp:',
      '/',
      ' ',
      'é',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(12)), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(''));
        const replacement = new AddressRewriter(['http://inner:8080/wps'], 'https://gate/wps');
        const out: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) {
          // Like the network's, a chunk that is overwritten as soon as it was taken.
          const chunk = Buffer.from(bytes.subarray(at, at + cut));
          out.push(Buffer.from(replacement.push(chunk)));
          chunk.fill(0);
          at += cut;
        }
        out.push(Buffer.from(replacement.push(bytes.subarray(at))), Buffer.from(replacement.end()));
        const expected = bytes
          .toString()
          .replace(/http:\/\/inner:8080\/wps(?![\w.~%:@!$*+-])/g, 'https://gate/wps');
        expect(Buffer.concat(out).toString()).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('is buffered no longer than its own length', () => {
    const replacement = new AddressRewriter(['http://inner:8080/wps'], 'https://gate/wps');
    const passed = replacement.push(Buffer.alloc(10_000, 'h'));
    expect(passed.length).toBeGreaterThanOrEqual(10_000 - 'http://inner:8080/wps'.length);
  });
});
