import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';
import {
  asProblem,
  type Problem,
  type RemoteResource,
  ServicesApi,
  SynchronizationApi,
  type SynchronizationChange,
  type SynchronizationState,
} from '@gatehouse/ui-data';
import type { Branch, GridRow, UnregisteredPage, UnregisteredRows } from '@gatehouse/ui-grid';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { followChanges } from '../page-parts/follow-changes';
import { changesTexts } from './changes.texts';
import { type Refusal, refusalOf } from './refusal';
import { SyncWords } from './sync-words';

/** Changes of each kind that are marked. */
const MAX_MARKED = 1_000;
/** Unregistered resources of one request. */
const PAGE = 100;
/** Greater than the number of any registered resource: those are not to be read again. */
const AFTER_ALL = 2 ** 31 - 1;
/** Names that are stated at one resource. */
const MAX_NAMES = 2;

interface Unregistered {
  /** Names of those directly below it, in their order. */
  readonly names: readonly string[];
  /** All below it. */
  readonly count: number;
}

interface Marked {
  /** Registered resources that the real service does not have. */
  readonly vanished: ReadonlySet<number>;
  /** By the path of a registered resource: what of the real service below it is not registered. */
  readonly unregistered: ReadonlyMap<string, Unregistered>;
  readonly isTruncated: boolean;
}

/** What is said of a resource that is not registered, by whom its name is refused to. */
const UNREGISTERED = {
  all: 'tree.refused',
  some: 'tree.refusedToSome',
  none: 'tree.unregistered',
} as const;

/** What is said of names that are not registered, by whom they are refused to. */
const MARKS = { all: 'mark.refused', some: 'mark.refusedToSome', none: 'mark.unregistered' } as const;

const NOTHING: Marked = { vanished: new Set(), unregistered: new Map(), isTruncated: false };

/** What the last synchronization has found, at the resources of a permission grid. */
@Injectable()
export class SyncMarks {
  private readonly api = inject(SynchronizationApi);
  private readonly t = translations(changesTexts);
  private readonly marked = signal<Marked>(NOTHING);
  private readonly failure = signal<Problem | undefined>(undefined);
  private readonly services = inject(ServicesApi);
  private readonly refusal = signal<Refusal>('none');
  private readonly state = signal<SynchronizationState | undefined>(undefined);
  private readonly formats = inject(ReaderFormats);
  private readonly service = signal<string | undefined>(undefined);
  private readonly words = inject(SyncWords);
  /** Resources of the service alone, by the numbers of their rows. */
  private readonly remote = new Map<number, RemoteResource>();
  private turn = 0;

  readonly problem = this.failure.asReadonly();
  /** The service whose resources are marked. */
  readonly shown = this.service.asReadonly();
  /** Says that not everything is marked; otherwise empty. */
  readonly note = computed(() =>
    this.marked().isTruncated ? this.t('mark.more', { count: MAX_MARKED }) : '',
  );
  readonly isOutOfSync = computed(() => this.state()?.out_of_sync === true);
  /** When the service was read last; empty until that is known. */
  readonly age = computed(() => {
    const state = this.state();
    if (!state) return '';
    const { last_synchronized: time } = state;
    return time === null ? this.t('mark.never') : this.t('mark.age', { ago: this.formats.ago(time) });
  });
  /** How many resources differ, as far as they are marked; empty for none. */
  readonly found = computed(() => {
    const { vanished, unregistered } = this.marked();
    const count = vanished.size + [...unregistered.values()].reduce((sum, of) => sum + of.count, 0);
    return count === 0 ? '' : this.t('mark.found', { count });
  });

  /** What to show beside a resource; empty for nothing. */
  readonly of = computed(() => {
    const { vanished, unregistered } = this.marked();
    const key = MARKS[this.refusal()];
    const unregisteredText = this.t(UNREGISTERED[this.refusal()]);
    return (branch: Branch): string => {
      if (branch.row.unregistered) {
        const problem = this.remote.get(branch.row.resource_id)?.problem;
        return problem ? `${this.t('tree.impossible')} · ${this.words.problem(problem)}` : unregisteredText;
      }
      for (let at: Branch | undefined = branch; at; at = at.parent)
        if (vanished.has(at.row.resource_id)) return this.t('mark.vanished');
      const found = unregistered.get(belowService(branch.row.path));
      return found ? this.t(key, { names: listed(found) }) : '';
    };
  });

  /** Rows for the resources that the service alone has; undefined if it was never read. */
  readonly rows = computed<UnregisteredRows | undefined>(() => {
    const service = this.service();
    const { unregistered, isTruncated } = this.marked();
    if (service === undefined || (this.state()?.last_synchronized ?? null) === null) return undefined;
    return {
      has: (row) => {
        if (row.unregistered) return this.remote.get(row.resource_id)?.has_children === true;
        return unregistered.has(belowService(row.path)) || (isTruncated ? undefined : false);
      },
      page: (parent, last) => this.page(service, parent, last),
    };
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => (this.turn += 1));
    followChanges(['resource', 'service'], () => this.load());
  }

  /** Whether the service does not have a registered resource any more. */
  isVanished({ row: { resource_id: id } }: Branch): boolean {
    return this.marked().vanished.has(id);
  }

  /** Marks the resources of a service, or none. */
  async show(service: string | undefined): Promise<void> {
    if (service === this.service()) return;
    this.service.set(service);
    this.marked.set(NOTHING);
    this.state.set(undefined);
    this.refusal.set('none');
    await this.load();
  }

  private async load(): Promise<void> {
    const service = this.service();
    const turn = ++this.turn;
    if (service === undefined) return;
    this.failure.set(undefined);
    try {
      const [state, vanished, appeared, facts] = await Promise.all([
        this.api.state(service),
        this.read(service, 'vanished'),
        this.read(service, 'appeared'),
        this.services.unregisteredNames(service, 0),
      ]);
      if (turn !== this.turn) return;
      this.state.set(state);
      this.refusal.set(refusalOf(facts));
      this.marked.set(markedBy(vanished, appeared));
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.failure.set(problem);
    }
  }

  /** What the service alone has directly below a resource. Does not reject. */
  private async page(service: string, parent: GridRow, last: GridRow | undefined): Promise<UnregisteredPage> {
    const id = parent.resource_id;
    const of = parent.unregistered ? { remote_id: -id } : parent.level > 0 ? { resource_id: id } : {};
    try {
      const found = await this.api.children(service, {
        ...of,
        after: AFTER_ALL,
        after_remote: last && -last.resource_id,
        limit: PAGE,
      });
      for (const one of found.remote_only) this.remote.set(-one.remote_id, one);
      const rows = found.remote_only.map((one) => rowOf(one, parent));
      return { rows, isLast: rows.length < PAGE };
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (service === this.service()) this.failure.set(problem);
      return { rows: [], isLast: true };
    }
  }

  private async read(service: string, kind: string): Promise<readonly SynchronizationChange[]> {
    return (await this.api.changes(service, { kind, state: 'open', limit: MAX_MARKED })).changes;
  }
}

function markedBy(
  vanished: readonly SynchronizationChange[],
  appeared: readonly SynchronizationChange[],
): Marked {
  const paths = new Set(appeared.map(({ path }) => path.join('/')));
  const unregistered = new Map<string, { readonly names: string[]; count: number }>();
  for (const { path } of appeared) {
    let above = path.slice(0, -1);
    while (above.length > 0 && paths.has(above.join('/'))) above = above.slice(0, -1);
    const key = above.join('/');
    const found = unregistered.get(key) ?? { names: [], count: 0 };
    found.count += 1;
    const name = path.at(-1);
    if (above.length === path.length - 1 && name !== undefined) found.names.push(name);
    unregistered.set(key, found);
  }
  return {
    vanished: new Set(vanished.flatMap(({ resource_id: id }) => (id === null ? [] : [id]))),
    unregistered,
    isTruncated: vanished.length === MAX_MARKED || appeared.length === MAX_MARKED,
  };
}

/** Its number is negative: those of registered resources are not. */
function rowOf(one: RemoteResource, parent: GridRow): GridRow {
  const { resource_name, resource_display_name, resource_type } = one;
  return {
    resource_id: -one.remote_id,
    parent_id: parent.resource_id,
    resource_name,
    resource_display_name,
    resource_type,
    level: parent.level + 1,
    path: `${parent.path}/${resource_name}`,
    child_count: 0,
    assigned_below: 0,
    cells: {},
    unregistered: true,
  };
}

/** The first names, and the number of the others. */
function listed({ names, count }: Unregistered): string {
  const stated = names.slice(0, MAX_NAMES);
  const rest = count - stated.length;
  return [...stated, ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}

/** A path of the grid without the name of the service. */
function belowService(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '' : path.slice(slash + 1);
}
