import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import {
  asProblem,
  DeploymentSettings,
  DirectoryUsersApi,
  Remote,
  Session,
  type User,
  type UserChanges,
} from '@gatehouse/ui-data';
import { Button, Card, Confirmation, InlineEdit, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { Identities } from '../account/identities';
import { ConditionalSave } from '../editing/conditional-save';
import { FieldEdits } from '../editing/field-edits';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { ProblemTexts } from '../problems/problem-texts';
import { BuiltIn } from './built-in';
import { Consequences } from './consequences';
import { MembershipList } from './memberships';
import { Reach } from './reach';
import { SessionList } from './sessions';
import { usersTexts } from './users.texts';

/** One user: details, groups, permissions, sessions; and deletion with its consequences. */
@Component({
  selector: 'gh-user-page',
  imports: [
    Button,
    Card,
    Confirmation,
    Consequences,
    Identities,
    InlineEdit,
    MembershipList,
    PageHeader,
    ProblemPanel,
    Reach,
    RouterLink,
    SessionList,
    Skeleton,
    Tag,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './user-page.html',
  styleUrl: '../page-parts/page.css',
})
export class UserPage {
  /** Parameter of the route. */
  readonly user_name = input.required<string>();

  private readonly users = inject(DirectoryUsersApi);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly builtIn = inject(BuiltIn);
  protected readonly names = inject(PrincipalNames);
  private readonly session = inject(Session);
  private readonly saving = inject(ConditionalSave);

  protected readonly t = translations(usersTexts);
  protected readonly user = new Remote(() => this.users.get(this.user_name()));
  protected readonly edits = new FieldEdits<User>({
    current: this.user.value,
    kind: 'user.changed',
    column: (field) => (field === 'user_name' ? 'name' : field),
  });
  protected readonly hasIdentities = inject(DeploymentSettings).current().identity_providers.length > 0;
  protected readonly deleting = signal(false);
  protected readonly action = new Action();
  protected readonly locked = computed(() => this.builtIn.isAnonymous(this.user_name()));
  protected readonly isAdministrator = computed(() =>
    this.builtIn.isAdministrator(this.user.value()?.group_names ?? []),
  );
  protected readonly isOneself = computed(() => this.session.user()?.user_name === this.user_name());
  protected readonly tone = computed(() => (this.user.value()?.status === 'OK' ? 'success' : 'danger'));
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });
  private readonly reach = viewChild(Reach);

  protected readonly rename = (value: string): Promise<string | undefined> => {
    const name = value.trim();
    return this.change({ user_name: name }, () =>
      this.router.navigate(['/users', name], { replaceUrl: true }),
    );
  };
  protected readonly setEmail = (email: string) => this.change({ email: email.trim() });
  protected readonly setPassword = (password: string) => this.change({ password });

  constructor() {
    effect(() => {
      this.user_name();
      void this.user.load();
    });
    effect(() => {
      // Once it is on the page, and again for another user.
      const reach = this.reach();
      this.user_name();
      if (reach) void reach.load();
    });
    followChanges(['user', 'membership'], () => this.user.load());
    followChanges(ACCESS_CHANGES, () => this.reach()?.load());
  }

  protected reloadReach(): void {
    void this.reach()?.load();
  }

  protected ask(): void {
    this.action.reset();
    this.deleting.set(true);
  }

  protected async delete(): Promise<void> {
    if (!(await this.action.run(() => this.users.delete(this.user_name())))) return;
    this.toasts.show(this.t('deleted', { count: 1 }));
    await this.router.navigate(['/users']);
  }

  /** Returns why it was refused. */
  private async change(
    changes: UserChanges,
    then: () => unknown = () => this.user.load(),
  ): Promise<string | undefined> {
    const edit = { values: changes, since: this.edits.since, label: (field: string) => this.labelOf(field) };
    try {
      const isSaved = await this.saving.save(edit, (values, ifMatch) =>
        this.users.change(this.user_name(), values, ifMatch),
      );
      if (isSaved) this.toasts.show(this.t('saved'));
      await (isSaved ? then() : this.user.load());
      return undefined;
    } catch (thrown) {
      return this.problems.of(asProblem(thrown));
    }
  }

  private labelOf(field: string): string {
    if (field === 'email' || field === 'password') return this.t(`form.${field}`);
    return this.t('form.name');
  }
}
