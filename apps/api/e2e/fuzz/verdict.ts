import { METHODS } from 'node:http';
import type { SentRequest } from './fuzz-request';
import { CANARY } from './odd-values';
import type { WireReply } from './wire';

/** The outcome of one request. */
export interface Outcome {
  readonly sent: SentRequest;
  readonly reply: WireReply;
  readonly revisionBefore: number;
  readonly revisionAfter: number;
  /** Statuses that the endpoint does not declare, as recorded by the harness. */
  readonly undeclared: readonly string[];
  readonly log: readonly string[];
  readonly secrets: readonly string[];
}

/** Requests that may begin or end sessions, for every persona and method. */
const ABOUT_SESSIONS = /^\/+(?:signin|signout|ui\/login|ui\/logout|providers\/[^/]+\/signin)$/i;

/** The problems of an outcome; none if it conforms to the interface. */
export function complaintsOf(outcome: Outcome): string[] {
  return [
    ...statusComplaints(outcome),
    ...shapeComplaints(outcome),
    ...changeComplaints(outcome),
    ...leaks(outcome),
  ];
}

function* statusComplaints({ sent, reply, undeclared }: Outcome): Generator<string> {
  const isOff =
    reply.status === 501 &&
    (/^\/+(?:ui\/)?network\//.test(decoded(sent.path.split('?', 1)[0] ?? '')) ||
      !METHODS.includes(sent.method));
  // Requests configure providers that do not exist. Reference: identity-providers#administration.
  const isUnreachable = reply.status === 500 && /"error_code": "provider_unavailable"/.test(reply.text);
  if (reply.status < 200 || (reply.status >= 500 && !isOff && !isUnreachable)) yield `status ${reply.status}`;
  for (const line of undeclared) yield `undeclared: ${line}`;
}

/** Reference: http#error-bodies, http#common-fields. */
function* shapeComplaints({ sent, reply }: Outcome): Generator<string> {
  if (reply.status < 400 || sent.method === 'HEAD') return;
  const media = reply.headers['content-type']?.split(';')[0];
  if (media === 'text/xml') {
    if (!reply.text.includes(`<code type="int">${reply.status}</code>`))
      yield 'the XML does not contain its code';
    if (/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(reply.text)) yield 'the text is no XML';
    return;
  }
  if (media === 'text/html') {
    if (!reply.text.includes(String(reply.status))) yield 'the page does not contain its code';
    if (/<script/i.test(reply.text)) yield 'the page holds what was sent as markup';
    return;
  }
  const body = parsed(reply.text);
  if (body === undefined) {
    yield `a body of ${media} that is no JSON object`;
    return;
  }
  if (body['code'] !== reply.status) yield `code ${String(body['code'])} beside status ${reply.status}`;
  if (body['type'] !== media && body['type'] !== 'application/json') yield `type ${String(body['type'])}`;
  if (body['method'] !== sent.method) yield `method ${String(body['method'])}`;
  for (const name of ['detail', 'route_name', 'request_url', 'path', 'url']) {
    if (typeof body[name] !== 'string' || body[name] === '') yield `no ${name}`;
  }
  for (const name of ['stack', 'query', 'sql', 'parameters']) if (name in body) yield `a field ${name}`;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function* changeComplaints({ sent, reply, revisionBefore, revisionAfter }: Outcome): Generator<string> {
  if (revisionBefore === revisionAfter) return;
  const [path = ''] = sent.path.split('?');
  const aboutSessions = ABOUT_SESSIONS.test(decoded(path));
  if (reply.status >= 400) yield `refused with ${reply.status}, and yet something changed`;
  if (['GET', 'HEAD'].includes(sent.method) && !aboutSessions) yield 'a read changed something';
  if (sent.persona === 'anonymous' && !aboutSessions) yield 'a caller without session changed something';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const PASSWORD_HASH = /\$2[aby]\$\d\d\$/;

/**
 * Replies and logs must not contain secrets. The cookie of a new session is sent to its owner, and the redirect
 * to the path without its trailing slash keeps the query (Reference: http#urls).
 */
function* leaks({ reply, log, secrets }: Outcome): Generator<string> {
  const { 'set-cookie': cookies, ...others } = reply.headers;
  const { location, ...withoutLocation } = others;
  const headers = reply.status === 301 ? withoutLocation : { ...withoutLocation, location };
  const outputs = { body: reply.text, headers: JSON.stringify(headers), log: log.join('\n') };
  for (const [output, text] of Object.entries(outputs)) {
    if (secrets.some((secret) => text.includes(secret))) yield `a secret in the ${output}`;
    if (text.includes(CANARY)) yield `a password or token of the request in the ${output}`;
    if (PASSWORD_HASH.test(text)) yield `a password hash in the ${output}`;
  }
  if (cookies?.some((cookie) => cookie.includes(CANARY))) yield 'a secret of the request in a cookie';
}
