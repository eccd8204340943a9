import { isMap, isScalar, parseDocument } from 'yaml';
import { CONFLICTS, type ConflictCode, entryOf } from './catalogue';

/** What a file decides about objects with a conflict: by its code, and the identifier or name of the object in the source. */
export interface Decision {
  readonly code: ConflictCode;
  /** An identifier, a name, or `*` for all others. */
  readonly key: string;
  /** The first word of an alternative of the conflict. */
  readonly choice: string;
  readonly value: string | null;
}

/** A file of decisions that cannot be used; `messages` says where and why. */
export class DecisionsInvalid extends Error {
  override readonly name = 'DecisionsInvalid';
  constructor(readonly messages: readonly string[]) {
    super(messages.join('\n'));
  }
}

/** Maximum number of decisions, and of characters of a file. */
const MAX_DECISIONS = 100_000;
const MAX_TEXT_LENGTH = 20_000_000;

/**
 * Reads a file of decisions, YAML:
 *
 *     user_name_taken:
 *       Bob: {rename: bob-2}
 *       17: skip
 *       '*': skip
 *
 * Throws `DecisionsInvalid` with a line for each mistake.
 */
export function readDecisions(text: string, file = 'decisions'): Decision[] {
  if (text.length > MAX_TEXT_LENGTH)
    throw new DecisionsInvalid([`${file}: longer than ${MAX_TEXT_LENGTH} characters`]);
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: true });
  const lines = new LineNumbers(text, file);
  const mistakes = document.errors.map((error) => lines.at(error.pos[0], error.message.split('\n')[0] ?? ''));
  const decisions: Decision[] = [];
  const { contents } = document;
  if (mistakes.length === 0 && contents !== null && !isEmpty(contents)) {
    if (isMap(contents))
      for (const { key, value } of contents.items)
        readCode(key, value, decisions, (node, message) => {
          mistakes.push(lines.at(offsetOf(node), message));
        });
    else mistakes.push(lines.at(0, 'an object with the codes of conflicts is expected'));
  }
  if (decisions.length > MAX_DECISIONS) mistakes.push(`${file}: more than ${MAX_DECISIONS} decisions`);
  if (mistakes.length > 0) throw new DecisionsInvalid(mistakes.slice(0, 100));
  return decisions;
}

type Report = (node: unknown, message: string) => void;

function readCode(key: unknown, value: unknown, decisions: Decision[], report: Report): void {
  const code = textOf(key);
  if (code === undefined || !Object.hasOwn(CONFLICTS, code)) {
    report(key, `${code ?? 'this'} is the code of no conflict; codes: ${Object.keys(CONFLICTS).join(', ')}`);
    return;
  }
  const { alternatives } = entryOf(code as ConflictCode);
  if (alternatives.length === 0) {
    report(key, `nothing can be decided about ${code}`);
    return;
  }
  if (!isMap(value)) {
    report(value ?? key, `${code}: an object is expected, with a decision for each identifier or name`);
    return;
  }
  for (const item of value.items) {
    const object = textOf(item.key);
    if (object === undefined) report(item.key, `${code}: an identifier or a name is expected`);
    else
      readChoice(code as ConflictCode, object, item.value, decisions, (node, message) =>
        report(node ?? item.key, message),
      );
  }
}

function readChoice(
  code: ConflictCode,
  key: string,
  value: unknown,
  decisions: Decision[],
  report: Report,
): void {
  const { alternatives } = entryOf(code);
  const [pair] = isMap(value) && value.items.length === 1 ? value.items : [];
  const choice = pair ? textOf(pair.key) : textOf(value);
  const given = pair ? textOf(pair.value) : null;
  const known = alternatives.find((one) => one.split(':')[0] === choice);
  if (choice === undefined || known === undefined) {
    report(value, `${code}: ${key}: one of these is expected: ${alternatives.join(', ')}`);
    return;
  }
  const needsValue = known.includes(':');
  if (needsValue !== (typeof given === 'string' && given !== '')) {
    report(
      value,
      `${code}: ${key}: ${needsValue ? `{${choice}: <text>} is expected` : `${choice} has no value`}`,
    );
    return;
  }
  if (needsValue && key === '*') {
    report(value, `${code}: *: a value is for one identifier or name`);
    return;
  }
  decisions.push({ code, key, choice, value: given ?? null });
}

function isEmpty(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}

function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function offsetOf(node: unknown): number {
  const range = (node as { readonly range?: readonly number[] } | null | undefined)?.range;
  return range?.[0] ?? 0;
}

/** Puts file and line before a message. */
class LineNumbers {
  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  at(offset: number, message: string): string {
    return `${this.file}:${this.text.slice(0, offset).split('\n').length}: ${message}`;
  }
}
