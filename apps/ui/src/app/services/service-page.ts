import { Location } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
  signal,
  untracked,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { Banner, Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { AccessList } from '../permissions/access-list';
import { EditBar } from '../permissions/edit-bar';
import { PermissionsStore } from '../permissions/permissions.store';
import { UnsavedWork } from '../permissions/unsaved-work';
import { followChanges } from '../page-parts/follow-changes';
import { ManagedBy } from '../page-parts/managed-by';
import { ProblemPanel } from '../page-parts/problem-panel';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { ServiceSynchronization } from '../synchronization/service-synchronization';
import { DeleteServices } from './delete-services';
import { ResourceTree } from './resource-tree';
import { ServiceSettings } from './service-settings';
import { ServiceDeletion } from './service-deletion';
import { serviceTexts } from './service.texts';
import { ServiceStore } from './service.store';
import { servicesTexts } from './services.texts';

const TABS = ['resources', 'access', 'synchronization', 'settings'] as const;
type Tab = (typeof TABS)[number];

/** One service: its resources, who has access to them, and its settings. The address selects the part and the resource. */
@Component({
  selector: 'gh-service-page',
  imports: [
    AccessList,
    Banner,
    Button,
    DeleteServices,
    EditBar,
    ManagedBy,
    ProblemPanel,
    ResourceTree,
    RouterLink,
    ServiceSettings,
    ServiceSynchronization,
  ],
  providers: [PermissionsStore, ServiceStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(window:beforeunload)': 'warn($event)' },
  templateUrl: './service-page.html',
  styleUrl: './service-page.css',
})
export class ServicePage {
  /** From the address: the name of the service, the part of the page, and a resource of the service. */
  readonly name = input.required<string>();
  readonly tab = input<string>();
  readonly resource = input<string>();

  protected readonly store = inject(ServiceStore);
  protected readonly t = translations(serviceTexts);
  protected readonly tabs = TABS;
  protected readonly list = translations(servicesTexts);
  protected readonly deleting = signal(false);
  private readonly deletion = inject(ServiceDeletion);
  private readonly destroyed = inject(DestroyRef);
  private readonly works = inject(WorkInProgress);
  private readonly permissions = inject(PermissionsStore);
  private readonly unsaved = inject(UnsavedWork);
  private readonly router = inject(Router);
  private readonly location = inject(Location);

  protected readonly shown = computed<Tab>(() => TABS.find((tab) => tab === this.tab()) ?? 'resources');
  protected readonly resourceId = computed(() => Number(this.resource()) || undefined);
  protected readonly permissionNames = computed(() => {
    const detail = this.store.detail.value();
    return [...new Set(detail?.permissions.map(({ name }) => name))];
  });
  protected readonly isMissing = computed(() => this.store.detail.problem()?.status === 404);

  constructor() {
    followChanges(['service'], () => this.store.detail.load());
    effect(() => {
      const name = this.name();
      untracked(() => {
        this.permissions.target.set({ service: name });
        void this.store.open(name);
      });
    });
  }

  protected warn(event: Event): void {
    if (this.unsaved.exists) event.preventDefault();
  }

  protected showAccess(resource: number): void {
    // With the filter of the list, of which the router does not know.
    const [, search = ''] = this.location.path().split('?');
    const queryParams = { ...Object.fromEntries(new URLSearchParams(search)), tab: 'access', resource };
    void this.router.navigate([], { queryParams });
  }

  protected renamed(name: string): void {
    void this.router.navigate(['/services', name], { queryParams: { tab: 'settings' }, replaceUrl: true });
  }

  /** Continues when the page is left. */
  protected async delete(): Promise<void> {
    const name = this.name();
    this.deleting.set(false);
    const failed = await this.works.runForEach([name], this.deletion.texts(), this.deletion.act);
    if (failed.length === 0 && !this.destroyed.destroyed) await this.router.navigate(['/services']);
  }
}
