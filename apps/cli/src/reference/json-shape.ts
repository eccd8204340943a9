/** The form of JSON, in the notation of docs/cli.md#json. */
export type Shape =
  | { readonly kind: 'union' | 'both'; readonly of: readonly Shape[] }
  | { readonly kind: 'list' | 'record' | 'lines'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: readonly ShapeField[] }
  /** The reply of an operation of the API, such as `GET /users`. */
  | { readonly kind: 'reply'; readonly operation: string }
  | { readonly kind: 'literal'; readonly value: string | boolean | null }
  /** A simple type, a schema of the description of the API, or `Text`. */
  | { readonly kind: 'name'; readonly name: string };

interface ShapeField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: Shape;
}

const TOKEN = /\s*(Reply<[^>]+>|Lines<|Record<|\[\]|'[^']*'|\w+|[{}()|&?:,>])/y;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
/** Characters in a line of the reference. */
const WIDTH = 96;

/** Reads a form. Throws an `Error` that names the first part that is none. */
export function parseShape(text: string): Shape {
  const tokens = tokensOf(text);
  let at = 0;
  const isNext = (token: string): boolean => tokens[at] === token;
  const take = (token: string): boolean => isNext(token) && ++at > 0;
  const next = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(`the form ends early: ${text}`);
    return token;
  };
  const expectNext = (token: string): void => {
    if (!take(token)) throw new Error(`'${tokens[at] ?? ''}' instead of '${token}': ${text}`);
  };
  const separated = (separator: '|' | '&', kind: 'union' | 'both', part: () => Shape): Shape => {
    const of = [part()];
    while (take(separator)) of.push(part());
    return of.length === 1 ? (of[0] as Shape) : { kind, of };
  };
  const union = (): Shape => separated('|', 'union', () => separated('&', 'both', list));
  function list(): Shape {
    let of = single();
    while (take('[]')) of = { kind: 'list', of };
    return of;
  }
  function single(): Shape {
    const token = next();
    if (token === '{') return objectIn();
    if (token === '(' || token === 'Lines<' || token === 'Record<') {
      const of = union();
      expectNext(token === '(' ? ')' : '>');
      return token === '(' ? of : { kind: token === 'Lines<' ? 'lines' : 'record', of };
    }
    if (token.startsWith('Reply<')) return { kind: 'reply', operation: token.slice(6, -1) };
    if (token.startsWith("'")) return { kind: 'literal', value: token.slice(1, -1) };
    const word = WORDS[token];
    if (word !== undefined) return { kind: 'literal', value: word };
    if (/^[A-Za-z]/.test(token)) return { kind: 'name', name: token };
    throw new Error(`'${token}' is no form: ${text}`);
  }
  function objectIn(): Shape {
    const fields: ShapeField[] = [];
    while (!take('}')) {
      const name = next();
      const isOptional = take('?');
      expectNext(':');
      fields.push({ name, isOptional, type: union() });
      if (!isNext('}')) expectNext(',');
    }
    return { kind: 'object', fields };
  }
  const shape = union();
  if (at < tokens.length) throw new Error(`'${tokens[at] ?? ''}' is not expected: ${text}`);
  return shape;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; text.slice(end).trim() !== ''; end = TOKEN.lastIndex) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`'${text.slice(end)}' is no form`);
    tokens.push(token);
  }
  return tokens;
}

/** The form as text, in several lines where one would be long. */
export function shapeText(shape: Shape, indent = ''): string {
  const flat = flatText(shape);
  if (flat.length + indent.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  switch (shape.kind) {
    case 'object':
      return `{\n${shape.fields.map((field) => `${inner}${field.name}${field.isOptional ? '?' : ''}: ${shapeText(field.type, inner)},\n`).join('')}${indent}}`;
    case 'union':
    case 'both':
      return shape.of
        .map((part) => shapeText(part, indent))
        .join(`\n${indent}${shape.kind === 'union' ? '|' : '&'} `);
    case 'list':
      return grouped(shape.of, shapeText(shape.of, indent));
    case 'record':
    case 'lines':
      return `${shape.kind === 'lines' ? 'Lines' : 'Record'}<${shapeText(shape.of, indent)}>`;
    default:
      return flat;
  }
}

function grouped({ kind }: Shape, text: string): string {
  return kind === 'union' || kind === 'both' ? `(${text})[]` : `${text}[]`;
}

function flatText(shape: Shape): string {
  switch (shape.kind) {
    case 'object':
      return `{ ${shape.fields.map(({ name, isOptional, type }) => `${name}${isOptional ? '?' : ''}: ${flatText(type)}`).join(', ')} }`;
    case 'union':
    case 'both':
      return shape.of.map(flatText).join(shape.kind === 'union' ? ' | ' : ' & ');
    case 'list':
      return grouped(shape.of, flatText(shape.of));
    case 'record':
      return `Record<${flatText(shape.of)}>`;
    case 'lines':
      return `Lines<${flatText(shape.of)}>`;
    case 'reply':
      return `Reply<${shape.operation}>`;
    case 'literal':
      return typeof shape.value === 'string' ? `'${shape.value}'` : String(shape.value);
    case 'name':
      return shape.name;
  }
}
