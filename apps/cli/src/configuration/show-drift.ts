import type { Context } from '../context';
import { rowsIn } from '../connection/reply-fields';
import { type Row, computed } from '../declaration/shown';
import { EXIT } from '../exit-codes';
import { UsageError } from '../failures';
import { counted } from './counted';

const COLUMNS = [
  computed('SET', ({ set }) => set),
  computed('DRIFT', ({ drift }) => String(drift).replaceAll('_', ' ')),
  computed('OF', ({ object, service, resource, user, group }) =>
    [object, service === undefined ? undefined : `${service}${resource ?? ''}`, user, group]
      .filter((part) => part !== undefined)
      .join(' '),
  ),
  computed('STATED', ({ stated }) => stated),
  computed('PRESENT', ({ present }) => present),
  computed('REVERTED', ({ reverts }) => reverts),
];

/** Differences of one request, and those of each set that are listed. */
const PAGE = 1_000;
const MAX_LISTED = 10_000;

/** Shows how the instance differs from what file sets have stated when they were applied. Exit code 2 if it does. */
export async function showDriftOfSets(context: Context, set: string | undefined): Promise<void> {
  const { output } = context;
  const api = await context.api();
  const page = (offset: number, name = set) =>
    api.send('GET /configuration/sets', {
      query: { drift_offset: offset, drift_limit: PAGE, ...(name === undefined ? {} : { set: name }) },
    });
  const sets: Row[] = [];
  for (const first of rowsIn(await page(0), 'sets')) {
    const drift = [...rowsIn(first, 'drift')];
    const most = Math.min(Number(first['drift_count']), MAX_LISTED);
    while (drift.length < most) {
      const [next] = rowsIn(await page(drift.length, String(first['name'])), 'sets');
      const more = next ? rowsIn(next, 'drift') : [];
      if (more.length === 0) break;
      drift.push(...more);
    }
    sets.push({ ...first, drift });
  }
  if (set !== undefined && sets.length === 0) throw new UsageError(`There is no file set ${set}.`);
  const rows = sets.flatMap((one): Row[] =>
    rowsIn(one, 'drift').map((drift) => ({ set: one['name'], ...drift })),
  );
  const count = sets.reduce((sum, { drift_count }) => sum + Number(drift_count), 0);
  if (output.format === 'json') output.json({ sets });
  else await output.rows(rows, COLUMNS, 'The instance is as its file sets state it.');
  if (count > rows.length) output.note(`${counted(count - rows.length, 'more difference')} not listed.`);
  if (count > 0) context.exitCode = EXIT.changes;
}
