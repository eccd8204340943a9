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
import { GridState, type GridSource, type Option, sameAssignment } from '@gatehouse/ui-grid';
import { ACCESS_CHANGES } from '../page-parts/follow-changes';
import { PrincipalSearch } from '../principals/principal-search';
import { EditConflicts } from './edit-conflicts';
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
  private readonly conflicts = inject(EditConflicts);

  readonly target = signal<Target>({});
  readonly grid = signal<GridState | undefined>(undefined);
  readonly services = new Remote(() => this.listServices());
  readonly saved = signal<SavedChanges | undefined>(undefined);
  readonly undone = signal(false);
  /** Whether the resource of a link does not exist, or not in this service. */
  readonly missing = signal(false);
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
    this.missing.set(false);
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

  /**
   * The changes have been saved: the rows are read again, and then the edits are discarded, so that no cell shows its old state.
   * An edit of the same assignment that was not saved, as by copying permissions, remains.
   */
  async accept(saved: SavedChanges): Promise<void> {
    this.problem.set(undefined);
    await this.grid()?.refresh();
    for (const { principal, resourceId, permission, after } of saved.changes) {
      const edits = this.edits.of(principal);
      const edit = edits.of(resourceId, permission);
      if (edit && sameAssignment(edit.after, after)) edits.withdraw(resourceId, permission);
    }
    this.undone.set(false);
    this.saved.set(saved);
    this.grid()?.requestFocus();
  }

  /** Removes the message about what was saved or undone. */
  dismiss(): void {
    this.saved.set(undefined);
    this.undone.set(false);
    this.grid()?.requestFocus();
  }

  /** Moves to a resource; returns whether it is in the tree of the service. */
  async reveal(resourceId: number): Promise<boolean> {
    this.missing.set(false);
    const grid = this.grid();
    try {
      const index = (await grid?.reveal(resourceId)) ?? -1;
      if (grid !== this.grid()) return false;
      this.missing.set(index === -1 && grid?.failure() === undefined);
      return index >= 0;
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
      return false;
    }
  }

  /** Applies the decisions about conflicts with changes of others. */
  resolve(conflicts: readonly Conflict[]): void {
    for (const { change, remote, keep } of conflicts)
      this.conflicts.decide({ ...change, remote }, keep ?? 'theirs');
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
      this.grid()?.requestFocus();
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
      locate: (resourceId) => this.locate(resourceId),
    };
  }

  /** The way to a resource; none if it does not exist. */
  private async locate(resourceId: number): ReturnType<GridSource['locate']> {
    try {
      return (await this.api.locate(resourceId)).ancestors;
    } catch (thrown) {
      if (asProblem(thrown).status === 404) return [];
      throw thrown;
    }
  }

  private async listServices(): Promise<readonly ServiceDto[]> {
    const byType = await this.servicesApi.byType();
    return Object.values(byType)
      .flatMap((services) => Object.values(services))
      .sort((a, b) => a.service_name.localeCompare(b.service_name));
  }
}
