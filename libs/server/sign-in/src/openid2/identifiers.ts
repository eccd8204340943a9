import { IdentityRejected } from '../identity-provider';

const PLACEHOLDER = '{username}';
/** As long as the subject of an identity. */
const MAX_IDENTIFIER_LENGTH = 255;
/** Names that are one segment of a path, also for servers that decode it. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,99}$/;

/** Identifiers of the users of one provider: a URL with `{username}` in its path. */
export class IdentifierTemplate {
  private readonly before: string;
  private readonly after: string;

  constructor(template: string) {
    const [before = '', after = ''] = template.split(PLACEHOLDER);
    this.before = before;
    this.after = after;
  }

  /** The identifier of a name. Throws {@link IdentityRejected} for what cannot be a name. */
  of(name: string): string {
    if (!NAME.test(name)) throw new IdentityRejected('identifier_unusable', 'not a name');
    return this.before + encodeURIComponent(name) + this.after;
  }

  /** The name in an identifier; undefined for one that is not of this provider. */
  nameIn(identifier: string): string | undefined {
    const { before, after } = this;
    if (!identifier.startsWith(before) || !identifier.endsWith(after)) return undefined;
    const middle = identifier.slice(before.length, identifier.length - after.length);
    const name = decoded(middle);
    return name !== undefined && NAME.test(name) && this.of(name) === identifier ? name : undefined;
  }
}

/** A template as definitions may have it: one placeholder, in the path. */
export function isTemplate(text: string): boolean {
  const [before = '', after = '', ...more] = text.split(PLACEHOLDER);
  if (more.length > 0 || !text.includes(PLACEHOLDER)) return false;
  const example = `${before}x${after}`;
  return (
    /^https?:\/\/[^/?#]+\//.test(before) &&
    !/[?#{}\\]/.test(before + after) &&
    URL.canParse(example) &&
    new URL(example).href === example
  );
}

/** The identifier that a user has typed. Throws {@link IdentityRejected} for what is not a URL. */
export function typedIdentifier(text: string): string {
  const trimmed = text.trim();
  // XRIs need a resolver that no longer exists.
  const isXri = /^(?:xri:|[=@+$!(])/i.test(trimmed);
  const full = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (isXri || !URL.canParse(full)) throw new IdentityRejected('identifier_unusable', 'no URL');
  const url = new URL(full);
  url.hash = '';
  return checked(url.href);
}

/** An identifier that a provider has returned, in the only spelling that is accepted. Throws {@link IdentityRejected}. */
export function returnedIdentifier(text: string): string {
  if (!URL.canParse(text) || new URL(text).href !== text) {
    throw new IdentityRejected('subject_mismatch', 'claimed_id is no normalized URL');
  }
  return checked(text);
}

function checked(href: string): string {
  const { protocol, username, password } = new URL(href);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '' || href.length > MAX_IDENTIFIER_LENGTH) {
    throw new IdentityRejected('identifier_unusable', 'no usable URL');
  }
  return href;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
