import type { Row } from '../declaration/shown';
import { NotExamined } from './not-examined';
import type { Probe } from './probe';
import type { Seen } from './seen';

/** Nothing has this name. */
export const NOWHERE = '/gatehouse-doctor-asks-for-nothing';
/** A front end that reads paths decodes the slash, and joins two of them. */
export const SPELLED = `${NOWHERE}/a%20b/c%2Fd//%C3%A9`;
export const REVISION = 'X-Access-Revision';
/** A token that nobody has. */
export const UNKNOWN_TOKEN = `Bearer gth_${'0'.repeat(49)}`;
/** How often an address is asked behind which several processes may answer in turn. */
export const ATTEMPTS = 6;

/** Whether a request for a service arrives without the revision that it demands. */
export async function isRevisionLost(seen: Seen): Promise<boolean> {
  const headers = { [REVISION]: 'none' };
  if (!(await isProxyThere(seen)) || (await keptByCache(seen)) !== undefined) return false;
  const reply = await seen.probeOfProxy(NOWHERE, { headers });
  const code = reply?.body?.['error_code'];
  return typeof code === 'string' && code !== 'malformed_revision';
}

/** Whether the address of the proxy leads to one. */
export async function isProxyThere(seen: Seen): Promise<boolean> {
  const reply = await seen.probeOfProxy(NOWHERE);
  return reply !== undefined && isOfProxy(seen, reply);
}

/** The request id of a reply of the proxy that comes from a cache; undefined without one. */
export async function keptByCache(seen: Seen): Promise<string | undefined> {
  const first = (await seen.probeOfProxy(NOWHERE))?.headers['x-request-id'];
  const second = (await seen.probeOfProxy(NOWHERE))?.headers['x-request-id'];
  return first !== undefined && first === second ? String(first) : undefined;
}

/** Asks by each method for nothing: a sentence for each that does not arrive as it was sent. */
export async function methodsThatFail(
  ask: (method: string) => Promise<Probe | undefined>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const reply = await ask(method);
    if (reply === undefined) continue;
    const { status, isGatehouse, body, headers } = reply;
    // A reply to HEAD has no body.
    const isOwn = method === 'HEAD' ? isJson(headers) : isGatehouse;
    if (!isOwn) wrong.push(`${method} is answered with ${status} by something else.`);
    else if (method !== 'HEAD' && body?.['method'] !== method)
      wrong.push(`${method} arrives as ${String(body?.['method'])}.`);
  }
  return wrong;
}

function isJson({ 'content-type': type }: Probe['headers']): boolean {
  return type?.startsWith('application/json') === true;
}

/** Without such replies, whatever is asked seems to fail. */
export async function assertAnswers(seen: Seen): Promise<void> {
  if (!(await seen.probe(NOWHERE)).isGatehouse)
    throw new NotExamined('the front end answers in place of the API');
}

/** Whether a reply is one of the proxy: the API, too, has an answer, for a path of its own. */
export async function isOfProxy(seen: Seen, { status, body }: Probe): Promise<boolean> {
  const { body: ofApi } = await seen.probe(NOWHERE);
  const code = body?.['error_code'];
  return typeof code === 'string' && code !== ofApi?.['error_code'] && status !== 421;
}

/** A sentence if a path has arrived in another spelling than {@link SPELLED}, by the reply to it. */
export function changedPath(base: string, reply: Row | undefined): string[] {
  const arrived = String(reply?.['url']);
  return arrived.endsWith(SPELLED) ? [] : [`${base}${SPELLED} arrives as ${arrived}.`];
}

/** The cookie that takes away the one of a session; undefined if the reply has none. */
export async function endOfSession(seen: Seen): Promise<string | undefined> {
  const { headers } = await seen.probe('/signout');
  return headers['set-cookie']?.[0];
}

export function signInProbe(seen: Seen, body: string) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return seen.probe('/signin', { method: 'POST', headers, body });
}
