import { randomBytes } from 'node:crypto';
import type { SynchronizationProgress, SynchronizationResult } from '@gatehouse/database';
import type { ProtectedService, Services } from '@gatehouse/directory';
import type { Logger } from '@gatehouse/logging';
import { Problem } from '@gatehouse/problems';
import type { Steps } from '@gatehouse/request-body';
import type { AutomaticApplication } from '../application/automatic-application';
import type { DifferenceRepository } from '../application/difference-repository';
import { automaticChanges } from '../comparison/automatic';
import { type Comparison, compare } from '../comparison/compare';
import type { CredentialsStore } from '../credentials';
import type { SourceHttp } from '../documents/source-client';
import type { SyncLimits } from '../limits';
import { SourceFailure, storedFailure } from '../source-failure';
import type { Places } from '../traversal/places';
import { readService } from '../traversal/read-service';
import type { Traversal } from '../traversal/traverse';
import { type ClaimedJob, type JobRepository, LeaseLost } from './job-repository';
import { type MirrorRepository, differenceKey } from './mirror-repository';

/** Milliseconds between two extensions of a lease. */
const EXTEND_MS = 5_000;
/** Milliseconds for which the process waits for its jobs when it ends. */
const STOP_MS = 5_000;

export interface SynchronizerParts {
  readonly jobs: JobRepository;
  readonly mirrors: MirrorRepository;
  readonly differences: DifferenceRepository;
  readonly application: AutomaticApplication;
  readonly services: Services;
  readonly credentials: CredentialsStore;
  readonly http: SourceHttp;
  readonly limits: SyncLimits;
  readonly places: Places;
  readonly run: <Result>(steps: Steps<Result>) => Promise<Result>;
  readonly logger: Logger;
}

/** Runs synchronizations in this process. Any process may run any job, and one at a time runs it. */
export class Synchronizer {
  private readonly underWay = new Set<Promise<void>>();
  /** One search for jobs at a time: two would take more jobs than one process runs. */
  private search: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(private readonly parts: SynchronizerParts) {}

  /** Takes jobs that wait, and those that another process has left; does not wait for their ends. */
  start(): Promise<void> {
    const next = this.search.then(() => this.takeJobs());
    this.search = next.catch(() => undefined);
    return next;
  }

  /** Resolves when no job of this process is under way. */
  async idle(): Promise<void> {
    do {
      await this.search;
      await Promise.all(this.underWay);
    } while (this.underWay.size > 0 || (await this.isSearching()));
  }

  /** Gives running jobs back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.race([
      this.idle(),
      new Promise((resolve) => {
        setTimeout(resolve, STOP_MS).unref();
      }),
    ]);
  }

  /** Whether a search began while the one before was awaited. */
  private async isSearching(): Promise<boolean> {
    const { search } = this;
    await search;
    return search !== this.search || this.underWay.size > 0;
  }

  private async takeJobs(): Promise<void> {
    const { jobs, places } = this.parts;
    if (this.stopping.signal.aborted) return;
    await jobs.failAbandoned();
    while (!this.stopping.signal.aborted) {
      const job = await places.takeFor(() => jobs.claim(newLease()));
      if (!job) return;
      const work: Promise<void> = this.execute(job).finally(() => {
        this.underWay.delete(work);
        places.giveBack();
        // Another one may have waited for this.
        void this.start().catch((error: unknown) => this.parts.logger.warn({ error }, NOT_STARTED));
      });
      this.underWay.add(work);
    }
  }

  /** Never rejects. */
  private async execute(job: ClaimedJob): Promise<void> {
    const { jobs, logger } = this.parts;
    const lease = new HeldLease(job, jobs, this.stopping.signal);
    try {
      if (job.state === 'applying' || (await this.read(job, lease))) await this.apply(job, lease);
    } catch (error) {
      if (error instanceof LeaseLost) {
        logger.warn(
          { reason: `synchronization ${job.id}` },
          'another process has taken a synchronization over',
        );
      } else if (this.stopping.signal.aborted) {
        await jobs.release(job).catch(() => undefined);
      } else {
        await this.fail(job, error);
      }
    } finally {
      lease.end();
    }
  }

  /** Whether the mirror is complete and shown. */
  private async read(job: ClaimedJob, lease: HeldLease): Promise<boolean> {
    const { jobs, mirrors, services } = this.parts;
    const service = await services.byId(job.serviceId);
    const traversal = await this.traverse(job, service, lease);
    const local = await mirrors.registered(service.id);
    const { tree, isComplete } = traversal;
    const comparison = await this.parts.run(
      compare({
        serviceId: service.id,
        type: service.type,
        local,
        remote: tree.nodes,
        isOpen: tree.isOpen,
        isComplete,
      }),
    );
    const written = (): Promise<void> => lease.progressed(traversal.progress);
    await mirrors.writeNodes(job, tree.nodes, comparison.problems, written);
    const current = await mirrors.find(service.id);
    const rejected = current ? await mirrors.rejected(current) : new Set<string>();
    const { isAutomatic, heldBecause } = automaticChanges(job.mode, comparison.differences, local.length);
    await mirrors.writeDifferences(
      job,
      comparison.differences,
      (one) => ({
        problem: heldProblem(one, heldBecause),
        state:
          rejected.size > 0 && rejected.has(differenceKey(one))
            ? 'rejected'
            : isAutomatic(one)
              ? 'automatic'
              : 'open',
      }),
      written,
    );
    await jobs.extend(job, traversal.progress);
    if (await mirrors.publish(job, service.url, resultOf(traversal, comparison, heldBecause))) return true;
    throw new SourceFailure('service_changed', {
      en: 'The service was changed or deleted meanwhile.',
      fr: 'Le service a été modifié ou supprimé entre-temps.',
    });
  }

  private async traverse(job: ClaimedJob, service: ProtectedService, lease: HeldLease): Promise<Traversal> {
    const { limits, http, run, credentials } = this.parts;
    return readService(
      { ...service, syncType: job.syncType },
      {
        http,
        authorization: await credentials.authorization(service),
        limits,
        run,
        progressed: (progress) => lease.progressed(progress),
        signal: lease.signal,
      },
    );
  }

  private async apply(job: ClaimedJob, lease: HeldLease): Promise<void> {
    const { application, jobs, differences } = this.parts;
    await application.run(job, () => lease.progressed(undefined));
    const stored = await jobs.find(job.serviceId, job.id);
    if (!stored?.result) throw new Error(`synchronization ${job.id} has no result`);
    const counts = await differences.count(job.id);
    const applied = (kind: string): number =>
      counts.reduce((sum, one) => sum + (one.kind === kind && one.state === 'applied' ? one.byJob : 0), 0);
    const held = counts.flatMap(({ state, problem, kind }) =>
      state === 'open' && problem !== null && kind !== 'unusable' ? [problem] : [],
    );
    await jobs.succeeded(job, {
      ...stored.result,
      created: applied('appeared'),
      removed: applied('vanished'),
      held: [...new Set([...stored.result.held, ...held])].sort(),
    });
  }

  private async fail(job: ClaimedJob, error: unknown): Promise<void> {
    const { jobs, logger } = this.parts;
    const failure =
      error instanceof SourceFailure
        ? error.stored
        : error instanceof Problem && error.errorCode === 'service_not_found'
          ? DELETED
          : INTERNAL;
    const reason = `synchronization ${job.id}: ${failure.code}`;
    if (failure.code === 'internal_error') logger.error({ reason, error }, FAILED);
    else logger.warn({ reason }, FAILED);
    try {
      await jobs.failed(job, failure);
      // What is left to be applied is taken up again when its lease has ended.
    } catch (again) {
      logger.warn({ reason, error: again }, 'the end of a synchronization was not recorded');
    }
  }
}

const NOT_STARTED = 'waiting synchronizations could not be started; they are tried again';
const FAILED = 'a synchronization failed';
const DELETED = storedFailure('service_changed', {
  en: 'The service was deleted meanwhile.',
  fr: 'Le service a été supprimé entre-temps.',
});
const INTERNAL = storedFailure('internal_error', {
  en: 'The log of the API has the error.',
  fr: 'L’erreur figure dans le journal de l’API.',
});

/** A lease that is extended while a job runs. */
class HeldLease {
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private recordedAt = performance.now();
  private latest: SynchronizationProgress | undefined;
  readonly signal: AbortSignal;

  constructor(
    private readonly job: ClaimedJob,
    private readonly jobs: JobRepository,
    stopping: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.lost.signal, stopping]);
    this.timer = setInterval(() => {
      // A database that does not reply is no reason to give up before the lease has ended.
      this.jobs.extend(this.job, this.latest).catch((error: unknown) => {
        if (error instanceof LeaseLost) this.lost.abort(error);
      });
    }, EXTEND_MS).unref();
  }

  /** Notes progress, which is recorded at most once a second. Throws if the job must not go on. */
  async progressed(progress: SynchronizationProgress | undefined): Promise<void> {
    this.signal.throwIfAborted();
    this.latest = progress ?? this.latest;
    if (performance.now() - this.recordedAt < 1_000) return;
    this.recordedAt = performance.now();
    await this.jobs.extend(this.job, this.latest);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

function heldProblem(
  { kind, problem }: Comparison['differences'][number],
  heldBecause: readonly string[],
): Comparison['differences'][number]['problem'] {
  return kind === 'vanished' && heldBecause.includes('too_many_vanished') ? 'too_many_vanished' : problem;
}

function resultOf(
  { tree, isComplete, skipped }: Traversal,
  { differences }: Comparison,
  held: readonly string[],
): SynchronizationResult {
  const count = (kind: string): number =>
    differences.reduce((sum, one) => sum + (one.kind === kind ? 1 : 0), 0);
  return {
    complete: isComplete,
    skipped,
    resources: tree.nodes.length,
    appeared: count('appeared'),
    vanished: count('vanished'),
    retitled: count('retitled'),
    renamed: count('renamed'),
    unusable: count('unusable'),
    created: 0,
    removed: 0,
    held,
  };
}

function newLease(): string {
  return (randomBytes(8).readBigUInt64BE() >> 1n).toString();
}
