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
import { DirectoryGroupsApi, DirectoryUsersApi, Remote } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { BuiltIn } from '../principals/built-in';
import { ProblemTexts } from '../problems/problem-texts';
import { usersTexts } from './users.texts';

/** The form of a new service account: it needs neither an email address nor a password. */
@Component({
  selector: 'gh-add-service-account',
  imports: [Banner, Button, Dialog, Field],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './add-service-account.html',
  styleUrl: '../page-parts/page.css',
})
export class AddServiceAccount {
  /** Emits the name of the new account. */
  readonly added = output<string>();
  readonly cancelled = output();

  private readonly users = inject(DirectoryUsersApi);
  private readonly groupsApi = inject(DirectoryGroupsApi);
  private readonly builtIn = inject(BuiltIn);
  private readonly problems = inject(ProblemTexts);
  private readonly groups = new Remote(() => this.groupsApi.names());
  protected readonly t = translations(usersTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly action = new Action();
  protected readonly sent = signal(false);
  protected readonly name = signal('');
  protected readonly email = signal('');
  protected readonly group = signal('');
  protected readonly groupNames = computed(() =>
    (this.groups.value() ?? []).filter((name) => !this.builtIn.isAnonymous(name)),
  );
  protected readonly nameError = computed(() => {
    if (this.sent() && this.name().trim() === '') return this.t('form.required');
    return this.errorOf('user_name');
  });
  protected readonly emailError = computed(() => this.errorOf('email'));
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    const isBeside = ['user_name', 'email'].includes(problem?.param?.name ?? '');
    return problem && !isBeside ? this.problems.of(problem) : '';
  });
  private readonly first = viewChild.required<Field>('first');

  constructor() {
    void this.groups.load();
    afterNextRender(() => this.first().focus());
  }

  protected async submit(): Promise<void> {
    this.sent.set(true);
    const user_name = this.name().trim();
    if (user_name === '') return;
    const [email, group_name] = [this.email().trim(), this.group()];
    const account = { user_name, ...(email && { email }), ...(group_name && { group_name }) };
    if (await this.action.run(() => this.users.createServiceAccount(account))) this.added.emit(user_name);
  }

  private errorOf(field: string): string {
    const problem = this.action.problem();
    return problem?.param?.name === field ? this.problems.of(problem) : '';
  }
}
