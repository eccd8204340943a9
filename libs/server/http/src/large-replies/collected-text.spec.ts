import { LazyList, writeJson } from '@gatehouse/wire';
import { type Collecting, collectedText } from './collected-text';

/** A list whose items show the revision at which they are made; making one takes more than a turn. */
function listOf(length: number, revision: () => number): LazyList<number> {
  return new LazyList(function* () {
    for (let made = 0; made < length; made += 1) {
      const begun = performance.now();
      while (performance.now() - begun < 6);
      yield undefined;
      yield [revision()];
    }
  });
}

describe('the text of a reply', () => {
  let revision = 1;
  let turns = 0;
  /** What happens in each turn of the client. */
  let between: () => void;
  const collecting = (begin: Collecting['begin'], maxBytes = 1_000): Collecting => ({
    begin,
    maxBytes,
    revision: () => revision,
    isQueued: false,
    isOver: () => false,
    turn: async () => {
      turns += 1;
      between();
    },
  });
  beforeEach(() => {
    [revision, turns, between] = [1, 0, () => undefined];
  });

  it('is collected up to a number of bytes', async () => {
    const text = 'é'.repeat(10);
    const length = Buffer.byteLength(`{"text": "${text}"}`);
    const begin = () => writeJson({ text });
    expect(await collectedText(collecting(begin, length))).toBe(`{"text": "${text}"}`);
    expect(await collectedText(collecting(begin, length - 1))).toBeUndefined();
  });

  it('is not made any further when it is too large', async () => {
    let made = 0;
    const endless = new LazyList<number>(function* () {
      for (;;) yield [made++];
    });
    expect(await collectedText(collecting(() => writeJson({ endless })))).toBeUndefined();
    expect(made).toBeLessThan(2_000);
  });

  it('shows one revision, even if others are applied while it is made', async () => {
    let left = 3;
    between = () => {
      if (left-- > 0) revision += 1;
    };
    const list = () => writeJson({ list: listOf(5, () => revision) });
    expect(await collectedText(collecting(list))).toBe('{"list": [4, 4, 4, 4, 4]}');
  });

  it('is completed although each attempt sees another revision', async () => {
    between = () => (revision += 1);
    const list = () => writeJson({ list: listOf(2, () => 0) });
    expect(await collectedText(collecting(list))).toBe('{"list": [0, 0]}');
    expect(turns).toBeLessThan(10);
  });

  it('is not made again after it has waited: what came from elsewhere is not of a revision', async () => {
    between = () => (revision += 1);
    let begun = 0;
    const rows = new LazyList<number>(function* () {
      begun += 1;
      yield () => Promise.resolve();
      yield [1];
    });
    expect(await collectedText(collecting(() => writeJson({ rows })))).toBe('{"rows": [1]}');
    expect([begun, turns]).toEqual([1, 1]);
  });

  it('is not made again if nothing of it depends on the revision', async () => {
    between = () => (revision += 1);
    const rows = Array.from({ length: 200_000 }, (_, row) => ({ row }));
    let begun = 0;
    const begin = () => {
      begun += 1;
      return writeJson({ rows });
    };
    expect(await collectedText(collecting(begin, 1e9))).toContain('{"row": 199999}');
    expect(begun).toBe(1);
    expect(turns).toBeGreaterThan(1);
  });

  it('is not begun before its turn while others are collected', async () => {
    const seen: string[] = [];
    between = () => seen.push('turn');
    const begin = () => {
      seen.push('begun');
      return writeJson({ a: 1 });
    };
    expect(await collectedText({ ...collecting(begin), isQueued: true })).toBe('{"a": 1}');
    expect(seen).toEqual(['turn', 'begun']);
  });

  it('is given up when nobody waits for it', async () => {
    const endless = new LazyList<number>(function* () {
      for (;;) yield undefined;
    });
    const isOver = () => turns > 2;
    expect(await collectedText({ ...collecting(() => writeJson({ endless })), isOver })).toBeUndefined();
  });
});
