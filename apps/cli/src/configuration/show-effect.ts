import { type Row, computed } from '../declaration/shown';
import type { Output } from '../output/output';
import { counted } from './counted';
import type { Effect, EffectSide } from './plan';

const COLUMNS = [
  computed('ACCESS', ({ access }) => access, {
    colour: ({ access }) => (access === 'gained' ? 'bad' : undefined),
  }),
  computed('BY', ({ everybody, group, user }) =>
    everybody ? 'everybody' : user !== undefined ? `user ${user}` : `group ${group}`,
  ),
  computed('PERMISSION', ({ permission }) => permission),
  computed('OF', ({ service }) => service),
  computed('USERS', ({ users }) => users, { isNumber: true }),
  computed('RESOURCES', ({ resources }) => resources, { isNumber: true }),
  computed('FOR EXAMPLE', ({ service, example }) => (example === undefined ? '' : `${service}${example}`)),
];

/** Who gains and loses access, gains first. Nothing but changes is in CSV. */
export async function showEffect(output: Output, effect: Effect | undefined): Promise<void> {
  if (!effect || output.format !== 'table') return;
  const { gains, losses, reconfigured_services: services } = effect;
  const rows = [...rowsOf(gains, 'gained'), ...rowsOf(losses, 'lost')];
  if (rows.length > 0) {
    await output.rows(rows, COLUMNS);
    output.line('');
  }
  for (const [side, verb, becomes] of [
    [gains, 'gain', 'become administrators'],
    [losses, 'lose', 'are no longer administrators'],
  ] as const) {
    if (side.administrator_count > 0)
      output.warn(`${namesOf(side)} ${becomes}: everything is allowed to administrators.`);
    if (side.users > 0) output.note(sentenceOf(side, verb, effect.is_complete));
  }
  for (const { service, fields } of services)
    output.note(
      `${service}: the same permissions may allow other requests, since ${Array.isArray(fields) ? fields.join(', ') : 'something'} changes.`,
    );
}

function rowsOf({ summary }: EffectSide, access: 'gained' | 'lost'): Row[] {
  return summary.map((row) => ({ access, ...row }));
}

function namesOf({ administrators, administrator_count: count }: EffectSide): string {
  const others = count - administrators.length;
  return [...administrators, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

function sentenceOf(
  { users, decisions, row_count, summary }: EffectSide,
  verb: string,
  isComplete: boolean,
): string {
  const atLeast = isComplete ? '' : 'At least ';
  const unlisted = row_count - summary.length;
  return `${atLeast}${counted(users, 'user')} ${verb} access: ${counted(decisions, 'decision')} ${decisions === 1 ? 'changes' : 'change'}.${unlisted > 0 ? ` ${counted(unlisted, 'row')} not listed.` : ''}`;
}
