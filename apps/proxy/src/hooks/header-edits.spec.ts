import { patternEngine } from '@gatehouse/patterns';
import { HOP_BY_HOP, hooksOf } from '@gatehouse/proxy-options';
import { editHeaders } from './header-edits';

describe('headers', () => {
  const headers = ['A', '1', 'b', '2', 'a', '3', 'Set-Cookie', 'x=1', 'set-cookie', 'y=2'];

  it('are removed in any spelling, and replace all headers of their name when set', () => {
    expect(
      editHeaders(headers, [
        { kind: 'remove', name: 'set-cookie' },
        { kind: 'set', name: 'A', value: '4' },
      ]),
    ).toEqual(['b', '2', 'A', '4']);
  });

  it('are exempted individually', () => {
    const isY = (_name: string, value: string) => value.startsWith('y=');
    expect(editHeaders(headers.slice(6), [{ kind: 'remove', name: 'set-cookie' }], isY)).toEqual([
      'set-cookie',
      'y=2',
    ]);
  });

  it.each(['request', 'response'])('that concern a connection cannot be changed by a hook on a %s', (on) => {
    for (const name of HOP_BY_HOP) {
      expect(hooksOf([{ on, do: [{ remove_header: name }] }], patternEngine)).toBe('unreadable');
      expect(hooksOf([{ on, do: [{ set_header: { [name]: 'x' } }] }], patternEngine)).toBe('unreadable');
    }
  });
});
