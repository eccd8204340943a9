import type { AuditFilter } from '@gatehouse/ui-data';

/** The filter in the form and in the address of the page. */
export interface WrittenFilter {
  readonly actor: string;
  readonly kind: string;
  readonly object: string;
  /** Days of the reader's calendar, `2026-11-22`; both are included. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: WrittenFilter = { actor: '', kind: '', object: '', from: '', to: '' };

/** The format of objects that the API accepts. */
const OBJECT = /^(?:user|group|service|resource):[A-Za-z0-9]+(?:[: _.-][A-Za-z0-9]+)*$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

export function isObject(text: string): boolean {
  return text.trim() === '' || OBJECT.test(text.trim());
}

/** Converts days to points in time in the time zone of the browser. */
export function toFilter({ actor, kind, object, from, to }: WrittenFilter): AuditFilter {
  return {
    actor: actor.trim() || undefined,
    kind: kind || undefined,
    object: object.trim() || undefined,
    from: midnight(from, 0),
    to: midnight(to, 1),
  };
}

/** The beginning of a day, or of the one after it. */
function midnight(day: string, after: 0 | 1): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + after).toISOString();
}
