import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { DeploymentSettings, type IdentityProvider, ProvidersApi, Remote } from '@gatehouse/ui-data';
import {
  Banner,
  Button,
  type Column,
  Confirmation,
  dotsIcon,
  Empty,
  Icon,
  Menu,
  MenuItem,
  MenuTrigger,
  plusIcon,
  Table,
  TableCell,
  Tag,
  Toasts,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { ProblemTexts } from '../problems/problem-texts';
import { ProviderForm, type SavedProvider } from './provider-form';
import { definitionOf } from './provider-kinds';
import { providersTexts } from './providers.texts';

/** Identity providers: to add, change and delete those that are defined here. */
@Component({
  selector: 'gh-providers-page',
  imports: [
    Banner,
    Button,
    Confirmation,
    Empty,
    Icon,
    Menu,
    MenuItem,
    MenuTrigger,
    PageHeader,
    ProblemPanel,
    ProviderForm,
    Table,
    TableCell,
    Tag,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './providers-page.html',
  styleUrl: '../page-parts/page.css',
})
export class ProvidersPage {
  private readonly api = inject(ProvidersApi);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly settings = inject(DeploymentSettings);
  protected readonly t = translations(providersTexts);
  protected readonly icons = { add: plusIcon, more: dotsIcon };
  protected readonly providers = new Remote(() => this.api.all());
  protected readonly view = viewInUrl();
  protected readonly action = new Action();
  protected readonly adding = signal(false);
  protected readonly editing = signal<IdentityProvider | undefined>(undefined);
  /** Name of the provider that was saved last, if discovery at its issuer has failed. */
  protected readonly unverified = signal<string | undefined>(undefined);
  protected readonly deleting = signal<IdentityProvider | undefined>(undefined);
  protected readonly key = ({ provider_name }: IdentityProvider): string => provider_name;
  protected readonly columns = computed<readonly Column<IdentityProvider>[]>(() => [
    { key: 'name', heading: this.t('columns.name'), value: (row) => this.nameOf(row) },
    {
      key: 'protocol',
      heading: this.t('columns.protocol'),
      value: (row) => this.protocolOf(row),
      minor: true,
    },
    { key: 'address', heading: this.t('columns.address'), value: addressOf, minor: true },
    { key: 'source', heading: this.t('columns.source'), value: ({ source }) => this.t(`sources.${source}`) },
    {
      key: 'accounts',
      heading: this.t('columns.accounts'),
      value: (row) => (definitionOf(row).provisioning === false ? this.t('no') : this.t('yes')),
      minor: true,
    },
    { key: 'actions', heading: this.t('columns.actions'), value: () => '', sortable: false, actions: true },
  ]);
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.providers.load();
    followChanges(['identity_provider'], () => this.providers.load());
  }

  protected nameOf(provider: IdentityProvider): string {
    return definitionOf(provider).display_name ?? provider.provider_name;
  }

  /** A provider as it was read last. */
  protected newest({ provider_name }: IdentityProvider): IdentityProvider | undefined {
    return this.providers.value()?.find((provider) => provider.provider_name === provider_name);
  }

  protected ask(provider: IdentityProvider): void {
    this.action.reset();
    this.deleting.set(provider);
  }

  protected async delete({ provider_name }: IdentityProvider): Promise<void> {
    if (!(await this.action.run(() => this.api.delete(provider_name)))) return;
    this.deleting.set(undefined);
    this.toasts.show(this.t('deleted'));
    await this.reload();
  }

  protected async saved({ name, isUnverified }: SavedProvider, isNew: boolean): Promise<void> {
    this.adding.set(false);
    this.editing.set(undefined);
    this.unverified.set(isUnverified ? name : undefined);
    if (!isUnverified) this.toasts.show(isNew ? this.t('added', { name }) : this.t('saved', { name }));
    await this.reload();
  }

  /** Other pages take the providers from the settings of the deployment. */
  private async reload(): Promise<void> {
    await Promise.all([this.providers.load(), this.settings.load()]);
  }

  private protocolOf(provider: IdentityProvider): string {
    const { protocol } = definitionOf(provider);
    return protocol === 'oauth2' || protocol === 'openid2'
      ? this.t(`protocols.${protocol}`)
      : this.t('protocols.openid-connect');
  }
}

function addressOf(provider: IdentityProvider): string {
  const { issuer, identifier_url, authorization_url } = definitionOf(provider);
  return issuer ?? identifier_url ?? authorization_url ?? '';
}
