import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import { COMMANDS } from '../../src/commands/catalogue';
import type { Command } from '../../src/declaration/command';
import { type Invocation, createParser } from '../../src/program';
import { type Shape, parseShape } from '../../src/reference/json-shape';
import { jsonOf } from '../../src/reference/usage';

type Schema = Readonly<Record<string, unknown>>;

const DESCRIPTION = join(process.cwd(), 'docs/openapi.json');
const SIMPLE = ['string', 'number', 'boolean', 'object'];
/** What all replies have, and the program leaves out. */
const ENVELOPE = 'CommonBodyDto';

let ajv: Ajv | undefined;
let paths: Readonly<Record<string, Readonly<Record<string, Described>>>> = {};
let schemas: Readonly<Record<string, Schema>> = {};
const validators = new Map<string, ValidateFunction>();

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** What the output of a run differs in from the declared form; undefined for what is none of JSON, or as declared. */
export async function undeclaredOutput(args: readonly string[], stdout: string): Promise<string | undefined> {
  if (stdout.trim() === '') return undefined;
  const invocation = await invocationOf(args);
  if (!invocation || !printsJson(invocation)) return undefined;
  return differenceOf(declaredForm(invocation), stdout);
}

/** What JSON of a command that is called without the program differs in from the declared form. */
export function undeclaredJson(name: string, value: unknown): string | undefined {
  const command = COMMANDS.find((each) => each.name === name);
  if (!command) throw new Error(`there is no command ${name}`);
  return differenceOf(jsonOf(command), JSON.stringify(value));
}

/** The command that the words mean, with its options; undefined for wrong ones. */
async function invocationOf(args: readonly string[]): Promise<Invocation | undefined> {
  const invocations: Invocation[] = [];
  const parser = createParser('0', async (each) => void invocations.push(each));
  await parser.parseAsync([...args], { from: 'user' }).catch(() => undefined);
  return invocations[0];
}

function printsJson({ globals, values }: Invocation): boolean {
  const isAsked = globals['json'] === true || globals['output'] === 'json';
  return isAsked && values['format'] !== 'csv';
}

function declaredForm({ command, globals }: Invocation): string {
  const form = jsonOf(command);
  const isEach = globals['file'] !== undefined && command.isBatch === true && !command.allAtOnce;
  return isEach
    ? `{ done: (${form})[], failed: { record: number, error_code: string | null, detail: string }[], not_sent: number }`
    : form;
}

/** What a text differs in from a form, with the first value that does. */
export function differenceOf(form: string, text: string): string | undefined {
  const shape = parseShape(form);
  const alternatives = shape.kind === 'union' ? shape.of : [shape];
  if (
    alternatives.some(({ kind, ...others }) => kind === 'name' && 'name' in others && others.name === 'Text')
  )
    return undefined;
  const lines = alternatives.filter(({ kind }) => kind === 'lines').map((each) => (each as { of: Shape }).of);
  const whole = alternatives.filter(({ kind }) => kind !== 'lines');
  const document = parsed(text);
  const wrong = document === undefined ? text.trim().split('\n').map(parsed) : [document];
  const allowed = document === undefined ? lines : [...whole, ...lines];
  if (allowed.length === 0) return `${form}, but something else: ${text.slice(0, 200)}`;
  const validate = validatorOf({ kind: 'union', of: allowed });
  for (const value of wrong)
    if (!validate(value))
      return `${form}: ${validate.errors?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join('; ')}\n${JSON.stringify(value).slice(0, 2_000)}`;
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function validatorOf(shape: Shape): ValidateFunction {
  const key = JSON.stringify(shape);
  const validate = validators.get(key) ?? described().compile(schemaOf(shape));
  validators.set(key, validate);
  return validate;
}

/** The schemas of the description, loaded once. */
function described(): Ajv {
  if (ajv) return ajv;
  const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  ({ paths } = description);
  ({ schemas } = description.components);
  const definitions = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, name === ENVELOPE ? {} : draftOf(schema)]),
  );
  ajv = new Ajv({ strict: false, validateFormats: false, inlineRefs: false });
  ajv.addSchema({ $id: 'api', $defs: definitions });
  return ajv;
}

/** A schema of OpenAPI 3.0 as one of JSON Schema: `nullable` is none of its words. */
function draftOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(draftOf);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, $ref, ...others } = value as Record<string, unknown>;
  const schema: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(others))
    schema[name] = name === 'enum' || name === 'example' ? content : draftOf(content);
  if (typeof $ref === 'string') schema['$ref'] = refTo($ref.split('/').at(-1) ?? '');
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function refTo(name: string): string {
  return `api#/$defs/${name}`;
}

/** Objects have no fields that are not declared. */
function schemaOf(shape: Shape): Schema {
  switch (shape.kind) {
    case 'union':
      return { anyOf: shape.of.map(schemaOf) };
    case 'both':
      return { allOf: shape.of.map(openSchemaOf), unevaluatedProperties: false };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'record':
      return { type: 'object', additionalProperties: schemaOf(shape.of) };
    case 'lines':
      throw new Error('lines are no part of a form');
    case 'literal':
      return { const: shape.value };
    default:
      return {
        ...openSchemaOf(shape),
        unevaluatedProperties: shape.kind === 'name' && shape.name === 'object',
      };
  }
}

function openSchemaOf(shape: Shape): Schema {
  if (shape.kind === 'object') {
    const { fields } = shape;
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, type }) => [name, schemaOf(type)])),
      required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    };
  }
  if (shape.kind === 'reply') return replyOf(shape.operation);
  if (shape.kind !== 'name') return schemaOf(shape);
  if (SIMPLE.includes(shape.name)) return { type: shape.name };
  if (!(shape.name in schemas)) throw new Error(`there is no schema ${shape.name}`);
  return { $ref: refTo(shape.name) };
}

function replyOf(operation: string): Schema {
  const [method = '', path = ''] = operation.split(' ');
  const { responses } = paths[path]?.[method.toLowerCase()] ?? {};
  const status = Object.keys(responses ?? {}).find((code) => code.startsWith('2'));
  const schema = responses?.[status ?? '']?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`there is no reply of ${operation}`);
  return draftOf(schema) as Schema;
}

/** Throws an `Error` for a form that names what does not exist. */
export function checkForm(command: Command): void {
  const shape = parseShape(jsonOf(command));
  const alternatives = shape.kind === 'union' ? shape.of : [shape];
  for (const each of alternatives)
    if (each.kind !== 'name' || each.name !== 'Text') validatorOf(each.kind === 'lines' ? each.of : each);
}
