import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The rules are an ES module, which Jest does not load. */
async function complaintsAbout(description: object): Promise<string[]> {
  const script = `import { complaintsAbout } from './openapi-rules.mjs';
    console.log(JSON.stringify(complaintsAbout(${JSON.stringify(description)})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout) as string[];
}

const JSON_BODY = { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } };
const FORM_BODY = { 'application/x-www-form-urlencoded': JSON_BODY['application/json'] };
const REPLY = { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } } };
const components = {
  schemas: {
    Body: { type: 'object', properties: { example: { type: 'string', pattern: '^a$', example: 'a' } } },
    Word: { type: 'string', enum: ['a', 'b'] },
  },
};
const describing = (path: string, operation: object, schemas: object = {}) => ({
  paths: { [path]: { post: { responses: REPLY, ...operation } } },
  components: { schemas: { ...components.schemas, ...schemas } },
});
const withPattern = (pattern: string) =>
  describing('/things', {}, { Name: { type: 'object', properties: { name: { type: 'string', pattern } } } });
const inPath = (schema: object, example?: unknown) =>
  describing('/things/{thing}', { parameters: [{ name: 'thing', in: 'path', schema, example }] });

describe('the rules about the description of the interface', () => {
  it('accept bodies in JSON, and as a form only for the sign-in', async () => {
    const json = { requestBody: { content: JSON_BODY } };
    const both = { requestBody: { content: { ...JSON_BODY, ...FORM_BODY } } };
    expect(await complaintsAbout(describing('/things', json))).toEqual([]);
    expect(await complaintsAbout(describing('/signin', both))).toEqual([]);
    expect(await complaintsAbout(describing('/things', both))).toHaveLength(1);
    expect(await complaintsAbout(describing('/signin', json))).toHaveLength(1);
  });

  it('refuse a reply, an object and a list of values that have no name', async () => {
    const reply = { responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } } };
    expect(await complaintsAbout(describing('/things', reply))).toEqual([
      'post /things: the reply 200 has no named schema',
    ]);
    const within = (member: object) => ({ Outer: { type: 'object', properties: { member } } });
    const anonymous = [{ type: 'object' }, { type: 'string', enum: ['a'] }];
    for (const member of anonymous) {
      expect(await complaintsAbout(describing('/things', {}, within(member)))).toEqual([
        '#/components/schemas/Outer/properties/member: a shape without a name',
      ]);
    }
    const examples = { ...within({ type: 'string', example: { type: 'object' } }) };
    expect(await complaintsAbout(describing('/things', {}, examples))).toEqual([]);
  });

  it('refuse a path parameter without limits or without an example', async () => {
    const word = { $ref: '#/components/schemas/Word' };
    expect(await complaintsAbout(inPath({ type: 'string', pattern: '^a$' }, 'a'))).toEqual([]);
    expect(await complaintsAbout(inPath({ type: 'integer', minimum: 0, maximum: 9 }, 1))).toEqual([]);
    expect(await complaintsAbout(inPath(word, 'a'))).toEqual([]);
    expect(await complaintsAbout(inPath({ type: 'string' }, 'a'))).toHaveLength(1);
    expect(await complaintsAbout(inPath({ type: 'integer', minimum: 0 }, 1))).toHaveLength(1);
    expect(await complaintsAbout(inPath(word))).toHaveLength(1);
  });

  it.each([
    '^[A-Za-z0-9]+(?:[ _.-][A-Za-z0-9]+)*$',
    "^[a-z.!#$%&'*+/=?^_`{|}~-]+@[a-z](?:[a-z-]{0,61}[a-z])?$",
    '^\\[[0-9a-f:.]+\\](?::[0-9]{1,5})?(?:[/?#][^\\x00-\\x20\\x7f]*)?$',
  ])('accept the pattern %s', async (pattern) => {
    expect(await complaintsAbout(withPattern(pattern))).toEqual([]);
  });

  it.each([
    ['[a-z]+', 'no anchors'],
    ['^\\s+$', 'classes or assertions that dialects read differently'],
    ['^[\\d]+$', 'classes or assertions that dialects read differently'],
    ['^\\P{Surrogate}*$', 'classes or assertions that dialects read differently'],
    ['^(?=a)a$', 'groups that are not plain'],
    ['^(?<name>a)$', 'groups that are not plain'],
    ['^(a)\\1$', 'references to groups'],
    ['^a++$', 'possessive quantifiers'],
    ['^[a[b]+$', 'classes that some dialects read as sets'],
    ['^[a&&b]+$', 'classes that some dialects read as sets'],
    ['^(a$', 'not a regular expression of ECMAScript'],
  ])('refuse the pattern %s', async (pattern, why) => {
    expect(await complaintsAbout(withPattern(pattern))).toContain(`the pattern ${pattern}: ${why}`);
  });
});
