import type { Row } from '../declaration/shown';
import { ApiProblem, type Failure, NotReachable } from '../failures';

/** What codes of the system and of OpenSSL mean. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_SOCKET: 'the connection was closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: is the address one of http?',
};

const NOT_GATEHOUSE = 'Is the address that of the API, with its path prefix?';

/** Why there is no reply. Certificates that are not trusted are named with the remedy. */
export function unreachable(error: unknown, url: string, timeout: number): NotReachable {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new NotReachable(
      `${url} has not answered within ${timeout} seconds.`,
      'Wait longer with --timeout.',
    );
  const codes = causesOf(error);
  const certificate = codes.find((code) => /CERT|SIGNATURE|ISSUER|ALTNAME/.test(code));
  if (certificate !== undefined)
    return new NotReachable(
      `The certificate of ${url} is not trusted (${certificate}).`,
      'For a certificate authority of your own: NODE_EXTRA_CA_CERTS=<file>.',
    );
  const isBegun = error instanceof Error && error.message === 'terminated';
  return new NotReachable(
    `${url} ${isBegun ? 'has not answered to the end' : 'cannot be reached'}: ${causeOf(error)}.`,
  );
}

/** In words, why a connection has failed or was lost. */
export function causeOf(error: unknown): string {
  const codes = causesOf(error);
  const code = codes.find((each) => CAUSES[each] !== undefined) ?? codes[0];
  return code === undefined ? lastCauseOf(error) : (CAUSES[code] ?? code);
}

/** Whether a reply has begun, and its end was lost or took too long. */
export function isLostReply(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' || (error instanceof TypeError && error.cause !== undefined))
  );
}

/** A reply that lacks what those of Gatehouse have. */
export function notGatehouse(text: string): NotReachable {
  return new NotReachable(text, NOT_GATEHOUSE);
}

function lastCauseOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? lastCauseOf(cause) : error instanceof Error ? error.message : String(error);
}

/** Codes of an error and of those that have caused it. */
function causesOf(error: unknown): string[] {
  const codes: string[] = [];
  let at = error as { code?: unknown; cause?: unknown; errors?: unknown } | undefined;
  for (let depth = 0; at !== undefined && at !== null && depth < 8; depth++) {
    if (typeof at.code === 'string') codes.push(at.code);
    at = (Array.isArray(at.errors) ? at.errors[0] : at.cause) as typeof at;
  }
  return codes;
}

/** The problem of an error reply, or that it is none of Gatehouse. */
export function problemOf(response: Response, text: string): Failure {
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400)
    return new NotReachable(`${response.url} redirects to ${location ?? 'another address'}: use that one.`);
  const body = objectIn(text);
  const { error_code: code, detail, param } = body ?? {};
  if (typeof code !== 'string' || typeof detail !== 'string')
    return new NotReachable(
      `${response.url} has answered with status ${response.status}, and not as Gatehouse does.`,
      NOT_GATEHOUSE,
    );
  const name = isObject(param) && typeof param['name'] === 'string' ? param['name'] : undefined;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ApiProblem({ status: response.status, code, detail, requestId, param: name, reply: body ?? {} });
}

/** The body of a reply. Pages of other programs at that address are no replies. */
export function assertGatehouse(response: Response, content: string): Row {
  const body = objectIn(content);
  if (body === undefined)
    throw new NotReachable(`${response.url} has answered with something else than JSON.`, NOT_GATEHOUSE);
  return body;
}

function objectIn(content: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
