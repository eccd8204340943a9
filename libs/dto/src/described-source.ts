import type { Pattern } from '@gatehouse/names';

/**
 * The regular expression of a pattern for the OpenAPI description. Tests show that JavaScript, Python and Go interpret it
 * identically (other dialects were not tested): it has no flags, and no `\s`, which is a different set of characters in each
 * dialect. The only white space in names is the space.
 */
export function describedSource({ source, described = source.replaceAll('\\s', ' ') }: Pattern): string {
  return described;
}
