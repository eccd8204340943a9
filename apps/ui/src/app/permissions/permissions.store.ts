import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';
import type { ServiceDto } from '@gatehouse/dto';
import {
  asProblem,
  type ChangeEvent,
  ChangeFeed,
  concerns,
  PermissionsApi,
  type Principal,
  type Problem,
  Remote,
  SearchApi,
  ServicesApi,
} from '@gatehouse/ui-data';
import { GridState, type GridSource, type Option } from '@gatehouse/ui-grid';
import { ACCESS_CHANGES } from '../page-parts/follow-changes';
import { PrincipalSearch } from '../principals/principal-search';
import { EditsInProgress } from './edits-in-progress';
import type { Conflict } from './review.store';
import type { SavedChanges } from './review';

/** The subject of the page, from its address. */
export interface Target {
  readonly principal?: Principal;
  readonly service?: string;
}

/** The permissions page: whose permissions on which service, and what has been edited. */
@Injectable()
export class PermissionsStore {
  private readonly api = inject(PermissionsApi);
  private readonly search = inject(SearchApi);
  private readonly servicesApi = inject(ServicesApi);
  private readonly edits = inject(EditsInProgress);
  private readonly principals = inject(PrincipalSearch);

  readonly target = signal<Target>({});
  readonly grid = signal<GridState | undefined>(undefined);
  readonly services = new Remote(() => this.listServices());
  readonly saved = signal<SavedChanges | undefined>(undefined);
  readonly undone = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly undoing = signal(false);

  readonly planned = this.edits.planned;
  /** The problem of reading rows. */
  readonly gridProblem = computed<Problem | undefined>(() => {
    const failure = this.grid()?.failure();
    return failure === undefined ? undefined : asProblem(failure);
  });

  constructor() {
    const stop = inject(ChangeFeed).follow((event) => this.changed(event));
    inject(DestroyRef).onDestroy(stop);
  }

  /** Shows the permissions of a principal on a service; without one of them, what is to be chosen. */
  show(target: Target, options: { actions?: boolean } = {}): GridState | undefined {
    this.target.set(target);
    this.grid()?.dispose();
    const { principal, service } = target;
    if (!principal || service === undefined) {
      this.grid.set(undefined);
      return undefined;
    }
    const state = new GridState(this.sourceOf(principal, service), {
      edits: this.edits.of(principal),
      ...options,
    });
    this.grid.set(state);
    void state.read();
    return state;
  }

  /** Users or groups; the id of each option is its name. */
  findPrincipals(kind: Principal['kind'], q: string): Promise<readonly Option[]> {
    return this.principals.find(kind, q);
  }

  /** The chosen service and its resources, with their paths. */
  findResources(q: string): Promise<readonly Option[]> {
    return this.findBranches(q, this.target().service);
  }

  /** Services and resources of all services, or of one, with their paths. */
  async findBranches(q: string, service?: string): Promise<readonly Option[]> {
    const { results } = await this.search.find(q, ['resource', 'service'], 20, service);
    return results.map(({ id, name, display_name, path }) => ({
      id: String(id),
      label: display_name ?? name,
      ...(path && { note: path }),
    }));
  }

  discard(): void {
    this.edits.discard();
  }

  /** The changes have been saved: the rows are read again, and then the edits are discarded, so that no cell shows its old state. */
  async accept(saved: SavedChanges): Promise<void> {
    await this.grid()?.refresh();
    for (const { principal, resourceId, permission } of saved.changes)
      this.edits.of(principal).withdraw(resourceId, permission);
    this.undone.set(false);
    this.saved.set(saved);
  }

  /** Applies the decisions about conflicts with changes of others. */
  resolve(conflicts: readonly Conflict[]): void {
    for (const { change, theirs, keep } of conflicts) {
      const edits = this.edits.of(change.principal);
      if (keep === 'mine') edits.rebase(change.resourceId, change.permission, theirs);
      else edits.withdraw(change.resourceId, change.permission);
    }
    void this.grid()?.refresh();
  }

  /** Undoes what was saved last, unless it has been changed since. */
  async undo(): Promise<void> {
    const saved = this.saved();
    if (!saved) return;
    this.undoing.set(true);
    this.problem.set(undefined);
    try {
      await this.api.undo(saved.revision);
      this.saved.set(undefined);
      this.undone.set(true);
      await this.grid()?.refresh();
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    } finally {
      this.undoing.set(false);
    }
  }

  /** Objects that the rows show have changed: the rows are read again, edits are kept. */
  private changed(event: ChangeEvent): void {
    const grid = this.grid();
    if (!grid || event.revision <= (grid.revision() ?? 0) || !concerns(event, ACCESS_CHANGES)) return;
    void grid.refresh();
  }

  private sourceOf(principal: Principal, service: string): GridSource {
    return {
      page: async (query) =>
        (await this.api.matrix(service, principal, query)) as Awaited<ReturnType<GridSource['page']>>,
      locate: async (resourceId) => (await this.api.locate(resourceId)).ancestors,
    };
  }

  private async listServices(): Promise<readonly ServiceDto[]> {
    const byType = await this.servicesApi.byType();
    return Object.values(byType)
      .flatMap((services) => Object.values(services))
      .sort((a, b) => a.service_name.localeCompare(b.service_name));
  }
}
