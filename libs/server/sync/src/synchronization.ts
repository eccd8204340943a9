import type { DataSource } from 'typeorm';
import { type Due, type UnitOfWork, removeDue, repeatInSteps } from '@gatehouse/database';
import {
  type ProtectedService,
  type ResourceDirectory,
  type SynchronizationOptions,
  synchronizationOptions,
} from '@gatehouse/directory';
import type { Logger } from '@gatehouse/logging';
import { problem } from '@gatehouse/problems';
import type { Steps } from '@gatehouse/request-body';
import { AutomaticApplication } from './application/automatic-application';
import { Creation } from './application/creation';
import { type Decided, type DecidedFilter, Decisions } from './application/decisions';
import {
  type DifferenceFilter,
  DifferenceRepository,
  type StoredDifference,
} from './application/difference-repository';
import { type MergedChildren, MergedTree, type MergedPage } from './application/merged-tree';
import { type Credentials, CredentialsStore } from './credentials';
import type { SourceHttp } from './documents/source-client';
import { JobRepository, type StoredAttention, type StoredJob } from './jobs/job-repository';
import { MirrorRepository } from './jobs/mirror-repository';
import { Synchronizer } from './jobs/synchronizer';
import type { SyncLimits } from './limits';
import { Previews } from './preview';
import { sourceOf } from './sources/catalogue';
import { Places } from './traversal/places';

/** Sources that one process reads at a time. */
const MAX_TRAVERSALS = 2;
/** Rows that one step of the removal deletes. */
const ROWS_OF_STEP = 1_000;
/** Days for which ended jobs are listed. */
const KEPT_DAYS = 90;

export interface SynchronizationParts {
  readonly dataSource: DataSource;
  readonly unitOfWork: UnitOfWork;
  readonly directory: Pick<ResourceDirectory, 'services' | 'resources'>;
  readonly http: SourceHttp;
  readonly limits: SyncLimits;
  /** Key under which credentials are encrypted. */
  readonly key: Buffer;
  /** Seconds after which a mirror counts as out of date. */
  readonly maxAgeSeconds: number;
  /** Runs long work without delaying others. */
  readonly run: <Result>(steps: Steps<Result>) => Promise<Result>;
  readonly logger: Logger;
}

/** How far a service is in step with the real one. */
export interface SynchronizationState {
  /** Whether its synchronization type has anything to be read. */
  readonly isSupported: boolean;
  readonly options: SynchronizationOptions;
  /** When the mirror was read; undefined if never. */
  readonly lastSync: Date | undefined;
  /** Whether the mirror is older than it should be, or there is none. */
  readonly isOutOfSync: boolean;
  /** The newest job, which may be under way. */
  readonly latest: StoredJob | undefined;
  /** The origin that receives the credentials of the service; undefined without any. */
  readonly credentialsOrigin: string | undefined;
}

/** What needs attention of one service. */
export type ServiceAttention = Omit<StoredAttention, 'serviceId'> & { readonly serviceName: string };

/** Keeping services in step with the real ones: jobs, mirrors, suggestions. Reference: service-synchronization#jobs. */
export class Synchronization {
  private readonly jobs: JobRepository;
  private readonly mirrors: MirrorRepository;
  private readonly differences: DifferenceRepository;
  private readonly decisions: Decisions;
  private readonly merged: MergedTree;
  readonly credentials: CredentialsStore;
  readonly synchronizer: Synchronizer;
  readonly previews: Previews;

  constructor(private readonly parts: SynchronizationParts) {
    const { dataSource, unitOfWork, directory, key } = parts;
    const { services, resources } = directory;
    this.jobs = new JobRepository(dataSource);
    this.mirrors = new MirrorRepository(dataSource);
    this.differences = new DifferenceRepository(() => unitOfWork.manager);
    this.credentials = new CredentialsStore(unitOfWork, services, key);
    this.merged = new MergedTree(dataSource, resources);
    const creation = new Creation(unitOfWork, resources, this.differences);
    this.decisions = new Decisions(unitOfWork, resources, this.differences, creation);
    const places = new Places(MAX_TRAVERSALS);
    this.previews = new Previews({ ...parts, places });
    this.synchronizer = new Synchronizer({
      ...parts,
      places,
      services,
      jobs: this.jobs,
      mirrors: this.mirrors,
      differences: this.differences,
      credentials: this.credentials,
      application: new AutomaticApplication({
        unitOfWork,
        services,
        resources,
        differences: this.differences,
        creation,
      }),
    });
  }

  /** Whether its synchronization type has anything to be read. */
  isSupported({ syncType }: Pick<ProtectedService, 'syncType'>): boolean {
    return sourceOf(syncType) !== undefined;
  }

  /**
   * Requests a job, and starts it in this process if that is not busy. Throws `synchronization_not_supported` (403) or
   * `synchronization_under_way` (409).
   */
  async request(service: ProtectedService, requestedBy: string | null): Promise<StoredJob> {
    const { id, syncType, synchronization } = service;
    if (syncType === null || !sourceOf(syncType)) throw problem('synchronization_not_supported');
    const { mode } = synchronizationOptions(synchronization);
    const job = await this.jobs.add({ id, syncType, mode }, requestedBy);
    if (!job) throw problem('synchronization_under_way');
    await this.synchronizer.start();
    return job;
  }

  /** Requests the jobs that are due by the intervals of their services, whatever became of the last one, and starts those that wait. */
  async requestDue(): Promise<void> {
    const services = (await this.parts.directory.services.list()).filter(
      ({ syncType, synchronization }) =>
        sourceOf(syncType) && synchronizationOptions(synchronization).intervalMinutes !== null,
    );
    const last = await this.jobs.lastRequests(services.map(({ id }) => id));
    for (const service of services) {
      const { intervalMinutes, mode } = synchronizationOptions(service.synchronization);
      const due = (last.get(service.id)?.getTime() ?? 0) + (intervalMinutes ?? Infinity) * 60_000;
      const { id, syncType } = service;
      if (due <= Date.now() && syncType !== null) await this.jobs.add({ id, syncType, mode }, null);
    }
    await this.synchronizer.start();
  }

  /** The services that are out of sync, whose last job has failed, or that have open suggestions, by name. */
  async attention(): Promise<readonly ServiceAttention[]> {
    const services = (await this.parts.directory.services.list()).filter(({ syncType }) =>
      sourceOf(syncType),
    );
    if (services.length === 0) return [];
    const names = new Map(services.map(({ id, name }) => [id, name]));
    const found = await this.jobs.attention([...names.keys()], this.parts.maxAgeSeconds);
    return found
      .filter(({ isOutOfSync, hasFailed, hasSuggestions }) => isOutOfSync || hasFailed || hasSuggestions)
      .map(({ serviceId, ...needs }) => ({ ...needs, serviceName: names.get(serviceId) ?? '' }))
      .sort((one, other) => one.serviceName.localeCompare(other.serviceName));
  }

  async state({ id, url, syncType, synchronization }: ProtectedService): Promise<SynchronizationState> {
    const mirror = await this.mirrors.find(id);
    const [latest] = await this.jobs.list(id, undefined, 1);
    const lastSync = mirror?.lastSync;
    const age = lastSync === undefined ? Infinity : Date.now() - lastSync.getTime();
    const origin = await this.credentials.originOf(id);
    return {
      isSupported: this.isSupported({ syncType }),
      options: synchronizationOptions(synchronization),
      lastSync,
      isOutOfSync: age > this.parts.maxAgeSeconds * 1000,
      latest,
      // Those of another origin are sent to nobody.
      credentialsOrigin: URL.canParse(url) && new URL(url).origin === origin ? origin : undefined,
    };
  }

  /** The jobs of a service, the newest first. */
  list({ id }: ProtectedService, before: number | undefined, limit: number): Promise<StoredJob[]> {
    return this.jobs.list(id, before, limit);
  }

  /** Throws `synchronization_not_found`. */
  async job({ id: serviceId }: ProtectedService, id: number): Promise<StoredJob> {
    const job = id > 2 ** 31 - 1 ? undefined : await this.jobs.find(serviceId, id);
    if (!job) throw problem('synchronization_not_found');
    return job;
  }

  /** The differences between the mirror and the registered resources, as the last job has found them; none without a mirror. */
  async changes(
    { id }: ProtectedService,
    filter: Omit<DifferenceFilter, 'synchronizationId'>,
  ): Promise<{ readonly synchronizationId: number | null; readonly changes: readonly StoredDifference[] }> {
    const mirror = await this.mirrors.find(id);
    if (!mirror) return { synchronizationId: null, changes: [] };
    const { synchronizationId } = mirror;
    return { synchronizationId, changes: await this.differences.find({ ...filter, synchronizationId }) };
  }

  /**
   * Decides about open suggestions of the mirror that the caller has seen. Throws `synchronization_superseded` (409) if a later one is
   * shown by now: its numbers mean something else.
   */
  async decide(
    service: ProtectedService,
    decision: 'accept' | 'reject',
    { seen, ...filter }: DecidedFilter & { readonly seen: number },
    decidedBy: string,
  ): Promise<Decided> {
    const mirror = await this.mirrors.find(service.id);
    if (mirror?.synchronizationId !== seen) throw problem('synchronization_superseded');
    return decision === 'accept'
      ? this.decisions.accept(service, seen, filter, decidedBy)
      : this.decisions.reject(seen, filter, decidedBy);
  }

  /** The children of a resource, registered ones and those of the source alone. */
  async children(service: ProtectedService, page: MergedPage): Promise<MergedChildren> {
    return this.merged.children(service, await this.mirrors.find(service.id), page);
  }

  setCredentials(service: ProtectedService, credentials: Credentials): Promise<void> {
    return this.credentials.set(service, credentials);
  }

  /** What {@link removeOld} removes by its age. */
  readonly due: readonly Due[] = [OLD_JOBS];

  /** The job: removes the rows of former mirrors, of old jobs and of deleted services. */
  async removeOld(): Promise<void> {
    const { dataSource } = this.parts;
    // A step removes rows of one job, which may be few.
    await repeatInSteps(() => this.mirrors.removeOld(ROWS_OF_STEP), 1);
    await removeDue(dataSource, OLD_JOBS);
    for (const sql of OF_DELETED) await repeatInSteps(() => removed(dataSource, sql));
    await removeOriginsOfDeleted(dataSource);
  }
}

async function removed(dataSource: DataSource, sql: string): Promise<number> {
  const [, count] = await dataSource.query<[unknown[], number]>(sql);
  return count;
}

/** Removes what is noted about resources that do not exist any more, page by page: their numbers are never used again. */
async function removeOriginsOfDeleted(dataSource: DataSource): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const [page]: { last: number | null }[] = await dataSource.query<{ last: number | null }[]>(
      `WITH page AS MATERIALIZED (
         SELECT resource_id FROM synchronized_resources WHERE resource_id > $1 ORDER BY resource_id LIMIT ${ROWS_OF_STEP}),
       gone AS (DELETE FROM synchronized_resources WHERE ctid = ANY (ARRAY(
         SELECT s.ctid FROM page
           LEFT JOIN LATERAL (SELECT id FROM resources WHERE id = page.resource_id OFFSET 0) r ON true
           CROSS JOIN LATERAL (SELECT ctid FROM synchronized_resources WHERE resource_id = page.resource_id OFFSET 0) s
         WHERE r.id IS NULL)))
       SELECT max(resource_id) AS last FROM page`,
      [after],
    );
    after = page?.last ?? null;
  }
}

/** Jobs that have ended long ago. */
const OLD_JOBS = {
  table: 'synchronizations',
  column: 'finished_at',
  before: 'now() - make_interval(days => $1)',
  parameters: [KEPT_DAYS],
} as const satisfies Due;

const OF_DELETED = [
  `DELETE FROM service_mirrors m WHERE NOT EXISTS (SELECT FROM services s WHERE s.resource_id = m.service_id)`,
  `DELETE FROM synchronization_credentials c WHERE NOT EXISTS (SELECT FROM services s WHERE s.resource_id = c.service_id)`,
  // The services are found one by one in the index: there are as many rows as resources.
  `WITH RECURSIVE known AS (
     (SELECT service_id AS id FROM synchronized_resources ORDER BY service_id LIMIT 1)
     UNION ALL SELECT (SELECT service_id FROM synchronized_resources WHERE service_id > known.id
       ORDER BY service_id LIMIT 1) FROM known WHERE known.id IS NOT NULL)
   DELETE FROM synchronized_resources WHERE ctid = ANY (ARRAY(
     SELECT o.ctid FROM known CROSS JOIN LATERAL (
       SELECT ctid FROM synchronized_resources WHERE service_id = known.id ORDER BY service_id, resource_id LIMIT ${ROWS_OF_STEP}) o
     WHERE NOT EXISTS (SELECT FROM services s WHERE s.resource_id = known.id) LIMIT ${ROWS_OF_STEP}))`,
];
