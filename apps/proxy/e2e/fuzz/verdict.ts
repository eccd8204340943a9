import { mayHave } from '../interpretation/reference';
import type { WireReply } from '../support/wire-client';
import type { WireRequest } from '../support/wire-upstream';
import type { Attempt } from './attempt';
import { mayDoEverything } from './reference';
import { effectsOf } from './effects';
import { dangersOf, targetOfLine } from './reading';
import { TYPES, type Scenario, type ScenarioService } from './scenario';

/** The outcome of a request. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly reply: WireReply;
  /** All requests that services received meanwhile. */
  readonly received: readonly WireRequest[];
}

/** The statuses of the proxy's own replies; 200 is the service's reply. */
const OWN_STATUSES = new Set([400, 401, 403, 404, 405, 411, 413, 414, 431, 501]);
/** Headers with which a client could present another request, or another caller, to a service than to the proxy. */
const NEVER_FORWARDED =
  /^(?:x-original-.*|x-http-method(?:-override)?|x-method-override|x-rewrite-url|x-real-ip|remote-.*|x-remote-.*|x-auth-request-.*|x-webauth-.*|ssl-client-.*|true-client-ip|forwarded|x-forwarded-(?:uri|method|user)|x-gatehouse-.*|te|proxy-.*|expect|.*_.*)$/i;

/** The problems of an outcome; none when all guarantees are met. */
export function complaintsOf(scenario: Scenario, { attempt, reply, received }: Outcome): string[] {
  const complaints: string[] = [];
  if (received.length > 1) complaints.push(`reached services ${received.length} times`);
  // A body that does not end as declared is waited for, and its connection is closed.
  const isCut = reply.status === 0 && isFramedOddly(attempt);
  if (received.length === 0 && !isCut && !OWN_STATUSES.has(reply.status))
    complaints.push(`answered ${reply.status} although no service received a request`);
  if (received.length === 0) complaints.push(...refusalComplaints(attempt, reply));
  for (const one of received) complaints.push(...complaintsAbout(scenario, attempt, one));
  return complaints;
}

/** Types whose requests are read without their bodies. */
const UNREAD_BODIES = ['access', 'api', 'project-api', 'thredds'];

/** No request may follow a body that was not read. */
function refusalComplaints(attempt: Attempt, { status, headers }: WireReply): string[] {
  const isUnread = UNREAD_BODIES.includes(attempt.service.type) && (attempt.body?.bytes.length ?? 0) > 0;
  const isClosed = /close/i.test(headers.get('connection') ?? '');
  return isUnread && (status === 401 || status === 403) && !isFramedOddly(attempt) && !isClosed
    ? ['was refused without its body, on a connection that stays open']
    : [];
}

/** Whether headers declare where the body ends. */
export function isFramedOddly({ headers }: Attempt): boolean {
  return headers.some(([name]) => /^(?:transfer-encoding|content-length)$/i.test(name));
}

function complaintsAbout(scenario: Scenario, attempt: Attempt, received: WireRequest): string[] {
  const target = targetOfLine(received.line);
  const [, name = '', below = ''] = /^\/([^/?]*)(.*)$/s.exec(target.path) ?? [];
  const service = scenario.services.find((one) => one.name === name);
  if (!service) return [`reached no service: ${received.line}`];
  return [
    ...pathComplaints(service, attempt, target.path),
    ...effectComplaints(service, attempt, received),
    ...bytesComplaints(attempt, service, received, below + target.query),
    ...headerComplaints(attempt, received),
    ...cookieComplaints(service, attempt, received),
  ];
}

/** Spellings that readers disagree about are allowed for services that opt in and for callers with every permission. */
function pathComplaints(service: ScenarioService, { persona }: Attempt, path: string): string[] {
  const isStrict = service.options.paths === undefined && !mayDoEverything(service, persona);
  return dangersOf(path, isStrict).map((danger) => `reached a service with ${danger}: ${path}`);
}

/** The sender may have every interpretation of the request by a service of its kind, according to the tests' own evaluation. */
function effectComplaints(
  service: ScenarioService,
  { persona, method }: Attempt,
  received: WireRequest,
): string[] {
  if (persona === 'administrator') return [];
  const hasAll = mayDoEverything(service, persona);
  const isRead = method === 'GET' || method === 'HEAD';
  return effectsOf(service, received)
    .filter((act) => isSwitchedOff(service, act) || !(hasAll || mayHave(service, persona, act, isRead)))
    .map(
      ({ operation, reached, rule }) =>
        `does ${operation} on ${JSON.stringify(reached)} for ${persona} (${rule})`,
    )
    .slice(0, 3);
}

const OPERATIONS_OF: Readonly<Record<string, readonly string[]>> = {
  api: ['read', 'write'],
  wps: ['describeprocess', 'execute'],
};

function isSwitchedOff({ switchedOff }: ScenarioService, { operation }: { operation: string }): boolean {
  return switchedOff.some((handler) => OPERATIONS_OF[handler]?.includes(operation));
}

/**
 * What was sent, byte for byte; one doubled slash after the name of the service is dropped, and a
 * single one. Blanks at the end are not part of a target but separate it from the version.
 */
function bytesComplaints(
  attempt: Attempt,
  service: ScenarioService,
  received: WireRequest,
  arrived: string,
): string[] {
  const complaints: string[] = [];
  const sent = attempt.rest
    .replace(/^\/\//, '/')
    .replace(/ +$/, '')
    .replace(/^\/(?=\?|$)/, '');
  if (service.name !== attempt.service.name) complaints.push(`reached ${service.name} instead`);
  if (arrived !== sent) complaints.push(`${JSON.stringify(sent)} arrived as ${JSON.stringify(arrived)}`);
  if (!received.line.startsWith(`${attempt.method} `))
    complaints.push(`with another method: ${received.line}`);
  // Where a header declares that no body follows, the following bytes are another request.
  const isEmpty = attempt.headers.some(([name, value]) => name === 'Content-Length' && value === '0');
  const body = (isEmpty ? undefined : attempt.body?.bytes) ?? Buffer.alloc(0);
  if (!received.body.equals(body)) complaints.push(`with another body: ${received.body.toString('latin1')}`);
  return complaints;
}

function headerComplaints(attempt: Attempt, { headers }: WireRequest): string[] {
  const complaints = headers
    .filter(([name]) => NEVER_FORWARDED.test(name))
    .map(([name]) => `with the header ${name}`);
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  if (valuesOf('cookie').some((value) => value.includes('auth_tkt'))) complaints.push('with our cookie');
  if (valuesOf('host').length !== 1 || valuesOf('host')[0]?.startsWith('127.0.0.1:') !== true)
    complaints.push(`with the host ${valuesOf('host').join()}`);
  if (valuesOf('x-forwarded-host').join() !== 'gate.example.org')
    complaints.push('with another X-Forwarded-Host');
  if (valuesOf('x-forwarded-for').at(-1)?.endsWith('127.0.0.1') !== true)
    complaints.push('without the address of its peer');
  const described = [
    ['Content-Type', attempt.body?.mediaType],
    ['Content-Encoding', attempt.body?.encoding],
  ] as const;
  for (const [name, own] of described) {
    const more = attempt.headers.filter(([one]) => one === name).map(([, value]) => value);
    const sent = own === undefined ? more : [own, ...more];
    if (valuesOf(name.toLowerCase()).join() !== sent.join()) complaints.push(`with another ${name}`);
  }
  return complaints;
}

/** Types whose servers read parameters and bodies in more ways than one. */
const OGC_TYPES = TYPES.filter((type) => /^(?:w|ncw|geo)/.test(type));

/** Servers read cookies as parameters: only those of callers with every permission are forwarded. */
function cookieComplaints(
  service: ScenarioService,
  { persona }: Attempt,
  { headers }: WireRequest,
): string[] {
  if (!OGC_TYPES.includes(service.type) || mayDoEverything(service, persona)) return [];
  const kept = service.options.forward_cookies ?? [];
  return headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(';'))
    .filter((pair) => !kept.includes(pair.trim().split('=')[0] ?? ''))
    .map((pair) => `with the cookie ${pair}`);
}
