import { AsyncLocalStorage } from 'node:async_hooks';
import { type DataSource, type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { currentActor, noteCommitted } from './actor';
import { DatabaseIncapable, OutcomeUnknown, isConflict, unavailability } from './unavailable';
import { rejectOverwriting } from './unchanged-since';
import { RowRemoval } from './deletion/row-removal';
import { WriterPlaces } from './writer-places';

interface Scope {
  readonly owner: UnitOfWork;
  readonly manager: EntityManager;
  /** Undefined where nothing is written. */
  readonly revision: number | undefined;
  /** That of another owner, inside of which this one runs. */
  readonly outer: Scope | undefined;
}

/** One for all of them: each storage costs time whenever a promise is made, for as long as the process lives. */
const scopes = new AsyncLocalStorage<Scope>();

/**
 * The only way to write. `run` opens a transaction whose first statement takes the next revision under a row lock, so
 * that revisions commit in order and writers cannot deadlock on later locks. Code that runs inside uses the
 * transaction through {@link manager}; a nested `run` joins it. Reference: data#revisions.
 */
export class UnitOfWork {
  private readonly places: WriterPlaces;

  /** Removes the rows below and of what is deleted. */
  readonly removal: RowRemoval = new RowRemoval(this);

  constructor(private readonly dataSource: DataSource) {
    this.places = new WriterPlaces(Math.max(1, Math.floor(poolSizeOf(dataSource) / 2)));
  }

  /** The transaction of the running unit of work, or the plain connection pool outside of one (for reads). */
  get manager(): EntityManager {
    return this.scope?.manager ?? this.dataSource.manager;
  }

  /** The revision of the running unit of work; undefined outside of one. */
  get revision(): number | undefined {
    return this.scope?.revision;
  }

  private get scope(): Scope | undefined {
    let scope = scopes.getStore();
    while (scope && scope.owner !== this) scope = scope.outer;
    return scope;
  }

  private inScope<T>(one: Pick<Scope, 'manager' | 'revision'>, work: () => Promise<T>): Promise<T> {
    return scopes.run({ ...one, owner: this, outer: scopes.getStore() }, work);
  }

  /**
   * Commits everything that `work` writes as one revision, or nothing if `work` throws. Begins again if already taking the revision fails
   * because of other transactions; `work` is never repeated. Throws `ChangedMeanwhile` if that would
   * overwrite what was changed after the revision on which the request is based, `DatabaseUnavailable` if the
   * database became unavailable or other writers take too long, and nothing was committed, {@link OutcomeUnknown} if that is not known.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.scope) return work();
    let revision = 0;
    let isCommitting = false;
    const attempt = (): Promise<T> =>
      this.dataSource.transaction(async (manager) => {
        revision = await this.beginRevision(manager);
        const done = await this.inScope({ manager, revision }, work);
        await rejectOverwriting(manager, revision);
        isCommitting = true;
        return done;
      });
    try {
      const result = await this.places.run(() => repeated(attempt, () => revision === 0));
      noteCommitted(revision);
      return result;
    } catch (error) {
      const cause = unavailability(error);
      // A commit has no effect that was not sent, because the connection had been lost before, or that the server has refused.
      const isNeither =
        error instanceof QueryRunnerAlreadyReleasedError || cause instanceof DatabaseIncapable;
      throw cause && isCommitting && !isNeither ? new OutcomeUnknown(revision, cause) : (cause ?? error);
    }
  }

  /**
   * Runs `work`, which only reads, on one connection and on the state of one moment, through {@link manager}. Writers do not wait for
   * it; the connection is not available to others until it ends.
   */
  readConsistently<T>(work: () => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      return this.inScope({ manager, revision: undefined }, work);
    });
  }

  /** The first statement: takes the next revision. Sample data of a past time overrides it. */
  protected async beginRevision(manager: EntityManager): Promise<number> {
    const actor = currentActor();
    const [row] = await manager.query<{ revision: string }[]>(
      'SELECT begin_revision($1, $2, $3, $4, $5, $6) AS revision',
      [
        actor.kind,
        actor.id ?? null,
        actor.name ?? null,
        actor.address ?? null,
        actor.requestId ?? null,
        actor.role ?? null,
      ],
    );
    return Number(row?.revision);
  }
}

/** How often a unit of work begins again. */
const MAX_REPETITIONS = 3;

/** Repeats `attempt` while it fails because of other transactions, if it `mayBeRepeated` then. */
async function repeated<T>(attempt: () => Promise<T>, mayBeRepeated: () => boolean): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === MAX_REPETITIONS || !mayBeRepeated() || !isConflict(error)) throw error;
    }
  }
}

/** Connections of the pool; 20 as `createDataSource` has it by default. */
function poolSizeOf({ options }: DataSource): number {
  return Number((options as { readonly extra?: { readonly max?: number } }).extra?.max ?? 20);
}
