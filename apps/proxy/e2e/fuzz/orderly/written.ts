import fc from 'fast-check';
import type { AttemptBody } from '../attempt';
import type { Needs } from '../reference';
import { VENDOR, type ScenarioService } from '../scenario';
import { bodyOf } from './orderly';

/** An operation of a protocol and the ways in which requests for it are written. */
export interface Operation {
  readonly name: string;
  readonly permission: string;
  /** Parameters that name its subject, any of which is used; none where the subject is the service itself. */
  readonly naming: readonly string[];
  /** Its other parameters. */
  readonly more?: readonly string[];
  /** Its document; absent where it has none. */
  readonly document?: (names: readonly string[]) => string;
  readonly isDocumentAlone?: boolean;
  /** Whether it accepts only one name. */
  readonly isSingle?: boolean;
}

type Form = 'get' | 'post' | 'form' | 'xml' | 'json';

/** A protocol according to docs/proxy.md. */
export interface Protocol {
  readonly service: string;
  readonly operations: readonly Operation[];
  readonly forms: readonly Form[];
  readonly names: readonly string[];
}

/** A request as far as it does not depend on the address that it is sent to. */
export interface Written {
  readonly operation: Operation;
  readonly names: readonly string[];
  readonly method: string;
  readonly query: string;
  readonly body: AttemptBody | undefined;
  /** Whether names are those of the types of features that it selects by identifiers. */
  readonly isByIdentifier: boolean;
  /** Whether it states its service. */
  readonly statesService: boolean;
  /** The flaw that no entry covers. */
  readonly flaw: Flaw | undefined;
}

type Flaw = 'vendor' | 'method' | 'media type' | 'form' | 'contradiction';

const FORM = 'application/x-www-form-urlencoded';
const FLAWS: readonly (Flaw | undefined)[] = [
  ...new Array<undefined>(12).fill(undefined),
  'vendor',
  'vendor',
  'method',
  'media type',
  'contradiction',
];

type Pairs = readonly (readonly [name: string, value: string])[];

/** Requests of a protocol: each has one meaning, in one of the forms, or has a flaw. */
export function writtenIn({ service, operations, forms, names }: Protocol): fc.Arbitrary<Written> {
  return fc
    .record({
      operation: fc.constantFrom(...operations),
      some: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
      form: fc.constantFrom<Form>('get', 'get', 'get', 'post', 'form', 'xml', 'xml', 'json'),
      statesService: fc.boolean(),
      isLoud: fc.boolean(),
      flaw: fc.constantFrom(...FLAWS),
      dice: fc.nat(),
    })
    .map(({ operation, some, form: wanted, statesService, isLoud, flaw: wantedFlaw, dice }) => {
      const { naming, isSingle = false, document, isDocumentAlone = false } = operation;
      const form = wanted === 'xml' && !document ? 'get' : wanted;
      const isOne = isSingle || (form === 'json' && naming.length > 0);
      const chosen = naming.length === 0 ? [] : [...new Set(isOne ? some.slice(0, 1) : some)];
      const isForeign = !forms.includes(form) || (isDocumentAlone && form !== 'xml');
      const flaw = isForeign ? 'form' : possible(wantedFlaw, form);
      const pairs: Pairs = [
        ...(statesService ? [['service', service] as const] : []),
        ['request', isLoud ? operation.name.toUpperCase() : operation.name],
        ...namedBy(operation, chosen, dice),
        ...(operation.more ?? []).slice(0, dice % 2).map((name) => [name, '1'] as const),
        ...(flaw === 'vendor' ? [[VENDOR, '1'] as const] : []),
      ];
      const serviceQuery = statesService ? `?${formOf([['service', service]])}` : '';
      const message = messageOf(form, flaw, pairs, serviceQuery, operation, chosen);
      const isByIdentifier =
        (form === 'get' || form === 'post' || form === 'form') &&
        IDENTIFIER.test(namingOf(operation, dice) ?? '');
      return {
        operation,
        names: chosen,
        isByIdentifier,
        statesService: statesService || form === 'xml',
        flaw,
        ...message,
      };
    });
}

/** Flaws that a request in some form can have. */
function possible(flaw: Flaw | undefined, form: Form): Flaw | undefined {
  const isPairs = form === 'get' || form === 'post' || form === 'form';
  if (flaw === 'vendor') return isPairs ? flaw : undefined;
  if (flaw === 'method') return form === 'get' ? flaw : undefined;
  if (flaw === 'media type') return form === 'form' || form === 'xml' ? flaw : undefined;
  return flaw;
}

const IDENTIFIER = /^(?:feature|resource)id$/i;

function namingOf({ naming }: Operation, dice: number): string | undefined {
  return naming[dice % Math.max(1, naming.length)];
}

function namedBy(operation: Operation, names: readonly string[], dice: number): Pairs {
  const name = namingOf(operation, dice);
  if (name === undefined || names.length === 0) return [];
  const written = IDENTIFIER.test(name) ? names.map((one) => `${one}.1`) : names;
  return [[name, written.join(',')]];
}

function messageOf(
  form: Form,
  flaw: Flaw | undefined,
  pairs: Pairs,
  serviceQuery: string,
  operation: Operation,
  names: readonly string[],
): Pick<Written, 'method' | 'query' | 'body'> {
  const contradiction = flaw === 'contradiction' ? 'request=GetMaps' : '';
  const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('&');
  if (form === 'get' || form === 'post') {
    const method = flaw === 'method' ? 'PUT' : form === 'get' ? 'GET' : 'POST';
    return { method, query: `?${joined(formOf(pairs), contradiction)}`, body: undefined };
  }
  const query = contradiction === '' ? serviceQuery : `?${joined(serviceQuery.slice(1), contradiction)}`;
  if (form === 'form')
    return { method: 'POST', query, body: bodyOf(flaw === 'media type' ? `${FORM}x` : FORM, formOf(pairs)) };
  if (form === 'json') {
    const members = [
      ['operation', operation.name] as const,
      ...pairs.filter(([name]) => name === 'identifier'),
    ];
    return {
      method: 'POST',
      query,
      body: bodyOf('application/json', JSON.stringify(Object.fromEntries(members))),
    };
  }
  const mediaType = flaw === 'media type' ? 'application/octet-stream' : 'text/xml';
  return { method: 'POST', query, body: bodyOf(mediaType, operation.document?.(names) ?? '') };
}

export function formOf(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** Whether a service recognizes its form. */
export function isCovered({ flaw }: Written, { options }: ScenarioService): boolean {
  return flaw === undefined || (flaw === 'vendor' && (options.parameters ?? []).includes(VENDOR));
}

/** What a request outside the grammar needs; while a handler is switched off, it may be a request for that. */
export function outsideOf({ body, flaw }: Written, { switchedOff }: ScenarioService): Needs {
  const isUnread = body !== undefined && (flaw === 'media type' || body.mediaType === 'application/json');
  return isUnread && switchedOff.length > 0 ? 'administrator' : 'outside';
}
