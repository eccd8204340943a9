import { enforce } from '@gatehouse/access-engine';
import { isInvalid } from '@gatehouse/service-types';
import type { WireReply } from '../support/wire-client';
import type { WireRequest } from '../support/wire-upstream';
import type { Attempt } from './attempt';
import { UNKNOWN, mayHave } from './book';
import { deedsOf } from './deeds';
import { type ReceivedTarget, dangersOf, readingsOf, targetOfLine } from './reading';
import { WHOLE, understandingsOf } from './understanding';
import type { World, WorldService } from './world';

/** What became of a request. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly reply: WireReply;
  /** All that reached services meanwhile. */
  readonly received: readonly WireRequest[];
}

/** How the proxy may answer by itself; 200 is the service's answer. */
const OWN_STATUSES = new Set([400, 401, 403, 404, 405, 411, 413, 414, 431, 501]);
/** Headers by which a client could tell a service another request, or another caller, than the proxy saw. */
const NEVER_FORWARDED =
  /^(?:x-original-.*|x-http-method(?:-override)?|x-method-override|x-rewrite-url|x-real-ip|remote-.*|forwarded|x-forwarded-(?:uri|method)|x-gatehouse-.*|te|proxy-.*|expect|.*_.*)$/i;

/** What is wrong with an outcome; nothing when all promises are kept. */
export function complaintsOf(world: World, { attempt, reply, received }: Outcome): string[] {
  const complaints: string[] = [];
  if (received.length > 1) complaints.push(`reached services ${received.length} times`);
  // A body that never ends as it said it would is waited for, and its connection is cut.
  const isCut = reply.status === 0 && isFramedOddly(attempt);
  if (received.length === 0 && !isCut && !OWN_STATUSES.has(reply.status))
    complaints.push(`answered ${reply.status} although no service was asked`);
  for (const one of received) complaints.push(...complaintsAbout(world, attempt, one));
  return complaints;
}

/** Whether where it ends is said otherwise than by its body. */
export function isFramedOddly({ headers }: Attempt): boolean {
  return headers.some(([name]) => /^(?:transfer-encoding|content-length)$/i.test(name));
}

/**
 * Whether the sender of a request that has one meaning may have what it asks for; told from what is sent, which is what
 * its service is to receive.
 */
export function bookAllows({ service, persona, method, rest, body }: Attempt): boolean {
  const line = `${method} /${service.name}${rest} HTTP/1.1`;
  const types = body?.mediaType === undefined ? [] : [['Content-Type', body.mediaType] as const];
  const received = { line, headers: types, body: body?.bytes ?? Buffer.alloc(0) };
  const target = targetOfLine(line);
  const readings = understandingsOf(received, target, target.path.slice(service.name.length + 1));
  const asked = readings.find(({ reader }) => reader === WHOLE);
  const deeds = asked && deedsOf(service, asked);
  return deeds?.every((deed) => mayHave(service, persona, deed)) ?? false;
}

function complaintsAbout(world: World, attempt: Attempt, received: WireRequest): string[] {
  const target = targetOfLine(received.line);
  const [, name = '', below = ''] = /^\/([^/?]*)(.*)$/s.exec(target.path) ?? [];
  const service = world.services.find((one) => one.name === name);
  if (!service) return [`reached no service: ${received.line}`];
  return [
    ...pathComplaints(service, target.path),
    ...decisionComplaints(world, attempt, service, received, target, below),
    ...deedComplaints(service, attempt, received, target, below),
    ...bytesComplaints(attempt, service, received, below + target.query),
    ...headerComplaints(attempt, received),
  ];
}

function pathComplaints({ options }: WorldService, path: string): string[] {
  return dangersOf(path, options.paths.size === 0).map(
    (danger) => `reached a service with ${danger}: ${path}`,
  );
}

/** However the service reads what it got: it is mapped anew, and by the rules the caller may have it. */
function decisionComplaints(
  world: World,
  { persona }: Attempt,
  service: WorldService,
  received: WireRequest,
  target: ReceivedTarget,
  below: string,
): string[] {
  return readingsOf(received, target, below).flatMap(({ reader, request }) => {
    const wanted = service.type.targetOf(request, world.treeOf(service), service.configuration);
    const { access } = enforce(world.decider, world.userIdOf(persona), wanted);
    if (access === 'allow') return [];
    const asked = isInvalid(wanted) ? wanted.detail : JSON.stringify(wanted ?? 'cannot be mapped');
    return [`reached ${service.name}, where ${persona} is refused (${reader}): ${received.line}: ${asked}`];
  });
}

/** Whatever a service of its kind may take it for, by a reading, a mapping and rules that are the tests' own. */
function deedComplaints(
  service: WorldService,
  { persona }: Attempt,
  received: WireRequest,
  target: ReceivedTarget,
  below: string,
): string[] {
  const complaints = understandingsOf(received, target, below).flatMap((asked) =>
    (deedsOf(service, asked) ?? [])
      // Where the other part has the name, an operation on nothing is an error and no deed.
      .filter(({ path }) => !asked.isPartial || !path.includes(UNKNOWN))
      .filter((deed) => !mayHave(service, persona, deed))
      .map(
        ({ permission, path }) => `does ${permission} on /${path.join('/')} for ${persona} (${asked.reader})`,
      ),
  );
  return complaints.slice(0, 3);
}

/**
 * What was sent, byte for byte; one doubled slash after the name of the service is dropped, and a lone one. Blanks at the end are no part of a
 * target but stand between it and the version.
 */
function bytesComplaints(
  attempt: Attempt,
  service: WorldService,
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
  // Where a header says that nothing follows, what follows is another request.
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
