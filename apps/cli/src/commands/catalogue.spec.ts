import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, fieldsOf } from '../declaration/command';
import { longOf } from '../declaration/field';
import { pathParameters, usesQuery } from '../declaration/request';
import { commonOptionsOf, createParser } from '../program';
import { checkForm, differenceOf } from '../../e2e/harness/json-output';
import { COMMANDS, GROUPS } from './catalogue';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Described {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const description = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8'));

function operationOf(command: Command): Described | undefined {
  const [method = '', path = ''] = command.operation?.split(' ') ?? [];
  return description.paths[path]?.[method.toLowerCase()];
}

/** All properties of a schema, those of the schemas that it consists of included. */
function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  if (!schema) return {};
  const named = schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
  return Object.assign(
    {},
    schema.properties,
    named && propertiesOf(named),
    ...(schema.allOf ?? []).map(propertiesOf),
  );
}

function requiredOf(schema: Schema): readonly string[] {
  const named = schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return named.required ?? [];
}

function itemsOf(schema: Schema | undefined): Schema | undefined {
  if (schema?.items) return schema.items;
  const choices = [
    ...(schema?.oneOf ?? []),
    ...(schema?.allOf ?? []),
    ...(schema?.$ref ? [description.components.schemas[schema.$ref.split('/').at(-1) ?? '']] : []),
  ];
  return choices.map(itemsOf).find((found) => found !== undefined);
}

function bodyOf(operation: Described): Schema {
  return operation.requestBody?.content['application/json']?.schema ?? {};
}

function replyOf(operation: Described): Schema | undefined {
  const status = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? '';
  return operation.responses[status]?.content?.['application/json']?.schema;
}

/** What a command sends beside the parameters of the path. */
function sentBy(command: Command): readonly string[] {
  const inPath = pathParameters(command.operation ?? '');
  const fields = Object.entries(fieldsOf(command)).filter(
    ([name, { isLocal }]) => !isLocal && !inPath.includes(name),
  );
  return [...fields.map(([name, { wire }]) => wire ?? name), ...Object.keys(command.constants ?? {})];
}

const withOperation = COMMANDS.filter(({ operation }) => operation !== undefined).map(
  (command) => [command.name, command] as const,
);
const all = COMMANDS.map((command) => [command.name, command] as const);

describe('a command of one operation', () => {
  it.each(withOperation)('is one of the description: %s', (_name, command) => {
    expect(operationOf(command)).toBeDefined();
  });

  it.each(withOperation)('fills the path of its operation with its arguments: %s', (_name, command) => {
    const { operation = '' } = command;
    const missing = pathParameters(operation).filter((name) => fieldsOf(command)[name]?.isRequired !== true);
    expect(missing).toEqual([]);
  });

  it.each(withOperation)('sends only what the operation takes: %s', (_name, command) => {
    const operation = operationOf(command)!;
    const known = usesQuery(command.operation ?? '')
      ? (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      : Object.keys(propertiesOf(bodyOf(operation)));
    expect(sentBy(command).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(withOperation)('requires what the operation requires: %s', (_name, command) => {
    const operation = operationOf(command)!;
    const fields = Object.entries(fieldsOf(command));
    const given = fields.filter(([, { isRequired }]) => isRequired).map(([name, { wire }]) => wire ?? name);
    expect(requiredOf(bodyOf(operation)).filter((name) => !given.includes(name))).toEqual([]);
  });

  it.each(withOperation)('shows only what its reply has: %s', (_name, command) => {
    const { shows } = command;
    if (shows.kind !== 'list' && shows.kind !== 'record') return;
    const reply = replyOf(operationOf(command)!);
    const found = shows.in === undefined ? reply : propertiesOf(reply)[shows.in];
    expect(found).toBeDefined();
    const row = shows.kind === 'list' ? itemsOf(found) : found;
    const known = Object.keys(propertiesOf(row));
    const shown = shows.columns.flatMap(({ field }) => field ?? []);
    expect(shown.filter((field) => !known.includes(field))).toEqual([]);
  });
});

describe('every command', () => {
  it.each(all)('has a name of its own, and belongs to a group: %s', (name) => {
    expect(COMMANDS.filter((command) => command.name === name).length).toBe(1);
    const [group, ...rest] = name.split(' ');
    expect(rest.length === 0 || GROUPS.some((each) => each.name === group)).toBe(true);
  });

  it.each(all)('declares the form of its JSON, of schemas that exist: %s', (_name, command) => {
    expect(() => checkForm(command)).not.toThrow();
    // The reply of its operation is what it prints by default.
    expect(command.json === undefined).toBe(command.operation !== undefined);
  });

  it.each(all)('has no two options of one name: %s', (_name, command) => {
    const options = [...Object.entries(command.options), ...Object.entries(commonOptionsOf(command))];
    const longs = options.map(([key, field]) => longOf(key, field));
    const shorts = options.flatMap(([, { short }]) => short ?? []);
    expect(longs.length).toBe(new Set(longs).size);
    expect(shorts.length).toBe(new Set(shorts).size);
  });

  it.each(all.filter(([, { needs }]) => needs !== 'tool'))(
    'takes no secret as an argument: %s',
    (_name, command) => {
      const suspicious = Object.entries(fieldsOf(command)).filter(
        ([name, { kind }]) => /password|secret|^token$/.test(name) && !['secret', 'flag'].includes(kind),
      );
      expect(suspicious).toEqual([]);
    },
  );

  it.each(all.filter(([name]) => / (delete|revoke|end|end-all|leave|remove)$/.test(name)))(
    'that loses something asks before: %s',
    (_name, command) => expect(command.confirms).toBeDefined(),
  );

  it.each(all.filter(([, { examples }]) => examples.length > 0))(
    'has examples that it accepts: %s',
    async (_name, command) => {
      for (const { line } of command.examples) {
        const words = wordsOf(line);
        const called: string[] = [];
        const parser = createParser('0', async ({ command: { name } }) => void called.push(name));
        await parser.parseAsync(words, { from: 'user' });
        expect(called).toEqual([command.name]);
      }
    },
  );
});

describe('the comparison of JSON with its form', () => {
  it.each([
    ['{ current: string }', '{"current": "default"}'],
    ["{ kind: 'a' | 'b', of?: number[] }[]", '[{"kind": "b", "of": [1]}, {"kind": "a"}]'],
    [
      '{ url: string } & Reply<GET /version>',
      '{"url": "http://localhost", "version": "6.0.0", "db_version": "x"}',
    ],
    ['Lines<{ id: number }>', '{"id": 1}\n{"id": 2}\n'],
    ['{ a: Record<number> | null } | Lines<{ b: true }>', '{"a": {"x": 1}}'],
    ['Text', 'complete -c gatehouse'],
  ])('accepts what it describes: %s', (form, text) => {
    expect(differenceOf(form, text)).toBeUndefined();
  });

  it.each([
    ['{ current: string }', '{"current": "default", "more": 1}'],
    ['{ current: string }', '{}'],
    ["{ kind: 'a' | 'b' }", '{"kind": "c"}'],
    [
      '{ url: string } & Reply<GET /version>',
      '{"url": "http://localhost", "version": "6.0.0", "db_version": "x", "code": 200}',
    ],
    ['Lines<{ id: number }>', '{"id": 1}\n{"id": "2"}\n'],
    ['{ id: number }', '{"id": 1}\n{"id": 2}\n'],
  ])('names what it does not describe: %s', (form, text) => {
    expect(differenceOf(form, text)).toContain(form);
  });
});

/** Words as a shell passes them: quotes, and redirections left out. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const redirection = words.findIndex((word) => word === '>' || word === '<');
  return redirection < 0 ? words : words.slice(0, redirection);
}
