/** The rules that all names keep, each by the code of its error in the catalogue. Reference: http#names. */
export const NAME_PROBLEMS = [
  'name_has_control_characters',
  'name_has_format_characters',
  'name_has_separators',
  'name_has_other_spaces',
  'name_has_outer_spaces',
  'name_not_normalized',
] as const;
export type NameProblem = (typeof NAME_PROBLEMS)[number];

/** What a name must not contain. The first match is reported. */
const FORBIDDEN: readonly (readonly [found: RegExp, problem: NameProblem])[] = [
  [/\p{Cc}/u, 'name_has_control_characters'],
  [/\p{Cf}/u, 'name_has_format_characters'],
  [/[\p{Zl}\p{Zp}]/u, 'name_has_separators'],
  [/(?! )\p{Zs}/u, 'name_has_other_spaces'],
  [/^ | $/, 'name_has_outer_spaces'],
];

/** Matches if any of them does, in one pass. */
const ANY_FORBIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $/u;

/**
 * The rule that a name of a user, group, service or resource violates; undefined if it violates
 * none. These rules apply to all of them, in addition to the pattern of each: names that look the same, or that a client
 * normalizes to the same text, must not differ in invisible characters. Names are checked for Unicode NFC and
 * never normalized silently, so that a client reads back exactly what it wrote. Reference: http#names.
 */
export function nameProblem(name: string): NameProblem | undefined {
  if (ANY_FORBIDDEN.test(name)) return FORBIDDEN.find(([pattern]) => pattern.test(name))?.[1];
  return name === name.normalize('NFC') ? undefined : 'name_not_normalized';
}
