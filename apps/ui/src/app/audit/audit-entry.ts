import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import type { AuditEntryDto } from '@gatehouse/dto';
import { AuditApi, Remote } from '@gatehouse/ui-data';
import { Button, Skeleton, Tag } from '@gatehouse/ui-kit';
import { keyIn } from '../language/console-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { AuditSentence } from './audit-sentence';
import { AuditSentences, readableChanges } from './audit-sentences';
import { auditTexts } from './audit.texts';
import { RevisionFacts, sizeOf, toneOf, undoableRevision } from './revision-facts';

/** Facts that the sentence has. */
const TOLD = ['operation', 'permission', 'format'];

/** Entries of a revision that are listed. */
const MAX_ENTRIES = 100;

/**
 * A revision or an event in the audit log: what happened in a sentence, who did it when and from where, and on demand the
 * values before and after, or all entries of the revision.
 */
@Component({
  selector: 'gh-audit-entry',
  imports: [AuditSentence, Button, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  // The focus goes here when the entry was undone.
  host: { tabindex: '-1', '[class]': 'tone()' },
  templateUrl: './audit-entry.html',
  styleUrl: './audit-entry.css',
})
export class AuditEntry {
  readonly entry = input.required<AuditEntryDto>();
  readonly undo = output();

  protected readonly t = translations(auditTexts);
  protected readonly formats = inject(ReaderFormats);
  private readonly api = inject(AuditApi);
  private readonly facts = inject(RevisionFacts);
  private readonly sentences = inject(AuditSentences);

  protected readonly tone = computed(() => toneOf(this.entry()));
  protected readonly others = computed(() => this.facts.others(this.entry()));
  protected readonly undone = computed(() => this.facts.undone(this.entry()));
  protected readonly removal = computed(() => this.facts.removal(this.entry()));
  protected readonly role = computed(() => this.sentences.role(this.entry()));
  protected readonly size = computed(() => sizeOf(this.entry()));
  protected readonly undoable = computed(() => undoableRevision(this.entry()));
  /** The entries of the revision, the first ones first. */
  protected readonly whole = new Remote(async () => {
    const { id, revision, removal } = this.entry();
    // The steps of a removal are newer than the newest entry of the revision, whose number this one has.
    const after = removal ? id + 1 : undefined;
    return [...(await this.api.entries({ revision: revision ?? undefined }, MAX_ENTRIES, after))].reverse();
  });
  /** The facts about an event have no previous values. */
  protected readonly rows = computed(() => {
    const facts = Object.entries(this.entry().details)
      .filter(([field]) => !TOLD.includes(field))
      .map(([field, value]) => ({
        field: this.factName(field),
        before: null,
        after: this.factValue(String(value)),
        concealed: false,
      }));
    return [...readableChanges(this.entry()), ...facts];
  });
  protected readonly hasDetails = computed(
    () => this.size() > 1 || this.rows().length > 0 || this.entry().actor.request_id !== null,
  );
  protected readonly hasBefore = computed(() =>
    this.rows().some(({ before, concealed }) => before !== null || concealed),
  );

  private factName(field: string): string {
    const known = keyIn(auditTexts.en.facts, field);
    return known ? this.t(`facts.${known}`) : field;
  }

  private factValue(value: string): string {
    const known = keyIn(auditTexts.en.values, value);
    return known ? this.t(`values.${known}`) : value;
  }

  protected open({ target }: Event): void {
    const isOpen = (target as HTMLDetailsElement).open;
    if (isOpen && this.size() > 1 && !this.whole.value()) void this.whole.load();
  }
}
