import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  signal,
  viewChild,
} from '@angular/core';
import {
  asProblem,
  BrowserLocation,
  Deployment,
  DeploymentSettings,
  DirectoryUsersApi,
  type Problem,
  revisionOf,
  Session,
  SignInMethods,
  type UserChanges,
} from '@gatehouse/ui-data';
import { Button, Card, Confirmation, InlineEdit, type Refusal, Toasts } from '@gatehouse/ui-kit';
import { ConditionalSave } from '../editing/conditional-save';
import type { Language } from '../language/language';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { PageHeader } from '../page-parts/page-header';
import { ProblemTexts } from '../problems/problem-texts';
import { pageTitles } from '../navigation/page-titles';
import { Identities } from '../users/identities';
import { Reach } from '../users/reach';
import { KeptTokens } from '../tokens/kept-tokens';
import { TokenList } from '../tokens/token-list';
import { TokensStore } from '../tokens/tokens.store';
import { SessionList } from '../users/session-list';
import { BuiltIn } from '../principals/built-in';
import { accountTexts } from './account.texts';
import { Instances } from './instances';
import { OwnGroups } from './own-groups';

/** The account of the signed-in user. */
@Component({
  selector: 'gh-account-page',
  imports: [
    Button,
    Card,
    Confirmation,
    Identities,
    InlineEdit,
    Instances,
    KeptTokens,
    OwnGroups,
    PageHeader,
    Reach,
    SessionList,
    TokenList,
  ],
  providers: [TokensStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './account-page.html',
  styleUrl: '../page-parts/page.css',
})
export class AccountPage {
  protected readonly session = inject(Session);
  private readonly users = inject(DirectoryUsersApi);
  private readonly methods = inject(SignInMethods);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly builtIn = inject(BuiltIn);
  private readonly saving = inject(ConditionalSave);

  protected readonly t = translations(accountTexts);
  protected readonly title = pageTitles();
  protected readonly languages: readonly Language[] = ['en', 'fr'];
  protected readonly name = computed(() => this.session.user()?.user_name ?? '');
  protected readonly shown = computed(() => this.session.user());
  private readonly settings = inject(DeploymentSettings).current();
  /** Where no provider is configured, there is nothing to link. */
  protected readonly hasIdentities = this.settings.identity_providers.length > 0;
  protected readonly hasInstances = this.settings.network_enabled;
  protected readonly deleting = signal(false);
  protected readonly action = new Action();
  protected readonly refusal = computed(() => this.textOf(this.action.problem()));
  private readonly reach = viewChild(Reach);
  private readonly sessions = viewChild(SessionList);
  private readonly tokens = inject(TokensStore);
  /** API tokens that stay when the password changes. */
  protected readonly keptTokens = signal<readonly string[]>([]);

  protected readonly setEmail = async (
    value: string,
    currentPassword: string,
  ): Promise<Refusal | undefined> => {
    const email = value.trim();
    const refused = await this.change({ email }, currentPassword);
    // Where a link has to be used first, the address is still the old one.
    const isChanged = this.session.user()?.email === email;
    if (refused === undefined)
      this.toasts.show(isChanged ? this.t('saved') : this.t('emailAsked', { email }));
    return refused;
  };
  /** A new password ends the other sessions, and revokes the API tokens that are not to stay. */
  protected readonly setPassword = async (
    password: string,
    currentPassword: string,
  ): Promise<Refusal | undefined> => {
    const before = (await this.sessions()?.refresh()) ?? [];
    const tokens = await this.tokens.refresh();
    const kept = this.keptTokens().filter((id) => tokens.some(({ token_id }) => token_id === id));
    const refused = await this.change(
      kept.length === 0 ? { password } : { password, keep_tokens: kept },
      currentPassword,
    );
    if (refused !== undefined) return refused;
    void this.methods.load();
    const after = new Set(await this.sessions()?.refresh());
    const count = before.filter((session) => !after.has(session)).length;
    this.toasts.show(count === 0 ? this.t('passwordSaved') : this.t('passwordSavedEnded', { count }));
    const revoked = tokens.length - (await this.tokens.refresh()).length;
    if (revoked > 0) this.toasts.show(this.t('tokensRevoked', { count: revoked }));
    return undefined;
  };

  constructor() {
    afterNextRender(() => void this.reach()?.load());
  }

  protected setLanguage(locale: string): void {
    if (locale !== 'en' && locale !== 'fr') return;
    void this.action.run(async () => {
      if (await this.save({ locale })) this.toasts.show(this.t('saved'));
    });
  }

  protected groupsChanged(): void {
    void this.reach()?.load();
  }

  protected ask(): void {
    this.action.reset();
    this.deleting.set(true);
  }

  protected async delete(): Promise<void> {
    if (!(await this.action.run(() => this.users.delete(this.name())))) return;
    this.location.open(`${this.deployment.consoleBase}login`);
  }

  protected canDelete(): boolean {
    return !this.builtIn.isAnonymous(this.name()) && !this.session.isAdministrator();
  }

  /** The current password may be empty: shortly after a sign-in it is not needed. */
  private async change(changes: UserChanges, currentPassword: string): Promise<Refusal | undefined> {
    try {
      await this.save(currentPassword === '' ? changes : { ...changes, current_password: currentPassword });
      return undefined;
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code !== 'recent_sign_in_required') return this.textOf(problem);
      return { confirmation: this.t(currentPassword === '' ? 'currentMissing' : 'currentWrong') };
    }
  }

  /** @returns whether it is saved: the person may have kept what somebody else has saved meanwhile */
  private async save({ current_password, keep_tokens, ...values }: UserChanges): Promise<boolean> {
    const since = revisionOf(this.session.user());
    const label = (field: string) => this.labelOf(field);
    // They are no fields of the account, which could have changed meanwhile.
    const beside = {
      ...(current_password === undefined ? {} : { current_password }),
      ...(keep_tokens === undefined ? {} : { keep_tokens }),
    };
    const isSaved = await this.saving.save({ values, since: () => since, label }, (changes, ifMatch) =>
      this.users.change(this.name(), { ...changes, ...beside }, ifMatch),
    );
    await this.session.refresh();
    return isSaved;
  }

  private labelOf(field: string): string {
    if (field === 'locale') return this.t('language');
    return field === 'password' ? this.t('password') : this.t('email');
  }

  private textOf(problem: Problem | undefined): string {
    return problem ? this.problems.of(problem) : '';
  }
}
