import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AuditEntryDto, AuditObjectDto } from '@gatehouse/dto';
import { Button, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { auditTexts } from './audit.texts';

const NOUNS = [
  'user',
  'pending_user',
  'group',
  'membership',
  'group_terms',
  'terms_acceptance',
  'service',
  'resource',
  'user_permission',
  'group_permission',
  'webhook',
  'session',
  'sign_in',
  'access',
  'audit',
] as const;
const VERBS = ['created', 'changed', 'deleted', 'failed', 'refused', 'exported', 'purged'] as const;
const OBJECTS = ['user', 'group', 'resource'] as const;
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

  protected readonly noun = computed(() => {
    const [subject = ''] = this.entry().kind.split('.');
    const known = NOUNS.find((noun) => noun === subject);
    return known ? this.t(`nouns.${known}`) : subject;
  });
  protected readonly verb = computed(() => {
    const [, action = ''] = this.entry().kind.split('.');
    const known = VERBS.find((verb) => verb === action);
    return known ? this.t(`verbs.${known}`) : action;
  });
  protected readonly tone = computed(() => {
    const [, action] = this.entry().kind.split('.');
    if (action === 'created') return 'success';
    if (action === 'deleted' || action === 'refused' || action === 'failed') return 'danger';
    return action === 'purged' ? 'warning' : 'plain';
  });
  protected readonly who = computed(() => {
    const { kind, user_name } = this.entry().actor;
    if (user_name !== null) return user_name;
    return kind === 'system' ? this.t('system') : this.t('anonymous');
  });
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
  protected readonly undoable = computed(() => {
    const { kind, revision } = this.entry();
    return /^(?:user|group)_permission\./.test(kind) ? revision : null;
  });

  protected nameOf({ id, name }: AuditObjectDto): string {
    return name ?? this.t('deleted', { id: String(id) });
  }

  protected kindOf({ kind }: AuditObjectDto): string {
    const known = OBJECTS.find((object) => object === kind);
    return known ? this.t(`objects.${known}`) : kind;
  }

  protected historyOf({ kind, id }: AuditObjectDto): Record<string, string> {
    return { object: `${kind}:${id}` };
  }
}
