import { type Row, computed } from '../declaration/shown';
import type { Output } from '../output/output';
import { counted } from './counted';
import { type Plan, numberOfChanges } from './plan';
import { showEffect } from './show-effect';
import { showMessages } from './show-messages';

export const CHANGE_COLUMNS = [
  computed('CHANGE', ({ change }) => String(change).replaceAll('_', ' '), {
    colour: ({ change }) => (/^(?:remove|delete)_/.test(String(change)) ? 'bad' : undefined),
  }),
  computed('OF', subjectOf),
  computed('DETAILS', detailsOf),
];

/** Messages and changes of a plan. */
export async function showPlan(output: Output, plan: Plan): Promise<void> {
  showMessages(output, plan.messages);
  const others = plan.message_count - plan.messages.length;
  if (others > 0) output.note(`${counted(others, 'further message')} not listed by the API.`);
  showKept(output, plan);
  const total = numberOfChanges(plan);
  if (total === 0) return;
  await showEffect(output, plan.effect);
  await output.rows(plan.changes, CHANGE_COLUMNS);
  output.note(summaryOf(plan, total));
  if (plan.needs_allow_gain)
    output.warn('By these removals somebody may gain access: they are applied with --allow-gain only.');
}

/** Why something stays that the files no longer name. */
const KEPT: Readonly<Record<string, string>> = {
  changed: 'somebody has changed it since',
  other_set: 'another file set names it',
  other_origin: 'something of another origin is at or below it',
};

function showKept(output: Output, { kept = [], kept_count: count = 0 }: Plan): void {
  for (const row of kept)
    output.note(
      `kept: ${subjectOf(row)}${row['permission'] === undefined ? '' : ` ${principalOf(row)}: ${row['permission']}`}, since ${KEPT[String(row['reason'])] ?? row['reason']}`,
    );
  if (count > kept.length) output.note(`${count - kept.length} more are kept.`);
}

function summaryOf({ counts, steps, changes, revision }: Plan, total: number): string {
  const kinds = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`);
  const unlisted = total - changes.length;
  return [
    `${counted(total, 'change')}, planned at revision ${revision}: ${kinds.join(', ')}.`,
    ...(unlisted > 0 ? [`The last ${unlisted} of them are not listed.`] : []),
    ...(steps > 1 ? [`They are applied in ${steps} steps.`] : []),
  ].join(' ');
}

/** What a change is about. */
export function subjectOf({ service, resource, user, group }: Row): string {
  if (service !== undefined) return `${service}${resource ?? ''}`;
  return user !== undefined && group !== undefined ? `${user} in ${group}` : String(user ?? group ?? '');
}

function detailsOf(change: Row): string {
  const { service, groups, before, after, fields, resource_type: type, has_password } = change;
  const isPermission = before !== undefined || after !== undefined;
  return [
    ...(typeof fields === 'object' && fields !== null ? Object.entries(fields).map(fieldText) : []),
    ...(type === undefined ? [] : [String(type)]),
    ...(Array.isArray(groups) && groups.length > 0 ? [`in ${groups.join(', ')}`] : []),
    ...(has_password === undefined ? [] : [has_password ? 'with a password' : 'without a password']),
    ...(change['pruned'] ? ['no longer in the files'] : []),
    ...(change['gives_access'] ? ['somebody may gain access'] : []),
    ...(isPermission && service !== undefined
      ? [`${principalOf(change)}: ${transition(before, after)}`]
      : []),
  ].join('; ');
}

function principalOf({ user, group }: Row): string {
  return user !== undefined ? `user ${user}` : `group ${group}`;
}

function fieldText([name, value]: [string, unknown]): string {
  return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

function transition(before: unknown, after: unknown): string {
  if (before === undefined) return String(after);
  return after === undefined ? String(before) : `${before} becomes ${after}`;
}
