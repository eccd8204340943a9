import type { FieldNames } from './definition';
import { IdentityRejected, type VerifiedIdentity } from './identity-provider';
import { isObject } from './provider-http';

const MAX_SUBJECT_LENGTH = 255;
const MAX_TEXT_LENGTH = 500;

type Claims = Readonly<Record<string, unknown>>;

/** The value of a claim; `a.b` names a field of a field. A claim whose own name has a dot comes first. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  const first = name.slice(0, dot);
  const inner = Object.hasOwn(claims, first) ? claims[first] : undefined;
  return isObject(inner) ? claimOf(inner, name.slice(dot + 1)) : undefined;
}

/** The identity in claims of a provider. Throws {@link IdentityRejected} if they name no subject. */
export function identityOf(
  { name: provider, fields, trustsEmails }: { name: string; fields: FieldNames; trustsEmails: boolean },
  claims: Claims,
): VerifiedIdentity {
  const subject = subjectOf(claimOf(claims, fields.subject));
  const userName = textOf(claimOf(claims, fields.userName));
  const email = textOf(claimOf(claims, fields.email));
  const displayName = joinedTextOf(claims, fields.displayName);
  const sessionId = textOf(claims['sid']);
  const verified = claimOf(claims, fields.emailVerified);
  return {
    provider,
    subject,
    ...(userName === undefined ? {} : { userName }),
    ...(email === undefined ? {} : { email }),
    // Some providers write booleans as texts.
    emailVerified: email !== undefined && (trustsEmails || verified === true || verified === 'true'),
    ...(displayName === undefined ? {} : { displayName }),
    ...(sessionId === undefined ? {} : { sessionId }),
    claims,
  };
}

/** Identifiers may be numbers (GitHub). */
function subjectOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text.length > MAX_SUBJECT_LENGTH || /\p{Cc}/u.test(text)) {
    throw new IdentityRejected('subject_missing');
  }
  return text;
}

/** A display name may have several parts, whose claims are separated by spaces. */
function joinedTextOf(claims: Claims, names: string): string | undefined {
  const parts = names.split(' ').map((name) => textOf(claimOf(claims, name)));
  return textOf(parts.filter((part) => part !== undefined).join(' '));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH ? value : undefined;
}
