const MAX_NAME_LENGTH_AT_PROVIDER = 64;

/**
 * User names for a new account, the preferred one first: the name at the provider, or else the subject, and the name of the
 * provider, with characters that user names cannot have replaced. Reference: identity-providers#user-names.
 */
export function* userNamesFor(
  { userName, subject }: { readonly userName?: string; readonly subject: string },
  provider: string,
  maximum: number,
): Generator<string> {
  const suffix = plain(provider) || 'provider';
  const input = plain(userName ?? '') || plain(subject) || 'user';
  for (let attempt = 1; attempt <= 1000; attempt++) {
    const end = attempt === 1 ? `_${suffix}` : `_${suffix}_${attempt}`;
    const room = Math.min(MAX_NAME_LENGTH_AT_PROVIDER, maximum - end.length);
    const base = plain(input.slice(0, Math.max(1, room)));
    yield `${base || 'u'}${end}`.slice(-maximum);
  }
}

/** Lower-case letters and digits, joined by one of `_`, `.` and `-`. Accents are dropped. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '_')
    .replace(/([._-])[._-]+/g, '$1')
    .replace(/^[._-]+|[._-]+$/g, '');
}
