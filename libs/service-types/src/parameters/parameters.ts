import type { InvalidRequest, Parameter, ServiceRequest } from '../service-type';

/** The values of the parameters that a mapping asks for, by lower-case name, as they are spelled in the request. */
export type ParameterValues = ReadonlyMap<string, string>;

/** The methods whose requests say all in their query; everything else may say it in a body. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/** Whether what such a request asks for may stand in its body. */
export function mayAskInBody(method: string): boolean {
  return !BODILESS.has(method);
}

export function invalidParameter(name: string, detail: string): InvalidRequest {
  return { invalid: 'InvalidParameterValue', locator: name, detail };
}

/**
 * Reads the parameters of those names (lower case) from wherever a request may carry them: query, form, JSON members,
 * and of XML the name of the root (`request`) and its attributes `service` and `request`. Readers disagree about
 * which of two values counts, so that a request that gives a parameter two different ones is invalid; so is one whose
 * body cannot be read, or which has a body where none is expected. Case is no difference. spec: permissions 4.5,
 * "Recommended reader".
 */
export function readParameters(
  request: ServiceRequest,
  names: ReadonlySet<string>,
): ParameterValues | InvalidRequest {
  const invalid = unusableBody(request);
  if (invalid) return invalid;
  const values = new Map<string, string>();
  for (const [name, value] of request.query) {
    const problem = take(values, names, name, value);
    if (problem) return problem;
  }
  if (request.body.kind === 'none') return values;
  for (const [name, value] of bodyEntries(request)) {
    const problem = take(values, names, name, value);
    if (problem) return problem;
  }
  return values;
}

/** Why the body keeps a request from being understood, if it does. */
function unusableBody({ method, body }: ServiceRequest): InvalidRequest | undefined {
  if (body.kind === 'none') return undefined;
  const problem = !mayAskInBody(method)
    ? `A body of a ${method} request is read by some services and not by others.`
    : body.kind === 'unreadable'
      ? `The body cannot be read: ${body.problem}.`
      : body.kind === 'unread'
        ? 'The body was not read.'
        : undefined;
  return problem === undefined
    ? undefined
    : { invalid: 'NoApplicableCode', locator: 'body', detail: problem };
}

function bodyEntries({ body }: ServiceRequest): readonly (readonly [name: string, value: unknown])[] {
  switch (body.kind) {
    case 'form':
      return body.parameters;
    case 'json':
      return body.members;
    case 'xml':
      return [['request', body.root.name], ...body.root.attributes.filter(saysOperation)];
    default:
      return [];
  }
}

/** An attribute `request` means nothing by itself, but must not contradict the name of its element. */
function saysOperation([name]: Parameter): boolean {
  const lower = name.toLowerCase();
  return lower === 'service' || lower === 'request';
}

function take(
  values: Map<string, string>,
  names: ReadonlySet<string>,
  name: string,
  value: unknown,
): InvalidRequest | undefined {
  const lower = name.toLowerCase();
  if (!names.has(lower)) return PLAIN_NAME.test(lower) ? undefined : mistakable(names, name);
  if (!isAscii(name)) return mistakable(names, name);
  if (typeof value !== 'string') return invalidParameter(lower, `${lower} is not a text.`);
  const known = values.get(lower);
  if (known === undefined) values.set(lower, value);
  else if (known !== value && known.toLowerCase() !== value.toLowerCase()) {
    return invalidParameter(lower, `${lower} has two different values.`);
  }
  return undefined;
}

const PLAIN_NAME = /^[a-z0-9_]+$/;

/**
 * Some readers trim names, drop brackets after them, or compare them in upper case, where a long s or a dotless i are
 * letters of ASCII. A name that only such a reader takes for one that counts is refused.
 */
function mistakable(names: ReadonlySet<string>, name: string): InvalidRequest | undefined {
  const folded = name
    .toUpperCase()
    .toLowerCase()
    .replace(/\[.*$/s, '')
    .replace(/[^a-z0-9_]/g, '');
  return names.has(folded)
    ? invalidParameter(folded, 'A name is spelled so that services disagree about which parameter it is.')
    : undefined;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
