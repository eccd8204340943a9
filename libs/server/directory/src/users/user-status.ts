import { UserStatus } from '@gatehouse/database';

const NAMES = Object.keys(UserStatus) as (keyof typeof UserStatus)[];

export function nameOfStatus(status: UserStatus): string {
  return NAMES.find((name) => UserStatus[name] === status) ?? 'OK';
}

/** A status given as number, numeric text, or name in exact, upper or lower case; undefined for anything else. */
export function parseStatus(value: unknown): UserStatus | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const found = NAMES.find((name) =>
    [String(UserStatus[name]), name, name.toUpperCase(), name.toLowerCase()].includes(text.trim()),
  );
  return found && UserStatus[found];
}

/** Values of `GET /users?status=`. */
export interface StatusFilter {
  readonly statuses: readonly UserStatus[];
  /** Pending registrations were named, not merely included in `all`. */
  readonly namesPending: boolean;
}

/** Undefined when no known status is in the text. Unknown members in addition to known ones are dropped. */
export function parseStatusFilter(text: string): StatusFilter | undefined {
  if (['all', 'All', 'ALL'].includes(text))
    return { statuses: Object.values(UserStatus), namesPending: false };
  const statuses = text
    .split(/[,;]/)
    .map(parseStatus)
    .filter((status) => status !== undefined);
  if (statuses.length === 0) return undefined;
  return { statuses, namesPending: statuses.includes(UserStatus.Pending) };
}

/** What the error of a bad status offers. */
export const STATUS_CHOICES: readonly (string | number)[] = [...NAMES, ...Object.values(UserStatus), 'all'];
