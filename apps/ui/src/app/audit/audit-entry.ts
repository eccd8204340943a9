import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AuditEntryDto, AuditObjectDto } from '@gatehouse/dto';
import { Button, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { AuditWording, undoableRevision } from './audit-wording';
import { auditTexts } from './audit.texts';

/** The number of values that are shown initially. */
const FEW = 4;

/** One entry of the audit log: the change, its actor, and the values before and after. */
@Component({
  selector: 'gh-audit-entry',
  imports: [Button, RouterLink, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './audit-entry.html',
  styleUrl: './audit-entry.css',
})
export class AuditEntry {
  readonly entry = input.required<AuditEntryDto>();
  readonly undo = output<number>();

  protected readonly t = translations(auditTexts);
  protected readonly formats = inject(ReaderFormats);
  private readonly wording = inject(AuditWording);

  protected readonly noun = computed(() => this.wording.noun(this.entry().kind));
  protected readonly verb = computed(() => this.wording.verb(this.entry().kind));
  protected readonly tone = computed(() => this.wording.tone(this.entry().kind));
  protected readonly who = computed(() => this.wording.actor(this.entry().actor));
  protected readonly role = computed(() => {
    const { role } = this.entry().actor;
    return role === 'administrator' ? this.t('administrator') : role;
  });
  /** The facts about an event have no previous values. */
  protected readonly rows = computed(() => {
    const { changes, details } = this.entry();
    const facts = Object.entries(details).map(([field, value]) => ({
      field,
      before: null,
      after: String(value),
      concealed: false,
    }));
    return [...changes, ...facts];
  });
  protected readonly isOpen = computed(() => this.rows().length <= FEW);
  protected readonly hasBefore = computed(() =>
    this.rows().some(({ before, concealed }) => before !== null || concealed),
  );
  protected readonly undoable = computed(() => undoableRevision(this.entry()));

  protected nameOf(object: AuditObjectDto): string {
    return this.wording.object(object);
  }

  protected kindOf(object: AuditObjectDto): string {
    return this.wording.objectKind(object);
  }

  protected historyOf({ kind, id }: AuditObjectDto): Record<string, string> {
    return { object: `${kind}:${id}` };
  }
}
