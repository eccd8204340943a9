import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AuditEntryDto } from '@gatehouse/dto';
import { translations } from '../language/translations';
import { AuditSentences, type SentencePart } from './audit-sentences';
import { auditTexts } from './audit.texts';

/** What an entry says, with links to the histories of what it names. */
@Component({
  selector: 'gh-audit-sentence',
  imports: [RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  // On one line: spaces between the parts would be words of the sentence.
  template: `@for (part of parts(); track $index) {
    @if (part.object; as object) {
      <a
        routerLink="/audit"
        [class]="part.look"
        [queryParams]="{ object: object.kind + ':' + object.id }"
        [attr.title]="history(part)"
        >{{ part.text }}</a
      >
    } @else {
      <span [class]="part.look">{{ part.text }}</span>
    }
  }`,
  styles: `
    :host {
      display: block;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    span {
      white-space: pre-wrap;
    }
    .name {
      font-weight: 650;
    }
    .code {
      font-family: var(--gh-font-mono);
      font-size: 0.92em;
    }
    a {
      color: inherit;
      text-decoration-color: var(--gh-border-control);
      text-underline-offset: 0.2em;
    }
    a:hover {
      color: var(--gh-accent);
    }
  `,
})
export class AuditSentence {
  readonly entry = input.required<AuditEntryDto>();

  private readonly t = translations(auditTexts);
  private readonly sentences = inject(AuditSentences);
  protected readonly parts = computed(() => this.sentences.of(this.entry()));

  protected history({ text }: SentencePart): string {
    return this.t('historyOf', { name: text });
  }
}
