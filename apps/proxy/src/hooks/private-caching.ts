import { editHeaders, valuesOf } from './header-edits';

/** Directives that allow a shared cache to store a reply. */
const SHARED = /^(?:public|private|s-maxage|proxy-revalidate)\b/i;

/** The headers of a reply that is private to its caller: shared caches must not store it. */
export function withPrivateCaching(headers: readonly string[]): string[] {
  const directives = valuesOf(headers, 'cache-control')
    .flatMap((value) => value.split(','))
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !SHARED.test(directive));
  return editHeaders(headers, [
    { kind: 'set', name: 'Cache-Control', value: ['private', ...directives].join(', ') },
  ]);
}
