import * as fc from 'fast-check';
import type { Parameters } from './actions';
import { renderPayload } from './payload';
import { type Json, render } from './template';

const BOB: Parameters = {
  'user.name': 'bob',
  'user.id': 4,
  'user.email': 'bob@example.org',
  'service.name': null,
  permission: 'read-allow-recursive',
  'permission.name': 'read',
};

describe('a template', () => {
  // The example of the specification of the interface.
  it('has values with their types, texts in quotation marks, and texts in texts and names', () => {
    const payload = {
      id: '{{user.id}}',
      sid: "'{{user.id}}'",
      msg: 'u-{{user.id}}-{{user.name}}',
      '{{user.id}}': [1, '{{user.id}}'],
    };
    expect(render(payload, BOB)).toEqual({ id: 4, sid: '4', msg: 'u-4-bob', '4': [1, 4] });
  });

  it.each<[Json, Json]>([
    ['{{user.name}}', 'bob'],
    ['{{user.id}}', 4],
    ['{{service.name}}', null],
    ['{{permission}}', 'read-allow-recursive'],
    ['{{permission.name}}', 'read'],
    ['"{{user.id}}"', '4'],
    ["'{{service.name}}'", 'null'],
    ["'{{user.name}}'", "'bob'"],
    ['"{{user.name}}"', '"bob"'],
    [`'{{user.id}}"`, `'4"`],
    [`''{{user.id}}''`, `''4''`],
    ["'{{user.id}}' ", "'4' "],
    [' {{user.id}}', ' 4'],
    ['{{user.id}}{{user.id}}', '44'],
    ['is {{service.name}}', 'is null'],
    // Not placeholders, or without a value.
    ['{{ user.id }}', '{{ user.id }}'],
    ['{{user.status}}', '{{user.status}}'],
    ['a {{group.name}} b {{user.id}}', 'a {{group.name}} b 4'],
    ["'{{group.id}}'", "'{{group.id}}'"],
    ['{{constructor}}', '{{constructor}}'],
    ['{{__proto__}}', '{{__proto__}}'],
    ['{user.id}', '{user.id}'],
    ['{{{user.id}}}', '{4}'],
    ['{{}}', '{{}}'],
    ['', ''],
    [5, 5],
    [true, true],
    [null, null],
    [
      [['{{user.id}}'], { a: { '{{user.name}}-{{user.id}}': '{{user.id}}' } }],
      [[4], { a: { 'bob-4': 4 } }],
    ],
    [{ '{{service.name}}': 1 }, { null: 1 }],
  ])('%j becomes %j', (template, rendered) => {
    expect(render(template, BOB)).toEqual(rendered);
  });

  it('does not search values for placeholders', () => {
    const parameters = { 'user.name': '{{user.email}} $& $1', 'user.email': '{{user.name}}' };
    expect(render('{{user.name}}', parameters)).toBe('{{user.email}} $& $1');
    expect(render('- {{user.name}} {{user.email}}', parameters)).toBe('- {{user.email}} $& $1 {{user.name}}');
  });

  it('without placeholders is unchanged', () => {
    const texts = fc.string().filter((text) => !text.includes('{{'));
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        texts,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree')),
        fc.dictionary(texts, tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(tree, (template) => {
        expect(JSON.stringify(render(template, BOB))).toBe(JSON.stringify(template));
      }),
    );
  });
});

describe('a payload', () => {
  it.each<[Json, string | null, string | undefined, string | undefined]>([
    [null, 'json', undefined, undefined],
    [{ id: '{{user.id}}' }, null, '{"id":4}', 'application/json'],
    [{ id: '{{user.id}}' }, 'json', '{"id":4}', 'application/json'],
    [{ id: '{{user.id}}' }, 'application/json', '{"id":4}', 'application/json'],
    // An object is JSON in any format.
    [{ id: '{{user.id}}' }, 'xml', '{"id":4}', 'text/xml; charset=utf-8'],
    [['{{user.id}}'], 'text', '[4]', 'text/plain; charset=utf-8'],
    ['hello {{user.name}}', 'json', '"hello bob"', 'application/json'],
    ['hello {{user.name}}', null, '"hello bob"', 'application/json'],
    ['{{user.id}}', 'json', '4', 'application/json'],
    ['hello "{{user.name}}"', 'text', 'hello "bob"', 'text/plain; charset=utf-8'],
    ['hello {{user.name}}', 'plain', 'hello bob', 'text/plain; charset=utf-8'],
    ['{{user.id}}', 'text/plain', '4', 'text/plain; charset=utf-8'],
    ['<u>{{user.id}}</u>', 'html', '<u>4</u>', 'text/html; charset=utf-8'],
    ['<u/>', 'text/html', '<u/>', 'text/html; charset=utf-8'],
    ['<u id="{{user.id}}"/>', 'xml', '<u id="4"/>', 'text/xml; charset=utf-8'],
    ['<u/>', 'application/xml', '<u/>', 'application/xml; charset=utf-8'],
    ['<u/>', 'TEXT/XML', '<u/>', 'text/xml; charset=utf-8'],
    [{ id: 1 }, 'yaml', '{"id":1}', 'application/json'],
    ['text', 'constructor', '"text"', 'application/json'],
    [false, 'json', 'false', 'application/json'],
    ['', 'text', '', 'text/plain; charset=utf-8'],
  ])('%j in the format %j is %j', (payload, format, body, contentType) => {
    expect(renderPayload(payload, format, BOB)).toEqual({ body, contentType });
  });
});
