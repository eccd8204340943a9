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
import { toSignal } from '@angular/core/rxjs-interop';
import { NonNullableFormBuilder, ReactiveFormsModule, Validators } from '@angular/forms';
import { DeploymentSettings, DirectoryGroupsApi, DirectoryUsersApi, Remote } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { BuiltIn } from '../principals/built-in';
import { usersTexts } from './users.texts';

type Name = 'user_name' | 'email' | 'password' | 'confirm';

/** The form of a new user. Errors of the API are shown next to their field. */
@Component({
  selector: 'gh-add-user',
  imports: [Banner, Button, Dialog, Field, ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './add-user.html',
  styleUrl: '../page-parts/page.css',
})
export class AddUser {
  /** Emits the name of the new user. */
  readonly added = output<string>();
  readonly cancelled = output();

  private readonly users = inject(DirectoryUsersApi);
  private readonly groupsApi = inject(DirectoryGroupsApi);
  private readonly builtIn = inject(BuiltIn);
  private readonly problems = inject(ProblemTexts);
  private readonly forms = inject(NonNullableFormBuilder);

  protected readonly t = translations(usersTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly action = new Action();
  protected readonly sent = signal(false);
  protected readonly minimum = inject(DeploymentSettings).current().password_min_length;
  private readonly groups = new Remote(() => this.groupsApi.names());
  protected readonly groupNames = computed(() =>
    (this.groups.value() ?? []).filter((name) => !this.builtIn.isAnonymous(name)),
  );
  protected readonly form = this.forms.group({
    user_name: ['', Validators.required],
    email: ['', Validators.required],
    password: ['', Validators.required],
    confirm: [''],
    group_name: [''],
  });
  private readonly values = toSignal(this.form.valueChanges, { initialValue: this.form.value });
  private readonly first = viewChild.required<Field>('first');

  /** The text next to a field: what is missing, or why the API refused it. */
  protected readonly errors = computed<Readonly<Record<Name, string>>>(() => {
    const { user_name, email, password, confirm } = this.values();
    const problem = this.action.problem();
    const of = (name: Name, value: string | undefined): string => {
      if (this.sent() && !value?.trim()) return this.t('form.required');
      return problem?.param?.name === name ? this.problems.of(problem) : '';
    };
    const differ = this.sent() && password !== confirm;
    return {
      user_name: of('user_name', user_name),
      email: of('email', email),
      password: of('password', password),
      confirm: differ ? this.t('form.mismatch') : '',
    };
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    const beside = problem?.param?.name ?? '';
    return problem && !['user_name', 'email', 'password'].includes(beside) ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.groups.load();
    afterNextRender(() => this.first().focus());
  }

  protected async submit(): Promise<void> {
    this.sent.set(true);
    const { user_name, email, password, confirm, group_name } = this.form.getRawValue();
    if (this.form.invalid || password !== confirm) return;
    const user = { user_name: user_name.trim(), email: email.trim(), password };
    const done = await this.action.run(() =>
      this.users.create({ ...user, ...(group_name && { group_name }) }),
    );
    if (done) this.added.emit(user.user_name);
  }
}
