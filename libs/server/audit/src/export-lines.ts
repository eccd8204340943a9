import type { AuditEntry } from './audit-entry';

/** Columns of the CSV export, in order. */
const COLUMNS = [
  'id',
  'time',
  'kind',
  'revision',
  'actor_kind',
  'actor_user_id',
  'actor_user_name',
  'actor_role',
  'address',
  'request_id',
  'objects',
  'changes',
  'details',
  'occurrences',
] as const;

/** The header of the CSV export, with a byte order mark, by which spreadsheets recognize UTF-8. */
export function csvHeader(): string {
  return `\uFEFF${COLUMNS.join(',')}\r\n`;
}

/** A line of the CSV export. Source: RFC 4180. */
export function csvLine(entry: AuditEntry): string {
  const { actor } = entry;
  const cells: readonly unknown[] = [
    entry.id,
    entry.time.toISOString(),
    entry.kind,
    entry.revision,
    actor.kind,
    actor.id,
    actor.name,
    actor.role,
    actor.address,
    actor.requestId,
    entry.objects.map(({ kind, id, name }) => `${kind} ${id}${name === null ? '' : ` (${name})`}`).join('; '),
    entry.changes.map(changeText).join('; '),
    Object.entries(entry.details)
      .map(([name, value]) => `${name}: ${valueText(value) ?? ''}`)
      .join('; '),
    entry.occurrences,
  ];
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A value as text: JSON, except for texts, which are unchanged; null for none. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function changeText({ field, before, after, concealed }: AuditEntry['changes'][number]): string {
  return concealed
    ? `${field}: (concealed)`
    : `${field}: ${valueText(before) ?? '(none)'} → ${valueText(after) ?? '(none)'}`;
}

/**
 * Spreadsheets take a text that begins with one of these characters for a formula; an apostrophe makes it a text. Names of
 * users and values of fields are chosen by others than those who open the file.
 */
const FORMULA = /^\s*[=+\-@\t\r\n|%]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = String(value).replaceAll('\0', '');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}
