import { ChangeDetectionStrategy, Component, effect, inject, input, signal } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { DirectoryGroupsApi, Remote, type TermsVersion } from '@gatehouse/ui-data';
import { Button, Card, KIT_TEXTS, Skeleton, Toasts } from '@gatehouse/ui-kit';
import { ConditionalSave } from '../editing/conditional-save';
import { FieldEdits } from '../editing/field-edits';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { groupsTexts } from './groups.texts';

/** The terms that members of a group accept, and publishing a new version. */
@Component({
  selector: 'gh-group-terms',
  imports: [Button, Card, FormsModule, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-card [heading]="t('terms')">
      <gh-problem-panel [problem]="terms.problem()" (retry)="terms.load()" />
      <gh-problem-panel [problem]="action.problem()" [canRetry]="false" />
      @if (terms.value(); as versions) {
        @if (versions[0]; as newest) {
          <p class="muted">
            {{ t('version', { version: newest.version, date: formats.date(newest.created) }) }}
          </p>
          <pre tabindex="0">{{ newest.text }}</pre>
        } @else {
          <p class="muted">{{ t('noTerms') }}</p>
        }
        @if (writing()) {
          <form (ngSubmit)="publish()">
            <div>
              <label class="label" for="gh-group-terms">{{ t('newTerms') }}</label>
              <textarea
                id="gh-group-terms"
                name="terms"
                rows="6"
                aria-describedby="gh-group-terms-hint"
                [(ngModel)]="draft"
              ></textarea>
              <p class="notice" role="status">{{ edits.notice('terms') }}</p>
              <p id="gh-group-terms-hint" class="muted">{{ t('publishAbout') }}</p>
            </div>
            <div class="row">
              <button ghButton look="primary" type="submit" [busy]="action.busy()">{{ t('publish') }}</button>
              <button ghButton type="button" (click)="leave()">{{ kit().cancel }}</button>
            </div>
          </form>
        } @else if (versions[0]) {
          <div class="actions">
            <button ghButton type="button" (click)="write(versions[0].text)">
              {{ t('newTerms') }}
            </button>
          </div>
        }
      } @else if (!terms.problem()) {
        <gh-skeleton />
      }
    </gh-card>
  `,
  styleUrl: '../page-parts/page.css',
})
export class GroupTerms {
  readonly groupName = input.required<string>();

  private readonly groups = inject(DirectoryGroupsApi);
  private readonly toasts = inject(Toasts);
  private readonly saving = inject(ConditionalSave);
  protected readonly formats = inject(ReaderFormats);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly t = translations(groupsTexts);
  protected readonly terms = new Remote(() => this.groups.terms(this.groupName()));
  protected readonly edits = new FieldEdits<readonly TermsVersion[]>({
    current: this.terms.value,
    read: (versions) => versions[0]?.text,
    kind: 'group_terms.created',
    column: () => 'text',
  });
  protected readonly action = new Action();
  protected readonly writing = signal(false);
  protected readonly draft = signal('');

  constructor() {
    effect(() => {
      this.groupName();
      void this.terms.load();
    });
    followChanges(['group_terms'], () => this.terms.load());
  }

  protected write(text: string): void {
    this.draft.set(text);
    this.edits.begin('terms');
    this.writing.set(true);
  }

  protected async publish(): Promise<void> {
    const edit = {
      values: { terms: this.draft() },
      since: this.edits.since,
      label: () => this.t('terms'),
    };
    const done = await this.action.run(async () => {
      const isSaved = await this.saving.save(edit, ({ terms = '' }, ifMatch) =>
        this.groups.publishTerms(this.groupName(), terms, ifMatch),
      );
      if (isSaved) this.toasts.show(this.t('published'));
    });
    if (!done) return;
    this.leave();
    await this.terms.load();
  }

  protected leave(): void {
    this.writing.set(false);
    this.edits.end();
  }
}
