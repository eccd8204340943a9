import { Problem } from '@gatehouse/problems';
import { readDefinition } from './definition';

const GIVEN = { name: 'audit', action: 'create_user', method: 'POST', url: 'https://hooks.example.org/u' };
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

function outcome(input: Record<string, unknown>): unknown {
  try {
    return readDefinition(input, () => undefined);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.status} ${error.errorCode} ${error.details.param?.name}`;
  }
}

describe('the definition of a webhook', () => {
  it('has a format and a payload that may be absent or null', () => {
    const definition = { ...GIVEN, format: null, payload: null };
    expect(outcome(GIVEN)).toEqual(definition);
    expect(outcome({ ...GIVEN, format: null, payload: null })).toEqual(definition);
  });

  it.each([
    { method: 'GET' },
    { method: 'HEAD' },
    { method: 'DELETE' },
    { action: 'delete_group_permission' },
    { format: 'yaml' },
    { payload: { a: [1, 'x', null, { b: true }] } },
    { payload: 'text' },
    { payload: 0 },
    { payload: deep(64) },
    { url: 'http://localhost:9000' },
  ])('may have %j', (fields) => expect(outcome({ ...GIVEN, ...fields })).toMatchObject(fields));

  it.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, '400 value_missing name'],
    [{ name: null }, '400 value_missing name'],
    [{ name: '' }, '400 value_missing name'],
    [{ name: ' ' }, '422 webhook_value_invalid name'],
    [{ name: 5 }, '422 webhook_value_invalid name'],
    [{ name: 'a\0' }, '422 webhook_value_invalid name'],
    [{ name: 'a'.repeat(129) }, '422 webhook_value_invalid name'],
    [{ action: undefined }, '400 value_missing action'],
    [{ action: 'create_group' }, '422 webhook_value_invalid action'],
    [{ action: 'CREATE_USER' }, '422 webhook_value_invalid action'],
    [{ action: 'constructor' }, '422 webhook_value_invalid action'],
    [{ method: undefined }, '400 value_missing method'],
    [{ method: 'post' }, '422 webhook_value_invalid method'],
    [{ method: 'OPTIONS' }, '422 webhook_value_invalid method'],
    [{ method: 'CONNECT' }, '422 webhook_value_invalid method'],
    [{ url: undefined }, '400 value_missing url'],
    [{ url: '/u' }, '422 webhook_value_invalid url'],
    [{ url: 'hooks.example.org' }, '422 webhook_value_invalid url'],
    [{ url: 'https://' }, '422 webhook_value_invalid url'],
    [{ url: `https://hooks.example.org/${'a'.repeat(2_100)}` }, '422 webhook_value_invalid url'],
    [{ format: 5 }, '422 webhook_value_invalid format'],
    [{ payload: 'a\0b' }, '422 webhook_value_invalid payload'],
    [{ payload: { 'a\0b': 1 } }, '422 webhook_value_invalid payload'],
    [{ payload: ['\ud800'] }, '422 webhook_value_invalid payload'],
    [{ payload: Infinity }, '422 webhook_value_invalid payload'],
    [{ payload: new Date() }, '422 webhook_value_invalid payload'],
    [{ payload: deep(65) }, '422 webhook_value_invalid payload'],
    [{ payload: 'x'.repeat(70_000) }, '422 webhook_value_invalid payload'],
    [{ secret: 'x' }, '422 webhook_field_unknown secret'],
    [{ Name: 'x' }, '422 webhook_field_unknown Name'],
    [{ id: 1 }, '422 webhook_field_unknown id'],
  ])('with %j is refused: %s', (fields, error) => expect(outcome({ ...GIVEN, ...fields })).toBe(error));

  it('has a URL that requests may be sent to', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    expect(() => readDefinition(GIVEN, refuse)).toThrow('refused');
  });
});
