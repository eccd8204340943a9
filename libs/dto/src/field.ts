import { ApiProperty } from '@nestjs/swagger';
import { registerDecorator } from 'class-validator';
import type { Pattern } from '@gatehouse/names';
import { describedSource } from './described-source';
import type { Vocabulary } from './vocabulary';

/** What a check looked at; the keys of `param.conditions`. Spec: http-api 2.3. */
export type Flag = 'not_none' | 'is_type' | 'not_empty' | 'matches' | 'is_in';

/** The first check that a value failed. `value` is what may be shown of it: a length for lengths, never a secret. */
export interface Failure {
  readonly status: 400 | 422;
  readonly conditions: Readonly<Partial<Record<Flag, boolean>>>;
  readonly value: unknown;
  readonly compare?: string;
  /** The rule that the value breaks, as the end of a sentence. */
  readonly rule?: string | undefined;
}

/** How one field of a body or query is read and checked. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'flag' | 'whole' | 'object' | 'list';
  /** Further names in queries. */
  readonly aliases: readonly string[];
  /** Names in queries are compared ignoring case unless this is set. */
  readonly exactCase: boolean;
  readonly fails: (value: unknown) => Failure | undefined;
}

const fieldsByClass = new WeakMap<object, Map<string, Field>>();

/** The fields of a DTO class in the order of their declaration, those of its parents first. */
export function fieldsOf(dto: abstract new () => object): readonly Field[] {
  const chain: object[] = [];
  for (let at: unknown = dto.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(at);
  }
  const fields = new Map<string, Field>();
  for (const prototype of chain) {
    for (const [name, field] of fieldsByClass.get(prototype) ?? []) fields.set(name, field);
  }
  return [...fields.values()];
}

interface Options {
  readonly about: string;
  readonly example?: unknown;
  /** An absent or null value is accepted. */
  readonly optional?: boolean;
  /** Status of an absent value; 400 unless a table says otherwise. */
  readonly missing?: 400 | 422;
  /** Status of a value of another JSON type. */
  readonly wrongType?: 400 | 422;
}

export interface TextOptions extends Options {
  readonly pattern?: Pattern;
  /** Status of a value that does not match or is too long. */
  readonly malformed?: 400 | 422;
  readonly maxLength?: number;
  /** An empty text is a value like any other. */
  readonly emptyAllowed?: boolean;
  /** False: null is a value of the wrong type, although the field may be absent. */
  readonly nullAllowed?: boolean;
  /** Never shown in an error; kept as a hash alone, so that it may hold what PostgreSQL keeps no text of. */
  readonly secret?: boolean;
  /** The values that there are, for the description; which of them is known is for the domain to say. */
  readonly vocabulary?: Vocabulary;
  readonly aliases?: readonly string[];
  readonly exactCase?: boolean;
}

/** PostgreSQL keeps neither NUL nor, as they have no UTF-8, halves of surrogate pairs. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;
/** Halves of surrogate pairs are no text at all: all of them would be hashed as the same bytes. */
const WELL_FORMED = /^\P{Surrogate}*$/u;

/** A text field. Checks in order: present, a string, not empty, length, pattern. */
export function Text(options: TextOptions): PropertyDecorator {
  const shown = (value: unknown): unknown => (options.secret ? null : value);
  const { missing = 400, wrongType = 422, malformed = 400 } = options;
  const fails = (value: unknown): Failure | undefined => {
    if (value === undefined || value === null) {
      const isRefusedNull = value === null && options.nullAllowed === false;
      if (options.optional && !isRefusedNull) return undefined;
      return {
        status: isRefusedNull ? wrongType : missing,
        conditions: { not_none: false, is_type: false },
        value: null,
        compare: 'Type[str]',
      };
    }
    if (typeof value !== 'string') {
      return {
        status: wrongType,
        conditions: { not_none: true, is_type: false },
        value: shown(presentable(value)),
        compare: 'Type[str]',
      };
    }
    if (value === '') {
      if (options.emptyAllowed) return undefined;
      return { status: malformed, conditions: { not_none: true, not_empty: false }, value: '' };
    }
    if (options.maxLength !== undefined && value.length > options.maxLength) {
      const compare = `range(1, ${options.maxLength + 1})`;
      return { status: malformed, conditions: { is_in: false }, value: value.length, compare };
    }
    const possible = options.secret ? WELL_FORMED : STORABLE;
    if (!possible.test(value) || (options.pattern && !options.pattern.test(value))) {
      return {
        status: malformed,
        conditions: { not_empty: true, matches: false },
        value: shown(presentable(value)),
        ...(options.pattern ? { compare: options.pattern.source } : {}),
        rule: options.pattern?.problemOf?.(value),
      };
    }
    return undefined;
  };
  return declareField('text', options, fails, options.vocabulary ?? textSchemaOf(options));
}

function textSchemaOf(options: TextOptions): Parameters<typeof ApiProperty>[0] {
  const { pattern, emptyAllowed, maxLength, secret } = options;
  return {
    type: String,
    // A pattern refuses the empty text by itself.
    ...(emptyAllowed || pattern ? {} : { minLength: 1 }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern ? { pattern: describedSource(pattern) } : {}),
    ...(secret ? { format: 'password', writeOnly: true } : {}),
  };
}

export interface FlagOptions extends Options {
  readonly aliases?: readonly string[];
  readonly exactCase?: boolean;
}

/** A boolean; in forms and queries the words of http-api 1.5 stand for it, and are turned before this check. */
export function FlagField(options: FlagOptions): PropertyDecorator {
  const fails = (value: unknown): Failure | undefined => {
    if (typeof value === 'boolean') return undefined;
    if (value === undefined || value === null) {
      if (options.optional) return undefined;
      return {
        status: options.missing ?? 400,
        conditions: { not_none: false },
        value: null,
        compare: 'Type[bool]',
      };
    }
    return {
      status: options.wrongType ?? 422,
      conditions: { is_type: false },
      value: presentable(value),
      compare: 'Type[bool]',
    };
  };
  return declareField('flag', options, fails, { type: Boolean });
}

export interface WholeOptions extends Options {
  readonly min: number;
  readonly max: number;
}

/** A whole number; a text of digits stands for it. */
export function Whole(options: WholeOptions): PropertyDecorator {
  const compare = `range(${options.min}, ${options.max + 1})`;
  const fails = (value: unknown): Failure | undefined => {
    if (value === undefined || value === null) {
      if (options.optional) return undefined;
      return {
        status: options.missing ?? 400,
        conditions: { not_none: false },
        value: null,
        compare: 'Type[int]',
      };
    }
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      const status = options.wrongType ?? 422;
      return { status, conditions: { is_type: false }, value: presentable(value), compare: 'Type[int]' };
    }
    if (value < options.min || value > options.max) {
      return { status: 422, conditions: { is_in: false }, value, compare };
    }
    return undefined;
  };
  return declareField('whole', options, fails, {
    type: 'integer',
    minimum: options.min,
    maximum: options.max,
  });
}

/** A field whose value the domain itself understands, whatever its type; forms write its objects and lists as JSON. */
export function Loose(
  options: Options & { readonly schema: Parameters<typeof ApiProperty>[0] },
): PropertyDecorator {
  const isList = options.schema !== undefined && 'type' in options.schema && options.schema.type === 'array';
  return declareField(isList ? 'list' : 'object', options, () => undefined, options.schema);
}

function declareField(
  kind: Field['kind'],
  options: Options & { aliases?: readonly string[]; exactCase?: boolean },
  fails: Field['fails'],
  schema: Parameters<typeof ApiProperty>[0],
): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const field: Field = {
      name,
      kind,
      aliases: options.aliases ?? [],
      exactCase: options.exactCase ?? false,
      fails,
    };
    const fields = fieldsByClass.get(prototype) ?? new Map<string, Field>();
    fieldsByClass.set(prototype, fields.set(name, field));
    registerDecorator({
      name: 'field',
      target: prototype.constructor,
      propertyName: name,
      validator: {
        validate: (value) => fails(value) === undefined,
        defaultMessage: () => `${name} is not usable`,
      },
    });
    ApiProperty({
      description: aboutWithAliases(options),
      required: !options.optional,
      ...(options.example === undefined ? {} : { example: options.example }),
      ...schema,
    } as Parameters<typeof ApiProperty>[0])(prototype, key);
  };
}

function aboutWithAliases({ about, aliases = [] }: { about: string; aliases?: readonly string[] }): string {
  if (aliases.length === 0) return about;
  return `${about} Also understood as ${aliases.map((alias) => `\`${alias}\``).join(' or ')}.`;
}

/** Scalars as they are, the rest as text, cut to a length that belongs in an error body. */
function presentable(value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
