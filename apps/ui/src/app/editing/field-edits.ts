import { DestroyRef, effect, inject, signal, untracked } from '@angular/core';
import { AuditApi, revisionOf, Session } from '@gatehouse/ui-data';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { editingTexts } from './editing.texts';

/** The fields of an object that are edited, and what the change log has about them. */
export interface EditedObject<T extends object> {
  /** The object as it was read last: pages read it again when somebody has changed it. */
  readonly current: () => T | undefined;
  /** The value of a field that the object has; by default the member of that name. */
  readonly read?: (object: T, field: string) => unknown;
  /** Kind of its changes in the audit log, and the name of a field there. Reference: audit-log#entries */
  readonly kind: string | ((field: string) => string);
  readonly column?: (field: string) => string;
}

interface Author {
  /** What the field was changed to. */
  readonly value: string;
  readonly name: string | null;
  readonly time: string;
}

/** Entries of the audit log that are searched for a change. */
const MAX_ENTRIES = 50;

/**
 * Which fields of an object are edited, since when, and who has changed them meanwhile. The state at which the editing of a field
 * began is kept, so that saving states its revision. Requires an injection context. Reference: data#conditional-changes
 */
export class FieldEdits<T extends object> {
  private readonly audit = inject(AuditApi);
  private readonly formats = inject(ReaderFormats);
  private readonly isAdministrator = inject(Session).isAdministrator;
  private readonly t = translations(editingTexts);
  private readonly bases = signal<ReadonlyMap<string, T>>(new Map());
  private readonly authors = signal<ReadonlyMap<string, Author>>(new Map());
  private isDestroyed = false;

  constructor(private readonly edited: EditedObject<T>) {
    inject(DestroyRef).onDestroy(() => (this.isDestroyed = true));
    effect(() => {
      for (const field of this.bases().keys())
        if (this.isChanged(field)) untracked(() => void this.findAuthor(field));
    });
  }

  /** The editing of a field begins; without effect while it is edited. */
  begin(field: string): void {
    const current = untracked(this.edited.current);
    if (current && !untracked(this.bases).has(field))
      this.bases.update((bases) => new Map(bases).set(field, current));
  }

  /** The editing of fields has ended; of all without names. */
  end(...fields: readonly string[]): void {
    const ended = fields.length === 0 ? [...untracked(this.bases).keys()] : fields;
    this.bases.update((bases) => new Map([...bases].filter(([field]) => !ended.includes(field))));
  }

  isEdited(field: string): boolean {
    return this.bases().has(field);
  }

  /** The revision of the state at which the editing of a field began; undefined if it is not known. */
  readonly since = (field: string): number | undefined =>
    revisionOf(untracked(this.bases).get(field) ?? untracked(this.edited.current));

  /** The object as it was when the editing of a field began. */
  baseOf(field: string): T | undefined {
    return this.bases().get(field);
  }

  /** What somebody else has done with a field that is edited; empty if nothing. */
  notice(field: string): string {
    if (!this.isChanged(field)) return '';
    const author = this.authors().get(field);
    if (author?.value !== this.currentText(field)) return this.t('changed');
    const time = this.formats.ago(author.time);
    return author.name === null
      ? this.t('changedAt', { time })
      : this.t('changedBy', { name: author.name, time });
  }

  private isChanged(field: string): boolean {
    const base = this.bases().get(field);
    const current = this.edited.current();
    return (
      base !== undefined &&
      current !== undefined &&
      base !== current &&
      textOf(this.valueOf(base, field)) !== textOf(this.valueOf(current, field))
    );
  }

  private valueOf(object: T, field: string): unknown {
    return this.edited.read?.(object, field) ?? (object as Readonly<Record<string, unknown>>)[field];
  }

  private currentText(field: string): string {
    const current = this.edited.current();
    return current ? textOf(this.valueOf(current, field)) : '';
  }

  /** The newest change of the field to what it is now. */
  private async findAuthor(field: string): Promise<void> {
    const value = untracked(() => this.currentText(field));
    const since = this.since(field);
    if (!this.isAdministrator() || this.authors().get(field)?.value === value) return;
    const { kind, column } = this.edited;
    const [name, member] = (column?.(field) ?? field).split('.', 2);
    const wanted = typeof kind === 'string' ? kind : kind(field);
    // Without the log the notice has no name.
    const entries = await this.audit.entries({ kind: wanted }, MAX_ENTRIES).catch(() => []);
    const found = entries.find(
      ({ revision, changes }) =>
        (revision ?? 0) > (since ?? 0) &&
        changes.some((change) => change.field === name && textIn(change.after, member) === value),
    );
    if (!found || this.isDestroyed) return;
    const author = { value, name: found.actor.user_name, time: found.time };
    this.authors.update((authors) => new Map(authors).set(field, author));
  }
}

/** A value as the audit log writes it, or a member of one. */
function textIn(text: string | null, member: string | undefined): string {
  if (member === undefined || text === null) return normalized(text ?? '');
  const parsed = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  return textOf(parsed?.[member]);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? normalized(value) : ordered(value);
}

/** JSON in the order of its keys: the database has an order of its own. */
function normalized(text: string): string {
  try {
    return ordered(JSON.parse(text));
  } catch {
    return text;
  }
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
