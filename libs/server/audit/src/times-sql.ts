/**
 * Revisions among which the first or last one of a time is found. Those that waited for each other are not in the order of their times; as
 * many as there are connections can.
 */
const MAX_WAITING = 1_000;

/** Events among which the first or last one of a time is found: some are written a minute after they occurred. */
const MAX_LATE = 2_000;

/** SQL for the first revision that began at a time or later; null if there is none. */
export function firstRevisionSince(time: string): string {
  // By the index on times. The minimum alone would be looked for from the first revision on.
  return `(SELECT min(revision) FROM (
    SELECT revision FROM revisions WHERE begun_at >= ${time} ORDER BY begun_at LIMIT ${MAX_WAITING}) since)`;
}

/** SQL for the last revision that began before a time; null if there is none. */
export function lastRevisionBefore(time: string): string {
  return `(SELECT max(revision) FROM (
    SELECT revision FROM revisions WHERE begun_at < ${time} ORDER BY begun_at DESC LIMIT ${MAX_WAITING}) earlier)`;
}

/** SQL for the first event that occurred at a time or later, by its id or position; null if there is none. */
export function firstEventSince(column: 'id' | 'position', time: string): string {
  return `(SELECT min(${column}) FROM (
    SELECT ${column} FROM audit_events WHERE occurred_at >= ${time} ORDER BY occurred_at LIMIT ${MAX_LATE}) since)`;
}

/** SQL for the id of the last event that occurred before a time; null if there is none. */
export function lastEventBefore(time: string): string {
  return `(SELECT max(id) FROM (
    SELECT id FROM audit_events WHERE occurred_at < ${time} ORDER BY occurred_at DESC LIMIT ${MAX_LATE}) earlier)`;
}
