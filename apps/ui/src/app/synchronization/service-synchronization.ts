import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  input,
  output,
  untracked,
  viewChild,
} from '@angular/core';
import { Remote, ServicesApi } from '@gatehouse/ui-data';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ChangeReview } from './change-review';
import { ChangesStore } from './changes.store';
import { refusalOf } from './refusal';
import { SyncStatus } from './sync-status';
import { SyncTree } from './sync-tree';
import { SynchronizationStore } from './synchronization.store';
import { TreeStore } from './tree.store';

/** The synchronization of one service: its state, the resources of both sides, and the changes to decide about. */
@Component({
  selector: 'gh-service-synchronization',
  imports: [ChangeReview, SyncStatus, SyncTree],
  providers: [ChangesStore, SynchronizationStore, TreeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-sync-status (shown)="show($event)" />
    @if (hasBeenRead()) {
      <div #review>
        <gh-change-review [resourceId]="resourceId()" [refusal]="refusal()" (access)="access.emit($event)" />
      </div>
      <gh-sync-tree [refusal]="refusal()" />
    }
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--gh-space-4);
    }
  `,
})
export class ServiceSynchronization {
  readonly service = input.required<string>();
  /** That of the service. */
  readonly resourceId = input.required<number>();
  /** Who has access to a resource is to be shown. */
  readonly access = output<number>();

  protected readonly store = inject(SynchronizationStore);
  private readonly services = inject(ServicesApi);
  private readonly names = new Remote(() => this.services.unregisteredNames(this.service(), 0));
  protected readonly refusal = computed(() => {
    const facts = this.names.value();
    return facts ? refusalOf(facts) : 'none';
  });
  private readonly changes = inject(ChangesStore);
  private readonly tree = inject(TreeStore);
  private readonly review = viewChild<string, ElementRef<HTMLElement>>('review', { read: ElementRef });
  protected readonly hasBeenRead = computed(() => (this.store.state()?.last_synchronized ?? null) !== null);

  constructor() {
    effect(() => {
      const service = this.service();
      untracked(() => {
        void this.store.open(service);
        void this.names.load();
      });
    });
    effect(() => {
      const service = this.service();
      // Read again whenever a synchronization has ended.
      this.store.ended();
      if (!this.hasBeenRead()) return;
      untracked(() => {
        void this.changes.open(service);
        void this.tree.show(service);
      });
    });
    followChanges(ACCESS_CHANGES, () => this.names.load());
    // By somebody else, or by a decision of this page.
    followChanges(['resource', 'service'], async () => {
      await this.store.load();
      if (!this.hasBeenRead() || this.changes.deciding() !== undefined) return;
      await Promise.all([this.changes.refresh(), this.tree.refresh()]);
    });
  }

  protected async show(kind: string): Promise<void> {
    await this.changes.narrow({ kind });
    const heading = this.review()?.nativeElement.querySelector<HTMLElement>('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }
}
