import { contentOf, parseYaml } from '../batch/documents';
import { UsageError } from '../failures';

/** A request as a client would send it. */
export interface ExpectedRequest {
  /** Method and target: `GET /ows/proxy/maps/wms?…`. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** What a policy is expected to say: somebody is allowed something, or not. */
export interface Expectation {
  readonly file: string;
  /** From 1, in its file. */
  readonly number: number;
  readonly subject: { readonly user: string } | { readonly group: string } | 'everyone';
  readonly question: { readonly permission: string; readonly on: string } | ExpectedRequest;
  readonly expected: 'allowed' | 'denied';
  /** The reason that is expected, such as `group hydrologists`. */
  readonly because: string | undefined;
}

const FIELDS = new Set([
  'user',
  'group',
  'everyone',
  'permission',
  'on',
  'request',
  'headers',
  'body',
  'expected',
  'because',
]);

/** The expectations of some files. Throws a {@link UsageError} with all that is wrong with them. */
export async function readExpectations(files: readonly string[]): Promise<Expectation[]> {
  const problems: string[] = [];
  const found: Expectation[] = [];
  for (const file of files) {
    const document = await parseYaml(await contentOf(file), file);
    const list = isObject(document) ? document['expectations'] : undefined;
    if (!Array.isArray(list)) throw new UsageError(`${file} has no list expectations.`);
    list.forEach((entry: unknown, index) => {
      const read = expectationIn(entry);
      if (typeof read === 'string') problems.push(`${file}, expectation ${index + 1}: ${read}`);
      else found.push({ file, number: index + 1, ...read });
    });
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  if (found.length === 0) throw new UsageError('There are no expectations.');
  return found;
}

/** An expectation, or what is wrong with it. */
function expectationIn(entry: unknown): Omit<Expectation, 'file' | 'number'> | string {
  if (!isObject(entry)) return 'it is not an object';
  const unknown = Object.keys(entry).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return `there is no field ${unknown} (${[...FIELDS].join(', ')})`;
  const { user, group, everyone, permission, on, request, headers, body, expected, because } = entry;
  if ([user, group, everyone].filter((each) => each !== undefined).length !== 1)
    return 'it is about exactly one of user, group and everyone';
  if (everyone !== undefined && everyone !== true) return 'everyone is true or absent';
  if (expected !== 'allowed' && expected !== 'denied') return 'expected is allowed or denied';
  if (because !== undefined && typeof because !== 'string') return 'because is a text';
  const subject =
    typeof user === 'string'
      ? { user }
      : typeof group === 'string'
        ? { group }
        : everyone
          ? 'everyone'
          : undefined;
  if (subject === undefined) return 'user and group are names';
  const common = { subject, expected, because } as const;
  if (typeof request === 'string' && permission === undefined && on === undefined) {
    if (!isAbsentOr(headers, isTexts)) return 'headers are texts by their names';
    if (!isAbsentOr(body, isText)) return 'body is a text';
    return { ...common, question: { request, headers, body } };
  }
  if (headers !== undefined || body !== undefined) return 'headers and body belong to a request';
  if (typeof permission === 'string' && typeof on === 'string' && request === undefined)
    return { ...common, question: { permission, on } };
  return 'it has either a request, or a permission and on';
}

function isAbsentOr<T>(value: unknown, isOne: (value: unknown) => value is T): value is T | undefined {
  return value === undefined || isOne(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every(isText);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
