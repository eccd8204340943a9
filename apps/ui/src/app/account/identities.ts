import { ChangeDetectionStrategy, Component, computed, effect, inject, input, signal } from '@angular/core';
import {
  BrowserLocation,
  Deployment,
  DeploymentSettings,
  type ExternalIdentity,
  IdentitiesApi,
  Remote,
} from '@gatehouse/ui-data';
import { Banner, Button, Card, Confirmation, Skeleton, Toasts } from '@gatehouse/ui-kit';
import { liveTexts } from '../language/live-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ProblemTexts } from '../problems/problem-texts';
import { isProviderProblem, providerMessages } from '../sign-in/provider.messages';
import { linksTexts } from './links.texts';

/** The identities at providers with which a user can sign in: to link (one's own account alone) and to unlink. */
@Component({
  selector: 'gh-identities',
  imports: [Banner, Button, Card, Confirmation, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './identities.html',
  styleUrl: '../page-parts/page.css',
})
export class Identities {
  readonly userName = input.required<string>();
  /** Whether it is the account of the reader. */
  readonly own = input(false);

  private readonly api = inject(IdentitiesApi);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly providerTexts = liveTexts(providerMessages);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(linksTexts);
  protected readonly providers = inject(DeploymentSettings).current().identity_providers;
  protected readonly identities = new Remote(() => this.api.list(this.userName()));
  protected readonly action = new Action();
  protected readonly unlinking = signal<ExternalIdentity | undefined>(undefined);
  /** Why the link that the browser has come back from a provider with was not made. */
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
        this.toasts.say(this.t('linked', { provider: this.shown(provider) }));
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

  protected async link(provider: string): Promise<void> {
    const { apiRoot, consoleBase } = this.deployment;
    const page = `/${consoleBase.slice(apiRoot.length)}account?linked=${encodeURIComponent(provider)}`;
    await this.action.run(async () =>
      this.location.open(await this.api.link(this.userName(), provider, page)),
    );
  }

  protected ask(identity: ExternalIdentity): void {
    this.action.reset();
    this.unlinking.set(identity);
  }

  protected async unlink({ identity_id }: ExternalIdentity): Promise<void> {
    if (!(await this.action.run(() => this.api.unlink(this.userName(), identity_id)))) return;
    this.unlinking.set(undefined);
    this.toasts.say(this.t('unlinked'));
    await this.identities.load();
  }
}
