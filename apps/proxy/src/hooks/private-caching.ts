import { editHeaders, valuesOf } from './header-edits';

/** What lets a shared cache keep a reply. */
const SHARED = /^(?:public|private|s-maxage|proxy-revalidate)\b/i;

/** The headers of a reply that is for its caller alone: shared caches must not give it to others. */
export function withPrivateCaching(headers: readonly string[]): string[] {
  const directives = valuesOf(headers, 'cache-control')
    .flatMap((value) => value.split(','))
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !SHARED.test(directive));
  return editHeaders(headers, [
    { kind: 'set', name: 'Cache-Control', value: ['private', ...directives].join(', ') },
  ]);
}
