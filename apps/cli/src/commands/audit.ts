import type { Context } from '../context';
import { command } from '../declaration/command';
import { choice, flag, list, text, whole } from '../declaration/field';
import { type Column, type Row, column, computed } from '../declaration/shown';
import { rowsIn } from '../connection/reply-fields';
import { warnOfRetry } from '../connection/warn-of-retry';
import { shownText } from '../output/printable';
import { pause } from '../pause';
import { shortTime, timeColumn } from './fields';

const FILTERS = {
  actor: text('user', 'Only what this user did.', { completes: 'users' }),
  kind: text('kind', 'Only entries of this kind, such as user.deleted or user_permission.'),
  exclude_kind: text('kinds', 'No entries of these kinds, separated by commas.'),
  object: text('object', 'Only entries about this object, such as user:ada or resource:31.'),
  from: text('time', 'From this time on, such as 2026-11-27T08:00:00Z.'),
  to: text('time', 'Before this time.'),
};
/** Milliseconds between two questions for new entries. */
const POLL_MS = 2_000;

const COLUMNS: readonly Column[] = [
  timeColumn('TIME', 'time'),
  computed(
    'WHO',
    ({ actor }) =>
      ((actor ?? {}) as Row)['user_name'] ?? ((actor ?? {}) as Row)['role'] ?? ((actor ?? {}) as Row)['kind'],
  ),
  column('WHAT', 'kind'),
  computed(
    'ABOUT',
    ({ objects }) =>
      ((objects ?? []) as readonly Row[]).map(
        (object) => `${object['kind']} ${object['path'] ?? object['name']}`,
      ),
    { isDetail: true },
  ),
  computed('CHANGES', ({ changes }) => changesText(changes), { isDetail: true }),
  column('REVISION', 'revision', { isNumber: true }),
];

/** Fields of one entry that a table has; JSON has all of them. */
const MAX_FIELDS = 4;

function changesText(changes: unknown): string[] {
  const all = (changes ?? []) as readonly Row[];
  // Identifiers are what the entry is about already.
  const telling = all.filter(({ field }) => field !== 'id' && !String(field).endsWith('_id'));
  const shown = telling.slice(0, MAX_FIELDS).map(changeText);
  return telling.length > MAX_FIELDS ? [...shown, `${telling.length - MAX_FIELDS} more`] : shown;
}

function changeText({ field, before, after, concealed }: Row): string {
  if (concealed) return `${field} changed`;
  const [old, current] = [shortTime(before), shortTime(after) ?? '–'];
  return before === null ? `${field}: ${current}` : `${field}: ${old} → ${current}`;
}

/** `insert user, 3 insert membership` */
function operationsText(changes: unknown): string[] {
  const counts = new Map<string, number>();
  for (const { operation, entity } of (changes ?? []) as readonly Row[])
    counts.set(`${operation} ${entity}`, (counts.get(`${operation} ${entity}`) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} ${text}`));
}

const AUTHOR: Column = computed(
  'WHO',
  ({ actor }) => ((actor ?? {}) as Row)['user_name'] ?? ((actor ?? {}) as Row)['kind'],
);
const OPERATIONS: Column = computed('CHANGES', ({ changes }) => operationsText(changes));

/** A revision in one line, as it is committed: columns cannot be as wide as what is still to come. */
function printRevision({ output }: Context, revision: Row): void {
  if (output.format === 'json') return output.jsonLine(revision);
  const shown = [revision['revision'], shortTime(revision['time']), AUTHOR.value(revision)];
  output.line([...shown, OPERATIONS.value(revision)].map(shownText).join('  '));
}

const CHAIN = "chain: 'changes' | 'events', position: number";
const HEADS = `{ ${CHAIN}, hash: string }[]`;
const OF_CHAINS = '{ changes: number, events: number }';
const PROBLEM = `{ ${CHAIN}, problem: string, through?: number, recordedAs?: number }`;
const VERIFIED = `{ checked: ${OF_CHAINS}, removed_through: ${OF_CHAINS}, heads: ${HEADS}, unproven: { changes: number[], events: number[] }, unverifiable: ${HEADS}, problems: ${PROBLEM}[] }`;

export const AUDIT_COMMANDS = [
  command({
    name: 'audit tail',
    summary: 'Show the newest entries of the audit log, and with --follow those that are added.',
    needs: 'token',
    options: {
      ...FILTERS,
      lines: whole('number', 'How many entries to begin with; 20 by default.', { short: 'n' }),
      follow: flag('Wait for new entries until Ctrl-C.', { short: 'f' }),
    },
    run: tail,
    shows: { kind: 'own' },
    json: 'Lines<AuditEntryDto>',
    examples: [
      { line: 'audit tail --follow', does: 'What happens now' },
      {
        line: 'audit tail -n 100 --kind user_permission --json',
        does: 'The last changes of permissions of users, for jq',
      },
    ],
  }),
  command({
    name: 'audit export',
    summary: 'Export the audit log, the newest entry first.',
    needs: 'token',
    options: {
      ...FILTERS,
      format: choice(['jsonl', 'csv'], 'jsonl by default: one entry a line.'),
      to_file: text('path', 'Write to this file instead of standard output; it must not exist.', {
        completes: 'files',
      }),
    },
    run: exported,
    shows: { kind: 'own' },
    json: 'Lines<AuditEntryDto>',
    examples: [
      {
        line: 'audit export --from 2026-11-01T00:00:00Z --format csv --to-file november.csv',
        does: 'One month',
      },
    ],
  }),
  command({
    name: 'audit verify',
    summary: 'Check the hash chains of the audit log in the database.',
    description:
      'It reads the database of SVC_DB_URL, and needs no running instance. Exit code 2: something was removed and cannot be checked.',
    needs: 'settings',
    options: {
      expect: list(
        'head',
        'A head that an earlier run has printed, such as changes:41:<hash>; can be repeated.',
      ),
      removed_ok: flag('What retention has removed need not be checked.'),
    },
    run: async (context, { expect = [], removed_ok = false }) => {
      const { verifyAudit } = await import('../operation/operation');
      await verifyAudit(context, { expected: expect, removedOk: removed_ok });
    },
    shows: { kind: 'own' },
    json: VERIFIED,
    examples: [{ line: 'audit verify', does: 'The whole log; keep the heads that it prints elsewhere' }],
  }),
];

export const CHANGE_COMMANDS = [
  command({
    name: 'changes list',
    summary: 'List revisions with their changes, the oldest first.',
    needs: 'token',
    options: {
      after: whole('revision', 'Only revisions after this one.'),
      limit: whole('number', 'How many at most; 100 by default.'),
    },
    operation: 'GET /changes',
    shows: {
      kind: 'list',
      in: 'revisions',
      columns: [
        column('REVISION', 'revision', { isNumber: true }),
        timeColumn('TIME', 'time'),
        AUTHOR,
        OPERATIONS,
      ],
      empty: 'There are no further revisions.',
    },
    examples: [{ line: 'changes list --after 41', does: 'What has changed since revision 41' }],
  }),
  command({
    name: 'changes follow',
    summary: 'Print each revision as it is committed, until Ctrl-C.',
    needs: 'token',
    options: { after: whole('revision', 'Begin after this revision; by default with the next one.') },
    run: async (context, { after }) => {
      const { followChanges } = await import('../connection/follow-changes');
      await followChanges(context, after, (revision) => printRevision(context, revision));
    },
    shows: { kind: 'own' },
    json: 'Lines<RevisionDto>',
    examples: [{ line: 'changes follow --json', does: 'For a program that keeps a copy' }],
  }),
];

async function tail(context: Context, { lines = 20, follow, ...filters }: Row): Promise<void> {
  const { AddedEntries } = await import('../connection/added-entries');
  const { newestRevision } = await import('../connection/follow-changes');
  const api = await context.api();
  const entries = new AddedEntries({
    page: async (limit, after) =>
      rowsIn(await api.send('GET /audit', { query: { ...filters, limit, after } }), 'entries'),
    newestRevision: (known) => newestRevision(api, known),
  });
  let first = await entries.begin(Math.max(Number(lines), 1));
  await print(context, first);
  while (follow === true) {
    await pause(POLL_MS, context.signal);
    const added = await entries.next().catch((error: unknown) => {
      warnOfRetry(context, error, POLL_MS);
      return [];
    });
    if (added.length > 0) await print(context, added, first);
    if (first.length === 0) first = added;
  }
}

async function print(
  { output }: Context,
  entries: readonly Row[],
  above: readonly Row[] = [],
): Promise<void> {
  if (output.format === 'json') entries.forEach((entry) => output.jsonLine(entry));
  else await output.rows(entries, COLUMNS, 'There are no entries.', above);
}

async function exported(
  context: Context,
  { format = 'jsonl', to_file: path, ...filters }: Row,
): Promise<void> {
  const api = await context.api();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, String(value));
  const accept = format === 'csv' ? 'text/csv' : 'application/jsonl, application/x-ndjson, */*;q=0.1';
  const response = await api.stream(`/audit/export.${format}?${query}`, { Accept: accept });
  const { saveStream } = await import('../connection/save-stream');
  const bytes = await saveStream(response, path as string | undefined, context.signal);
  if (path !== undefined) context.output.note(`${bytes} bytes are in ${path}.`);
}
