import { IdentityRejected } from '../identity-provider';
import { singleOf } from '../oauth2/authorization-code';
import { isSameText } from '../same-text';

/** Namespace of the messages of OpenID Authentication 2.0. */
export const OPENID2 = 'http://specs.openid.net/auth/2.0';

/** Fields that the provider must have signed. Source: OpenID Authentication 2.0, 10.1. */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
/** Most parameters of a return. */
const MAX_FIELDS = 200;
const MAX_NONCE_LENGTH = 255;
/** Seconds after its time for which a nonce is accepted. */
export const MAX_NONCE_AGE_SECONDS = 300;
/** Seconds by which the clocks of provider and service may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Content of a positive assertion, before the provider has confirmed it. */
export interface Assertion {
  readonly claimedId: string;
  /** Identifier of the user at the provider. */
  readonly identity: string;
  readonly endpoint: string;
  readonly nonce: string;
  /** The signed fields, without `openid.`. */
  readonly fields: ReadonlyMap<string, string>;
  /** All fields, as sent to the provider for verification. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export interface Expected {
  /** The exact `return_to` of the request, with the state of the browser. */
  readonly returnTo: string;
  readonly state: string;
}

/** Reads the return of a browser. Throws {@link IdentityRejected}. Source: OpenID Authentication 2.0, 10 and 11. */
export function assertionOf(returned: URLSearchParams, { returnTo, state }: Expected): Assertion {
  // The state first: the rest of a return counts only if it belongs to this browser.
  if (state === '' || !isSameText(singleOf(returned, 'state') ?? '', state)) {
    throw new IdentityRejected('state_mismatch');
  }
  const parameters = parametersOf(returned);
  const all = new Map(parameters.map(([name, value]) => [name.slice('openid.'.length), value]));
  checkMode(all.get('mode'));
  if (all.get('ns') !== OPENID2) throw new IdentityRejected('malformed_return', 'not OpenID 2.0');
  const fields = signedOf(all);
  const signed = (name: string): string => fields.get(name) ?? '';
  if (!isSameText(signed('return_to'), returnTo)) throw new IdentityRejected('state_mismatch', 'return_to');
  const nonce = signed('response_nonce');
  checkNonce(nonce);
  return {
    claimedId: signed('claimed_id'),
    identity: signed('identity'),
    endpoint: signed('op_endpoint'),
    nonce,
    fields,
    parameters,
  };
}

function parametersOf(returned: URLSearchParams): [string, string][] {
  const parameters = [...returned].filter(([name]) => name.startsWith('openid.'));
  if (parameters.length > MAX_FIELDS) throw new IdentityRejected('malformed_return', 'too many fields');
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) {
    throw new IdentityRejected('malformed_return', 'a field is repeated');
  }
  // The provider signs lines: a line end in a value would be the begin of another field.
  if (parameters.some(([, value]) => value.includes('\n'))) {
    throw new IdentityRejected('malformed_return', 'a field has a line end');
  }
  return parameters;
}

function checkMode(mode: string | undefined): void {
  if (mode === 'id_res') return;
  if (mode === 'cancel') throw new IdentityRejected('denied');
  throw mode === 'error' || mode === 'setup_needed'
    ? new IdentityRejected('provider_error')
    : new IdentityRejected('malformed_return', 'mode');
}

/** Only the signed fields: anyone can add others to the return. */
function signedOf(all: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = (all.get('signed') ?? '').split(',');
  for (const name of SIGNED) {
    if (!names.includes(name)) throw new IdentityRejected('invalid_signature', `${name} is not signed`);
  }
  if (!all.get('sig')) throw new IdentityRejected('invalid_signature', 'sig is missing');
  return new Map(
    names.map((name) => {
      const value = all.get(name);
      if (value === undefined) throw new IdentityRejected('invalid_signature', 'a signed field is missing');
      return [name, value];
    }),
  );
}

function checkNonce(nonce: string): void {
  const [, time] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]*$/.exec(nonce) ?? [];
  const at = Date.parse(time ?? '');
  if (Number.isNaN(at) || nonce.length > MAX_NONCE_LENGTH) throw new IdentityRejected('nonce_mismatch');
  const age = (Date.now() - at) / 1000;
  if (age > MAX_NONCE_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS) throw new IdentityRejected('token_expired');
  if (age < -CLOCK_TOLERANCE_SECONDS) throw new IdentityRejected('token_not_yet_valid');
}
