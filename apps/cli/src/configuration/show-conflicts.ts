import { type Row, computed } from '../declaration/shown';
import type { Output } from '../output/output';
import type { Plan } from './plan';
import { CHANGE_COLUMNS, subjectOf } from './show-plan';

const LATER_COLUMNS = [
  computed('CHANGED SINCE', ({ object, operation }) => `${object} (${operation})`),
  computed('OF', subjectOf),
  computed('PERMISSION', ({ permission }) => permission ?? ''),
  computed('REVISION', ({ revision }) => revision, { isNumber: true }),
  computed('BY', ({ changed_by: user }) => user ?? 'the system'),
];

/** What was changed after a plan was made. */
export async function showLaterChanges(output: Output, changes: readonly Row[]): Promise<void> {
  if (changes.length === 0 || output.format !== 'table') return;
  await output.rows(changes, LATER_COLUMNS);
  output.line('');
}

/** How a plan differs from the one that was reviewed. */
export async function showConflicts(output: Output, reviewed: Plan, now: Plan): Promise<void> {
  const [before, after] = [textsOf(reviewed), textsOf(now)];
  const rows = [
    ...notIn(after, reviewed).map((row) => ({ conflict: 'no longer', ...row })),
    ...notIn(before, now).map((row) => ({ conflict: 'new', ...row })),
  ];
  if (output.format === 'json') return output.json({ conflicts: rows });
  const columns = [computed('CONFLICT', ({ conflict }) => conflict), ...CHANGE_COLUMNS];
  await output.rows(rows, columns, 'No listed change differs.');
}

function textsOf({ changes }: Plan): ReadonlySet<string> {
  return new Set(changes.map((change) => JSON.stringify(change)));
}

function notIn(texts: ReadonlySet<string>, { changes }: Plan): readonly Row[] {
  return changes.filter((change) => !texts.has(JSON.stringify(change)));
}
