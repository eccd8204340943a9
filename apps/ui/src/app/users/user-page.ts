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
import { Button, Card, Confirmation, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { Identities } from './identities';
import { ConditionalSave } from '../editing/conditional-save';
import { FieldEdits } from '../editing/field-edits';
import { type SaveField, type TextField, TextFields } from '../editing/text-fields';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ManagedBy } from '../page-parts/managed-by';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { ProblemTexts } from '../problems/problem-texts';
import { BuiltIn } from '../principals/built-in';
import { TokenList } from '../tokens/token-list';
import { TokensStore } from '../tokens/tokens.store';
import { Consequences } from './consequences';
import { MembershipList } from './membership-list';
import { Reach } from './reach';
import { SessionList } from './session-list';
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
    MembershipList,
    ManagedBy,
    PageHeader,
    ProblemPanel,
    Reach,
    RouterLink,
    SessionList,
    Skeleton,
    Tag,
    TextFields,
    TokenList,
  ],
  providers: [TokensStore],
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
  /** A service account has nothing with which a person signs in. */
  protected readonly isService = computed(() => this.user.value()?.kind === 'service');
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

  protected readonly fields = computed<readonly TextField[]>(() => {
    const user = this.user.value();
    if (!user) return [];
    const locked = this.locked();
    const fields: readonly TextField[] = [
      {
        name: 'user_name',
        label: this.t('form.name'),
        value: user.user_name,
        locked: locked || this.isOneself(),
      },
      {
        name: 'email',
        label: this.t('form.email'),
        value: user.email,
        shown: user.email || '–',
        type: 'email',
        locked,
      },
    ];
    if (this.isService()) return fields;
    const masked = { value: '', shown: this.t('masked'), type: 'password', locked } as const;
    return [...fields, { name: 'password', label: this.t('form.password'), ...masked }];
  });

  protected readonly save: SaveField = async (name, value) => {
    const label = () => this.fields().find((field) => field.name === name)?.label ?? name;
    try {
      const isSaved = await this.saving.save<UserChanges>(
        { values: { [name]: value }, since: this.edits.since, label },
        (values, ifMatch) => this.users.change(this.user_name(), values, ifMatch),
      );
      if (isSaved) this.toasts.show(this.t('saved'));
      if (isSaved && name === 'user_name')
        await this.router.navigate(['/users', value], { replaceUrl: true });
      else await this.user.load();
      return undefined;
    } catch (thrown) {
      return this.problems.of(asProblem(thrown));
    }
  };

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
}
