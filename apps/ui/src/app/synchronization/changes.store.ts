import { computed, inject, Injectable, signal, type WritableSignal } from '@angular/core';
import {
  asProblem,
  type ChangeFilter,
  type Problem,
  SynchronizationApi,
  type SynchronizationChange,
} from '@gatehouse/ui-data';
import { stateInUrl } from '../page-parts/view-in-url';

/** Changes of one request. */
const PAGE = 100;

/** Numbers that one request may have. */
const MAX_IDS = 2_000;
/** Changes that are read again at once. */
const MAX_REFRESHED = 1_000;

/** What is shown. Without a state, changes of all states. */
interface ShownFilter extends ChangeFilter {
  readonly state?: string | undefined;
}

/** What is shown first: what waits for a decision. */
const OPEN: ShownFilter = { state: 'open' };
/** In the address: all states. */
const ANY = 'any';

/** The filter, kept in the address. Requires an injection context. */
function filterInUrl(): WritableSignal<ShownFilter> {
  return stateInUrl<ShownFilter>(
    (parameter) => ({
      kind: parameter('change') || undefined,
      state: parameter('state') === ANY ? undefined : parameter('state') || OPEN.state,
      pattern: parameter('path') || undefined,
    }),
    ({ kind = '', state = ANY, pattern = '' }) => ({
      change: kind,
      state: state === OPEN.state ? '' : state,
      path: pattern,
    }),
  );
}

/** What somebody decides, about some changes or, without numbers, about all open ones that fit. */
export interface Choice extends ChangeFilter {
  readonly decision: 'accept' | 'reject';
  readonly ids?: readonly number[] | undefined;
}

/** What came of a decision. */
export interface Outcome {
  /** The synchronization whose changes were decided about. */
  readonly synchronizationId: number;
  readonly settled: number;
  /** Error codes by the number of the change, which stays open. */
  readonly refused: ReadonlyMap<number, string>;
  /** How many had been decided by somebody else before. */
  readonly missed: number;
  /** Whether others fit, which come after as many that were refused. */
  readonly hasRest: boolean;
  /** The service was synchronized again: the numbers that were shown mean something else. */
  readonly isSuperseded: boolean;
  /** Why it was stopped before the rest. */
  readonly problem: Problem | undefined;
}

/** How a service and its registered resources differ: page by page, and what is decided about it. */
@Injectable()
export class ChangesStore {
  private readonly api = inject(SynchronizationApi);
  private readonly busy = signal(false);
  private readonly failure = signal<Problem | undefined>(undefined);
  private readonly found = signal<readonly SynchronizationChange[] | undefined>(undefined);
  private readonly job = signal<number | null>(null);
  private readonly last = signal(false);
  private readonly outcomes = signal<Outcome | undefined>(undefined);
  private readonly progress = signal<number | undefined>(undefined);
  private turn = 0;

  readonly service = signal('');
  /** In the address of the page. */
  readonly filter = filterInUrl();
  /** Undefined until they have been read. */
  readonly changes = this.found.asReadonly();
  /** The synchronization that has found them; null if there was none. */
  readonly synchronizationId = this.job.asReadonly();
  readonly hasMore = computed(() => !this.last());
  readonly problem = this.failure.asReadonly();
  readonly loading = this.busy.asReadonly();
  readonly outcome = this.outcomes.asReadonly();
  /** The number of settled changes while a decision is in progress. */
  readonly deciding = this.progress.asReadonly();

  async open(service: string): Promise<void> {
    if (service !== this.service()) {
      const isOther = this.service() !== '';
      this.service.set(service);
      this.found.set(undefined);
      this.job.set(null);
      this.outcomes.set(undefined);
      if (isOther) this.filter.set(OPEN);
    }
    await this.load();
  }

  async narrow(filter: ShownFilter): Promise<void> {
    this.filter.set(filter);
    await this.load();
  }

  /** Reads from the beginning. */
  load(): Promise<void> {
    return this.read(undefined);
  }

  /** Reads what is shown again, after a change by somebody. Without effect while something is decided. */
  async refresh(): Promise<void> {
    if (this.progress() !== undefined || this.found() === undefined) return;
    await this.read(undefined, Math.min(Math.max(PAGE, this.changes()?.length ?? 0), MAX_REFRESHED));
  }

  more(): Promise<void> {
    return this.read(this.found()?.at(-1)?.change_id);
  }

  /** Decides request by request until nothing is left that fits, and then reads what is shown again. */
  async decide(choice: Choice): Promise<void> {
    const synchronizationId = this.job();
    if (synchronizationId === null || this.progress() !== undefined) return;
    this.outcomes.set(undefined);
    this.progress.set(0);
    const outcome = await this.settle(choice, synchronizationId);
    this.progress.set(undefined);
    await this.refresh();
    this.outcomes.set(outcome);
  }

  private async settle(
    { decision, ids, kind, pattern }: Choice,
    synchronization_id: number,
  ): Promise<Outcome> {
    const service = this.service();
    const refused = new Map<number, string>();
    let settled = 0;
    let problem: Problem | undefined;
    let hasRest = false;
    try {
      for (const change_ids of partsOf(ids)) {
        const body = { decision, synchronization_id, change_ids, kind, pattern };
        for (let more = true; more;) {
          const reply = await this.api.decide(service, body);
          settled += reply.settled;
          this.progress.set(settled);
          for (const { change_id, error_code } of reply.refused) refused.set(change_id, error_code);
          // What was refused stays open and fits again: without progress, nothing else is reached.
          more = reply.more && reply.settled > 0;
          hasRest ||= reply.more && !more;
        }
      }
    } catch (thrown) {
      problem = asProblem(thrown);
    }
    const isSuperseded = problem?.code === 'synchronization_superseded';
    // What is above a resource that is registered may be settled with it.
    const missed = problem ? 0 : Math.max(0, (ids?.length ?? 0) - settled - refused.size);
    return {
      synchronizationId: synchronization_id,
      settled,
      refused,
      missed,
      hasRest,
      isSuperseded,
      problem: isSuperseded ? undefined : problem,
    };
  }

  /** Of several concurrent reads, the one that began last counts. */
  private async read(after: number | undefined, limit = PAGE): Promise<void> {
    const turn = ++this.turn;
    this.busy.set(true);
    this.failure.set(undefined);
    try {
      const query = { ...this.filter(), limit, ...(after !== undefined && { after }) };
      const page = await this.api.changes(this.service(), query);
      if (turn !== this.turn) return;
      // Changes of another synchronization have other numbers.
      if (after !== undefined && page.synchronization_id !== this.job()) return await this.read(undefined);
      this.job.set(page.synchronization_id);
      this.found.update((shown = []) => (after === undefined ? page.changes : [...shown, ...page.changes]));
      this.last.set(page.changes.length < limit);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.failure.set(problem);
    } finally {
      if (turn === this.turn) this.busy.set(false);
    }
  }
}

/** Numbers for one request each; a decision about all that fit has none. */
function partsOf(ids: readonly number[] | undefined): readonly (readonly number[] | undefined)[] {
  if (ids === undefined) return [undefined];
  const parts: (readonly number[])[] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS) parts.push(ids.slice(from, from + MAX_IDS));
  return parts;
}
