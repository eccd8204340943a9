import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { NonNullableFormBuilder, ReactiveFormsModule, Validators } from '@angular/forms';
import { type NewWebhook, NotificationsApi } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { notificationsTexts } from './notifications.texts';

/** A new webhook with the secret that is shown once. */
export interface CreatedWebhook {
  readonly name: string;
  readonly secret: string;
}

/** The form of a new webhook. */
@Component({
  selector: 'gh-add-webhook',
  imports: [Banner, Button, Dialog, Field, ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './add-webhook.html',
  styleUrl: '../page-parts/page.css',
})
export class AddWebhook {
  readonly added = output<CreatedWebhook>();
  readonly cancelled = output();

  private readonly notifications = inject(NotificationsApi);
  private readonly problems = inject(ProblemTexts);
  protected readonly t = translations(notificationsTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly action = new Action();
  protected readonly sent = signal(false);
  protected readonly parameter = '{{user.name}}';
  protected readonly events: readonly NewWebhook['action'][] = [
    'create_user',
    'delete_user',
    'update_user_status',
    'create_user_permission',
    'delete_user_permission',
    'create_group_permission',
    'delete_group_permission',
    'token_created',
    'token_revoked',
  ];
  protected readonly methods: readonly NewWebhook['method'][] = [
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'GET',
    'HEAD',
  ];
  protected readonly form = inject(NonNullableFormBuilder).group({
    name: ['', Validators.required],
    action: ['create_user' as NewWebhook['action']],
    method: ['POST' as NewWebhook['method']],
    url: ['', Validators.required],
  });
  private readonly first = viewChild.required<Field>('first');
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem && !['name', 'url'].includes(problem.param?.name ?? '') ? this.problems.of(problem) : '';
  });

  constructor() {
    afterNextRender(() => this.first().focus());
  }

  protected error(name: 'name' | 'url'): string {
    if (this.sent() && !this.form.controls[name].value.trim()) return this.t('form.required');
    const problem = this.action.problem();
    return problem?.param?.name === name ? this.problems.of(problem) : '';
  }

  protected async submit(): Promise<void> {
    this.sent.set(true);
    if (this.form.invalid) return;
    const { name, url, ...rest } = this.form.getRawValue();
    await this.action.run(async () => {
      const webhook = { ...rest, name: name.trim(), url: url.trim() };
      this.added.emit({ name: webhook.name, secret: await this.notifications.createWebhook(webhook) });
    });
  }
}
