import type { AuditEntryDto } from '@gatehouse/dto';

/** Entries of one day of the reader's calendar. */
export interface AuditDay {
  /** The time of the first of them. */
  readonly time: string;
  readonly entries: readonly AuditEntryDto[];
}

/** Divides entries, which are in order, by days in the time zone of the browser. */
export function daysOf(entries: readonly AuditEntryDto[]): readonly AuditDay[] {
  const days: { time: string; entries: AuditEntryDto[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && dayOf(last.time) === dayOf(entry.time)) last.entries.push(entry);
    else days.push({ time: entry.time, entries: [entry] });
  }
  return days;
}

function dayOf(time: string): string {
  return new Date(time).toDateString();
}
