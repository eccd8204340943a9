import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { ServiceDto } from '@gatehouse/dto';
import { Button, type Column, Empty, Icon, plusIcon, Table, TableCell, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { openedByAddress } from '../page-parts/opened-by-address';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { scrollBack } from '../page-parts/scroll-back';
import { Selection } from '../page-parts/selection';
import { viewInUrl } from '../page-parts/view-in-url';
import { SyncWords } from '../synchronization/sync-words';
import { DeleteServices } from './delete-services';
import { ServiceDeletion } from './service-deletion';
import { ServiceForm } from './service-form';
import { servicesTexts } from './services.texts';
import { ServicesStore } from './services.store';

/** The list of services, by type unless it is sorted otherwise: finds, opens, registers and deletes them. */
@Component({
  selector: 'gh-services-page',
  imports: [
    Button,
    DeleteServices,
    Empty,
    Icon,
    PageHeader,
    ProblemPanel,
    RouterLink,
    ServiceForm,
    Table,
    TableCell,
    Tag,
  ],
  providers: [ServicesStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './services-page.html',
  styleUrl: '../page-parts/page.css',
  styles: `
    .type {
      white-space: nowrap;
    }
    .url {
      overflow-wrap: anywhere;
      color: var(--gh-text-muted);
      font-family: var(--gh-font-mono);
      font-size: var(--gh-text-small);
    }
  `,
})
export class ServicesPage {
  protected readonly store = inject(ServicesStore);
  protected readonly t = translations(servicesTexts);
  protected readonly words = inject(SyncWords);
  protected readonly addIcon = plusIcon;
  protected readonly view = viewInUrl();
  protected readonly selection = new Selection(() => this.store.byType.load(), ['service']);
  protected readonly registering = openedByAddress('add');
  private readonly deletion = inject(ServiceDeletion);
  private readonly router = inject(Router);

  protected readonly key = ({ service_name }: ServiceDto): string => service_name;
  protected readonly columns = computed<readonly Column<ServiceDto>[]>(() => [
    { key: 'name', heading: this.t('name'), value: this.key },
    { key: 'type', heading: this.t('type'), value: ({ service_type }) => service_type },
    { key: 'url', heading: this.t('url'), value: ({ service_url }) => service_url, minor: true },
    ...(this.store.all()?.some(({ service_sync_type }) => service_sync_type) ? [this.sync()] : []),
  ]);
  private readonly sync = computed<Column<ServiceDto>>(() => ({
    key: 'sync',
    heading: this.t('sync'),
    value: ({ service_sync_type }) => service_sync_type,
    minor: true,
  }));
  protected readonly deleting = computed(() =>
    (this.store.all() ?? []).filter(({ service_name }) => this.selection.deleting().includes(service_name)),
  );

  constructor() {
    scrollBack(() => this.store.all() !== undefined);
    void this.store.types.load();
  }

  /** A service whose resources can be read offers to do so first. */
  protected async opened({
    name,
    isRead,
  }: {
    readonly name: string;
    readonly isRead: boolean;
  }): Promise<void> {
    const queryParams = isRead ? { tab: 'synchronization' } : {};
    await this.router.navigate(['/services', name], { queryParams });
  }

  protected register(): void {
    this.store.clearProblem();
    this.registering.set(true);
  }

  protected delete(): Promise<void> {
    return this.selection.delete(this.deletion.texts(), this.deletion.act);
  }
}
