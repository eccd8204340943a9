import { inject, Injectable, signal } from '@angular/core';
import type { ChangedFieldDto } from '@gatehouse/dto';
import { Problem } from '@gatehouse/ui-data/problem';
import { Toasts } from '@gatehouse/ui-kit/toasts';
import { translations } from '../language/translations';
import { editingTexts } from './editing.texts';

/** Values of fields by the names that the API has for them in conflicts. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** What a form saves. */
export interface Edit<Values extends FieldValues> {
  readonly values: Values;
  /** The revision of the state at which the editing of a field began. */
  readonly since: (field: string) => number | undefined;
  /** What the form calls a field. */
  readonly label: (field: string) => string;
}

/** A field with two values, between which the user has to choose. */
export interface Conflict extends ChangedFieldDto {
  readonly label: string;
  readonly mine: unknown;
}

export type Choice = 'mine' | 'theirs';

interface Question {
  readonly conflicts: readonly Conflict[];
  readonly answer: (choices: ReadonlyMap<string, Choice> | undefined) => void;
}

/**
 * Saves what forms change, and never replaces silently what somebody else has saved meanwhile: the user chooses for each such field.
 * The frame of the console shows the question. Reference: data#conditional-changes
 */
@Injectable({ providedIn: 'root' })
export class ConditionalSave {
  private readonly toasts = inject(Toasts);
  private readonly t = translations(editingTexts);
  private readonly asked = signal<Question | undefined>(undefined);
  readonly question = this.asked.asReadonly();

  /**
   * Sends the values with the revision on which they are based. Returns whether any of them was saved; false means that the user
   * has kept the other values. Throws the `Problem` of the request, also if the user does not answer the question.
   */
  async save<Values extends FieldValues>(
    { values, since, label }: Edit<Values>,
    send: (values: Partial<Values>, ifMatch: number | undefined) => Promise<unknown>,
  ): Promise<boolean> {
    const seen = new Map(Object.keys(values).map((field) => [field, since(field)] as const));
    let wanted: Partial<Values> = values;
    for (;;) {
      try {
        await send(wanted, oldest(Object.keys(wanted).map((field) => seen.get(field))));
        return true;
      } catch (thrown) {
        const conflicts = conflictsOf(thrown);
        if (conflicts.length === 0) throw thrown;
        // The editing of another field of the form began earlier: the change of this one has been seen.
        const unseen = conflicts.filter(({ field, revision }) => revision > (seen.get(field) ?? 0));
        const choices = await this.ask(
          unseen.map((conflict) => ({
            ...conflict,
            label: label(conflict.field),
            mine: values[conflict.field],
          })),
        );
        if (!choices) throw thrown;
        const newest = Math.max(...conflicts.map(({ revision }) => revision));
        for (const field of Object.keys(wanted)) seen.set(field, Math.max(seen.get(field) ?? 0, newest));
        wanted = Object.fromEntries(
          Object.entries(wanted).filter(([field]) => choices.get(field) !== 'theirs'),
        ) as Partial<Values>;
        if (Object.keys(wanted).length > 0) continue;
        this.toasts.show(this.t('kept'));
        return false;
      }
    }
  }

  private async ask(conflicts: readonly Conflict[]): Promise<ReadonlyMap<string, Choice> | undefined> {
    if (conflicts.length === 0) return new Map();
    const choices = await new Promise<ReadonlyMap<string, Choice> | undefined>((answer) =>
      this.asked.set({ conflicts, answer }),
    );
    this.asked.set(undefined);
    return choices;
  }
}

function oldest(revisions: readonly (number | undefined)[]): number | undefined {
  const known = revisions.filter((revision) => revision !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The fields of a refusal because of changes by others; none for any other error. */
function conflictsOf(thrown: unknown): readonly ChangedFieldDto[] {
  if (!(thrown instanceof Problem) || thrown.code !== 'changed_meanwhile') return [];
  return (thrown.body as { changed_fields?: readonly ChangedFieldDto[] }).changed_fields ?? [];
}
