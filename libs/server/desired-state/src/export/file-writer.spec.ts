import { plainOf } from '../read/file-value';
import { parseFile } from '../read/parse-file';
import { yamlOf } from './file-writer';

describe('a written file', () => {
  const readAgain = (value: object): unknown => {
    const { content, messages } = parseFile('a.yml', yamlOf(value));
    expect(messages).toEqual([]);
    return content && plainOf(content);
  };

  it('has a name << in quotes: without them, it merges an object into the one around it', () => {
    expect(yamlOf({ payload: { '<<': { a: 1 } } })).toBe('payload:\n  "<<":\n    a: 1\n');
  });

  it.each<[string, object]>([
    ['names and texts <<', { a: { '<<': '<<', b: ['<<', { '<<': [{ '<<': null }] }] } }],
    ['texts around <<', { a: 'x << y', '<<<': '<', b: '<<: *a' }],
    ['line separators', { 'a\u2028b': ['\ufeff', '\u2029'] }],
    ['words of YAML 1.1', { yes: 'no', on: ['~', 'null', '1e3', '0x10', '1:30', '2001-01-01'] }],
  ])('leads to the same %s', (_, value) => {
    expect(readAgain(value)).toEqual(value);
  });
});
