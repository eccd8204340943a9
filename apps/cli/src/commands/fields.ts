import { required, text } from '../declaration/field';
import { type Column, column, computed } from '../declaration/shown';

/** Arguments that several commands have. */
export const USER = required(text('user', 'Name of the user.', { completes: 'users' }));
export const GROUP = required(text('group', 'Name of the group.', { completes: 'groups' }));
export const SERVICE = required(text('service', 'Name of the service.', { completes: 'services' }));

/** A time of the API, ISO 8601 in UTC, without fractions of seconds. */
export function timeColumn(title: string, field: string): Column {
  return column(title, field, { value: (row) => shortTime(row[field]), isUnbroken: true });
}

export function shortTime(value: unknown): unknown {
  return typeof value === 'string'
    ? value.replace(/(?<=T\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:00)$/, 'Z')
    : value;
}

/** `allow` in green, `deny` in red. */
export const ACCESS: Column = column('ACCESS', 'access', {
  colour: ({ access }) => (access === 'allow' ? 'good' : 'bad'),
});

/** A principal of a reason, `user:4:bob`, as people write it. */
export function principalText(value: unknown): string {
  const [, kind, name] = /^(user|group):\d+:(.*)$/s.exec(String(value ?? '')) ?? [];
  return kind === undefined ? String(value ?? '–') : `${kind} ${name}`;
}

export const REASON: Column = computed('BECAUSE OF', ({ reason }) => principalText(reason));
