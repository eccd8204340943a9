import type { PoolMode } from '@gatehouse/testing';

/** An environment of the database in which Gatehouse has to show the same as in every other, or refuses to start. */
export interface Row {
  readonly name: string;
  /** The server: PostgreSQL of the system, the embedded one, or the embedded one with a standby. */
  readonly server: 'installed' | 'embedded' | 'with standby';
  /** How the database is created, after `CREATE DATABASE x`. */
  readonly language: string;
  /** What all sessions of the database begin with. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The pooler between Gatehouse and the server. */
  readonly pooler?: PoolMode;
  /** Where `SVC_DB_DIRECT_URL` leads; without it, it is not set. */
  readonly direct?: 'the server' | 'another database' | 'the standby' | 'a transaction pooler';
  /** What the start says where it is refused. */
  readonly refused?: RegExp;
  /** Whether the statements that a refusal prints make it start. */
  readonly isCorrected?: true;
}

const C = "LOCALE 'C'";
const libc = (name: string): string => `LOCALE '${name}.UTF-8' LOCALE_PROVIDER libc`;
const icu = (name: string): string => `LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE '${name}'`;

/** A value of each setting with which something else would be read or written. */
const HOSTILE: Readonly<Record<string, string>> = {
  default_transaction_isolation: "'serializable'",
  DateStyle: "'SQL', 'DMY'",
  IntervalStyle: "'sql_standard'",
  TimeZone: "'Asia/Kathmandu'",
  standard_conforming_strings: "'off'",
  array_nulls: "'off'",
  bytea_output: "'escape'",
  extra_float_digits: "'-15'",
  transform_null_equals: "'on'",
  synchronous_commit: "'off'",
};

/** What is not one of them, but has the same effect: another isolation. */
const ISOLATION = { default_transaction_isolation: "'repeatable read'" };

const NOT_KEPT = /a pooler that does not keep sessions .*\. Set SVC_DB_DIRECT_URL to the server itself/;

const languages: readonly Row[] = [
  ...[
    ['C', C],
    ['en_US', libc('en_US')],
    ['tr_TR', libc('tr_TR')],
    ['tr-TR of ICU', icu('tr-TR')],
    ['az-AZ of ICU', icu('az-AZ')],
  ].map(([name = '', language = '']): Row => ({ name: `language ${name}`, server: 'installed', language })),
  { name: 'language C, embedded', server: 'embedded', language: C },
];

const connections: readonly Row[] = [
  { name: 'pooler session', pooler: 'session' },
  { name: 'pooler session with a direct URL', pooler: 'session', direct: 'the server' },
  { name: 'pooler transaction with a direct URL', pooler: 'transaction', direct: 'the server' },
  { name: 'pooler transaction', pooler: 'transaction', refused: NOT_KEPT },
  { name: 'pooler statement', pooler: 'statement', refused: NOT_KEPT },
  {
    name: 'pooler statement with a direct URL',
    pooler: 'statement',
    direct: 'the server',
    refused: /a pooler that allows no transactions .*\. Use pool_mode=transaction or session\./,
  },
  {
    name: 'direct URL of a transaction pooler',
    pooler: 'transaction',
    direct: 'a transaction pooler',
    refused: /SVC_DB_DIRECT_URL .*a pooler that does not keep sessions/,
  },
  {
    name: 'direct URL of another database',
    pooler: 'transaction',
    direct: 'another database',
    refused: /connections do not all lead to the same database of the same server\. Let /,
  },
  {
    name: 'direct URL of a standby',
    server: 'with standby',
    pooler: 'transaction',
    direct: 'the standby',
    refused: /SVC_DB_DIRECT_URL .*: the server is a standby, which only reads\. Connect to the primary\./,
  },
].map((row): Row => ({ server: 'installed', language: C, ...row }) as Row);

const settings: readonly Row[] = [
  ...Object.entries(HOSTILE).map(([name, value]) => ({
    name: `setting ${name}`,
    settings: { [name]: value },
  })),
  { name: 'setting isolation repeatable read', settings: ISOLATION },
  { name: 'settings, all', settings: HOSTILE },
  {
    name: 'setting default_transaction_read_only',
    settings: { default_transaction_read_only: "'on'" },
    refused: /the database only reads \(default_transaction_read_only\)\. Allow writes/,
  },
].map((row): Row => ({ server: 'installed', language: C, ...row }));

const together: readonly Row[] = [
  {
    name: 'Turkish, unusual settings, transaction pooler',
    server: 'installed',
    language: icu('tr-TR'),
    settings: HOSTILE,
    pooler: 'transaction',
    direct: 'the server',
    refused: /sessions of a transaction pooler have other settings than Gatehouse needs: .*ALTER ROLE/,
    isCorrected: true,
  },
];

export const ROWS: readonly Row[] = [...languages, ...connections, ...settings, ...together];
