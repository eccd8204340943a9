import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  signal,
  viewChild,
} from '@angular/core';
import { PasswordApi } from '@gatehouse/ui-data/password-api';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';
import { Banner, Button, Field } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { PublicFrame } from '../public/public-frame';
import { resetMessages } from './reset.messages';

/** The page for forgotten passwords. Its result is the same whether the account exists or not. */
@Component({
  selector: 'gh-reset-page',
  imports: [Banner, Button, Field, PublicFrame],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './reset-page.html',
  styleUrls: ['../public/public-text.css', '../public/public-form.css'],
})
export class ResetPage {
  protected readonly text = texts(resetMessages);
  private readonly problemTexts = texts(problemMessages);
  private readonly api = inject(PasswordApi);
  private readonly injector = inject(Injector);

  protected readonly userName = signal('');
  protected readonly error = signal('');
  protected readonly busy = signal(false);
  protected readonly problem = signal<Problem | undefined>(undefined);
  protected readonly sent = signal(false);
  private readonly field = viewChild(Field);

  protected readonly closed = computed(() => this.problem()?.code === 'password_reset_disabled');
  protected readonly heading = computed(() => {
    if (this.closed()) return this.text.disabledTitle;
    return this.sent() ? this.text.sentTitle : this.text.title;
  });
  protected readonly failureText = computed(() => {
    const problem = this.problem();
    if (!problem) return '';
    return problem.status === 429 ? this.text.limited : problemText(problem, this.problemTexts);
  });

  constructor() {
    this.focusField();
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy()) return;
    const userName = this.userName().trim();
    this.problem.set(undefined);
    this.error.set(userName === '' ? this.text.missing : '');
    if (userName !== '') await this.send(userName);
    if (!this.sent() && !this.closed()) this.focusField();
  }

  private async send(userName: string): Promise<void> {
    this.busy.set(true);
    try {
      await this.api.requestReset(userName);
      this.sent.set(true);
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    } finally {
      this.busy.set(false);
    }
  }

  private focusField(): void {
    afterNextRender(() => this.field()?.focus(), { injector: this.injector });
  }
}
