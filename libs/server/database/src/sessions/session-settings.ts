/** A setting of a session, with the value on which statements and their results rely. */
interface SessionSetting {
  /** As PostgreSQL names it. */
  readonly name: string;
  readonly value: string;
  /** Other values with the same effect for this product, where a session is used as it is found. */
  readonly equivalent?: RegExp;
}

/**
 * What a role, a database or a server may set otherwise, and what would then read or write something else: the isolation of
 * statements, the texts of dates, intervals, numbers and bytes, and the meaning of literals, arrays and comparisons.
 * Reference: data#sessions.
 */
export const SESSION_SETTINGS: readonly SessionSetting[] = [
  { name: 'default_transaction_isolation', value: 'read committed' },
  { name: 'DateStyle', value: 'ISO, MDY', equivalent: /^ISO,/ },
  { name: 'IntervalStyle', value: 'postgres' },
  { name: 'TimeZone', value: 'UTC', equivalent: /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT)$/i },
  { name: 'standard_conforming_strings', value: 'on' },
  { name: 'array_nulls', value: 'on' },
  { name: 'bytea_output', value: 'hex' },
  { name: 'extra_float_digits', value: '1', equivalent: /^[123]$/ },
  { name: 'transform_null_equals', value: 'off' },
];

/** SQL of expressions that set each of them for the session. */
export const SET_FOR_SESSION = SESSION_SETTINGS.map(
  ({ name, value }) => `set_config('${name}', '${value}', false)`,
).join(', ');

/** SQL of an array of the values in force, in the order of the list. */
export const VALUES_FOUND = `ARRAY[${SESSION_SETTINGS.map(({ name }) => `current_setting('${name}')`).join(', ')}]`;

/** Those of the settings whose value in force is another one; `found` are the values in the order of the list. */
export function wrongSettings(found: readonly string[]): readonly SessionSetting[] {
  return SESSION_SETTINGS.filter(({ value, equivalent }, index) => {
    const inForce = found[index] ?? '';
    return inForce !== value && !equivalent?.test(inForce);
  });
}

/** Whose sessions have settings: those of a role that signs in, in a database. */
export interface SettingsOwner {
  /** The role of the sign-in, not one that its settings change to. */
  readonly login: string;
  readonly database: string;
}

/**
 * The statements by which an administrator sets values for all sessions of a role in a database, on one line: those take
 * precedence over settings of the role, of the database and of the server.
 */
export function statementsFor(owner: SettingsOwner, settings: readonly SessionSetting[]): string {
  const prefix = alterationOf(owner);
  return settings.map(({ name, value }) => `${prefix} SET ${name} = ${literalOf(value)};`).join(' ');
}

/** What a statement begins with that changes settings of these sessions. */
export function alterationOf({ login, database }: SettingsOwner): string {
  return `ALTER ROLE ${quoted(login)} IN DATABASE ${quoted(database)}`;
}

/** A name as SQL has it, whatever it contains. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** DateStyle is a list of words; quoted as one, it would not be a value. */
function literalOf(value: string): string {
  return value
    .split(', ')
    .map((word) => `'${word}'`)
    .join(', ');
}
