import { problem } from '@gatehouse/problems';
import { lineOf } from '../message';
import { readUploaded } from '../read/read-sections';
import { type NodeEntry, validateNodes } from './nodes';

const URLS =
  'base_url: "https://b", jwks_url: "https://b/j", token_url: "https://b/t", authorization_url: "https://b/a"';

function validated(text: string, read: (entry: NodeEntry) => unknown = (entry) => entry) {
  const { entries } = readUploaded([{ name: 'a.yml', text }]);
  const { nodes, messages } = validateNodes(entries.nodes, read);
  return { nodes, lines: messages.map((one) => `${one.severity} ${lineOf(one)}`) };
}

describe('the nodes of files', () => {
  it('are the last entries of their names, without redirect addresses by default', () => {
    const text = `nodes:\n  - {name: b, ${URLS}}\n  - {name: c, ${URLS}}\n  - {name: b, ${URLS}, redirect_uris: ["https://b/l"]}`;
    const { nodes, lines } = validated(text);
    const urls = {
      base_url: 'https://b',
      jwks_url: 'https://b/j',
      token_url: 'https://b/t',
      authorization_url: 'https://b/a',
    };
    expect(nodes).toEqual([
      { name: 'b', ...urls, redirect_uris: ['https://b/l'] },
      { name: 'c', ...urls, redirect_uris: [] },
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/^warning a\.yml:2:5: nodes\[0\]: .*line 4.*entry_replaced/),
    ]);
  });

  it.each([
    ['[5]', /^refused a\.yml:1:9: nodes\[0\]: .*object with fields/],
    [`[{${URLS}}]`, /^refused a\.yml:1:9: nodes\[0\]\.name: name is missing/],
    ['[{name: b}]', /^refused .*base_url is missing/],
    [`[{name: b, ${URLS}, token: x}]`, /^refused .*nodes\[0\]\.token: There is no field token/],
    [`[{name: b, ${URLS}, redirect_uris: x}]`, /^refused .*redirect_uris must be a list/],
  ])('refuse the configuration with %s', (list, line) => {
    const { nodes, lines } = validated(`nodes: ${list}`);
    expect(nodes).toEqual([]);
    expect(lines[0]).toMatch(line);
  });

  it('refuse it with what a node cannot have, at the field', () => {
    const { lines } = validated(`nodes: [{name: b, ${URLS}}]`, () => {
      throw problem(
        'network_node_value_invalid',
        { field: 'jwks_url' },
        { param: { name: 'jwks_url', value: null, conditions: {} } },
      );
    });
    expect(lines).toEqual([expect.stringMatching(/^refused a\.yml:1:52: nodes\[0\]\.jwks_url: /)]);
  });
});
