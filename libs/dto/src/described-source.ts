import type { Pattern } from '@gatehouse/names';

/**
 * The regular expression of a pattern for the OpenAPI description, which JavaScript, Python and Go read alike, as tests show (others were not tried): without flags, and
 * without `\s`, which is a different set of characters in each dialect. The only white space in names is the space.
 */
export function describedSource({ source, described = source.replaceAll('\\s', ' ') }: Pattern): string {
  return described;
}
