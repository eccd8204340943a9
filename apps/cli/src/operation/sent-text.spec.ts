import { type FileValue, parseFile, plainOf, positionOf } from '@gatehouse/desired-state';
import { sentTextOf } from './sent-text';

const VARIABLES = { HOST: 'maps.internal', QUOTED: 'a "b" \\ ${HOST}\n- c: {d}', LONG: 'x'.repeat(2_000) };

function parsed(text: string, variables?: Record<string, string>): FileValue {
  const { content, messages } = parseFile('maps.yml', text, variables);
  expect(messages).toEqual([]);
  return content!;
}

/** All values with their paths, those of names included. */
function* valuesOf(value: FileValue, path = ''): Generator<[string, FileValue]> {
  yield [path, value];
  if (value.kind === 'list')
    for (const [at, item] of value.items.entries()) yield* valuesOf(item, `${path}[${at}]`);
  if (value.kind === 'object')
    for (const [name, { key, value: member }] of value.members) {
      yield [`${path}.${name}!`, key];
      yield* valuesOf(member, `${path}.${name}`);
    }
}

const FILES: readonly (readonly [string, string])[] = [
  [
    'of blocks',
    'providers:\n  maps:\n    type: wfs\n    url: http://${HOST}/wfs\n# a comment\n\npermissions:\n- service: maps\n  permission: read\n',
  ],
  [
    'of one line',
    '{"providers": {"${HOST}": {"url": "$QUOTED", "configuration": [1, 2.5, -0.1, true, null, "", "yes"]}}}',
  ],
  [
    'with aliases',
    'x-one: &one {user: "$HOST", permission: read}\npermissions:\n  - *one\n  - {<<: *one, service: maps}\n  - *one\n',
  ],
  [
    'with unusual values',
    'users:\n  - .nan\n  - 2020-01-01\n  - ~\n  - 1: a\n    true: b\n    .inf: c\n  - "$LONG": $LONG\n',
  ],
  [
    'with texts of many lines',
    'groups:\n  - description: |\n      one\n      $HOST\n    name: >-\n      folded\n      text\n',
  ],
  ['with escapes', 'groups:\n  - {name: $HOST, description: "\\x7f \\x80 \\N \\L \\P \\uFEFF"}\n'],
  ['that is a list', '- $HOST\n- b\n'],
  ['that is a text', '$HOST'],
];

describe('a text that is sent in the place of a file', () => {
  it.each(FILES)('has the same values without variables: %s', (_name, text) => {
    const content = parsed(text, VARIABLES);
    const sent = parsed(sentTextOf(content).text);
    expect(plainOf(sent)).toEqual(plainOf(content));
  });

  it.each(FILES)('tells where each value is in the file: %s', (_name, text) => {
    const content = parsed(text, VARIABLES);
    const sent = sentTextOf(content);
    const originals = new Map(valuesOf(content));
    let count = 0;
    for (const [path, value] of valuesOf(parsed(sent.text))) {
      const { line, column } = positionOf(value);
      expect([path, sent.originOf(line, column)?.position]).toEqual([path, positionOf(originals.get(path)!)]);
      count += 1;
    }
    expect(count).toBe(originals.size);
  });

  it('has each value on its line of the file', () => {
    const content = parsed(FILES[0]![1], VARIABLES);
    for (const [, value] of valuesOf(parsed(sentTextOf(content).text))) {
      const { line, column } = positionOf(value);
      expect(sentTextOf(content).originOf(line, column)?.position.line).toBe(line);
    }
  });

  it('knows the entry of each value, whose variables are masked', () => {
    const content = parsed(FILES[0]![1], VARIABLES);
    const sent = sentTextOf(content);
    const [, url] = [...valuesOf(parsed(sent.text))].find(([path]) => path === '.providers.maps.url')!;
    const { line, column } = positionOf(url);
    expect(plainOf(sent.originOf(line, column)!.entry)).toEqual({
      maps: { type: 'wfs', url: 'http://maps.internal/wfs' },
    });
  });
});
