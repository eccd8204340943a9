import { ChangeDetectionStrategy, Component, computed, effect, inject, input, signal } from '@angular/core';
import type { IdentityProviderSummaryDto } from '@gatehouse/dto';
import {
  BrowserLocation,
  Deployment,
  DeploymentSettings,
  type ExternalIdentity,
  IdentitiesApi,
  Remote,
  SignInMethods,
} from '@gatehouse/ui-data';
import {
  Banner,
  Button,
  Card,
  Confirmation,
  Dialog,
  Field,
  KIT_TEXTS,
  Skeleton,
  Toasts,
} from '@gatehouse/ui-kit';
import { liveTexts } from '../language/live-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { RowFocus } from '../page-parts/row-focus';
import { ProblemTexts } from '../problems/problem-texts';
import { needsName } from '../sign-in/needs-name';
import { isProviderProblem, providerMessages } from '../sign-in/provider.messages';
import { identitiesTexts } from './identities.texts';

type Provider = IdentityProviderSummaryDto;

/** The identities at providers with which a user can sign in: to link (only in the user's own account) and to unlink. */
@Component({
  selector: 'gh-identities',
  imports: [Banner, Button, Card, Confirmation, Dialog, Field, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './identities.html',
  styleUrl: '../page-parts/page.css',
})
export class Identities {
  readonly userName = input.required<string>();
  /** Whether it is the account of the reader. */
  readonly own = input(false);

  private readonly api = inject(IdentitiesApi);
  private readonly methods = inject(SignInMethods);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly providerTexts = liveTexts(providerMessages);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(identitiesTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly providers = inject(DeploymentSettings).current().identity_providers;
  protected readonly identities = new Remote(() => this.api.list(this.userName()));
  protected readonly action = new Action();
  private readonly focus = new RowFocus();
  /** The provider that needs the name of the user there. */
  protected readonly naming = signal<Provider | undefined>(undefined);
  protected readonly externalName = signal('');
  protected readonly nameMissing = signal(false);
  protected readonly unlinking = signal<ExternalIdentity | undefined>(undefined);
  /** Why the link that the browser returned with from a provider failed. */
  private readonly returned = this.location.query('error');
  protected readonly failure = computed(() =>
    this.own() && isProviderProblem(this.returned) ? this.providerTexts[this.returned] : '',
  );
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    effect(() => {
      this.userName();
      void this.identities.load();
    });
    effect(() => {
      const provider = this.location.query('linked');
      if (this.own() && provider !== null && this.returned === null)
        this.toasts.show(this.t('linked', { provider: this.shown(provider) }));
    });
  }

  protected shown(provider: string): string {
    return this.providers.find(({ provider_name }) => provider_name === provider)?.display_name ?? provider;
  }

  protected shortName({ external_user_name, external_id }: ExternalIdentity): string {
    return external_user_name ?? external_id;
  }

  protected nameOf(identity: ExternalIdentity): string {
    return this.t('identity', {
      name: this.shortName(identity),
      provider: this.shown(identity.provider_name),
    });
  }

  protected async choose(provider: Provider): Promise<void> {
    this.action.reset();
    if (!needsName(provider)) return this.link(provider);
    this.nameMissing.set(false);
    this.externalName.set('');
    this.naming.set(provider);
  }

  protected async linkNamed(provider: Provider): Promise<void> {
    const name = this.externalName().trim();
    this.nameMissing.set(name === '');
    if (name !== '') await this.link(provider, name);
  }

  private async link({ provider_name }: Provider, external_user_name?: string): Promise<void> {
    const { apiRoot, consoleBase } = this.deployment;
    const page = `/${consoleBase.slice(apiRoot.length)}account?linked=${encodeURIComponent(provider_name)}`;
    const link = {
      provider_name,
      came_from: page,
      ...(external_user_name === undefined ? {} : { external_user_name }),
    };
    await this.action.run(async () => this.location.open(await this.api.link(this.userName(), link)));
  }

  protected ask(identity: ExternalIdentity): void {
    this.action.reset();
    this.unlinking.set(identity);
  }

  protected async unlink(identity: ExternalIdentity): Promise<void> {
    const { identity_id } = identity;
    const row = this.identities.value()?.indexOf(identity) ?? 0;
    if (!(await this.action.run(() => this.api.unlink(this.userName(), identity_id)))) return;
    this.unlinking.set(undefined);
    this.toasts.show(this.t('unlinked'));
    await this.identities.load();
    this.focus.moveFrom(row);
    if (this.own()) void this.methods.load();
  }
}
