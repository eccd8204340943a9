import { setTimeout as pause } from 'node:timers/promises';
import { type UnitOfWork, runAs } from '@gatehouse/database';
import type { ProtectedService, Resources, Services } from '@gatehouse/directory';
import { Problem } from '@gatehouse/problems';
import { type ClaimedJob, LeaseLost } from '../jobs/job-repository';
import { type KnownRules, accessRules, isCurrent } from './access-rules';
import type { Creation } from './creation';
import type { DifferenceRepository, StoredDifference } from './difference-repository';
import { StepSize } from './step-size';

/** Deletions of one revision. */
const MAX_DELETED = 10;

export interface ApplicationParts {
  readonly unitOfWork: UnitOfWork;
  readonly services: Services;
  readonly resources: Resources;
  readonly differences: DifferenceRepository;
  readonly creation: Creation;
}

/** Applies what a job may change by itself, in short revisions of their own. What is interrupted goes on where it was. */
export class AutomaticApplication {
  constructor(private readonly parts: ApplicationParts) {}

  /** `progressed` is called after each step; it throws if the job must not go on. */
  async run(job: ClaimedJob, progressed: () => Promise<void>): Promise<void> {
    const { unitOfWork } = this.parts;
    let known: KnownRules | undefined;
    for (const kind of ['appeared', 'vanished'] as const) {
      const size = new StepSize();
      let after = 0;
      for (;;) {
        const waiting = await this.parts.differences.automatic(
          job.id,
          kind,
          after,
          kind === 'appeared' ? size.rows : MAX_DELETED,
        );
        const last = waiting.at(-1);
        if (!last) break;
        if (kind === 'appeared') known ??= await accessRules(unitOfWork.manager, job.serviceId);
        const took = await this.step(job, kind, waiting, known);
        if (took !== undefined) {
          after = last.id;
          size.took(took, waiting.length);
          // Others write in half of the time.
          await pause(took);
        } else {
          known = undefined;
        }
        await progressed();
      }
    }
  }

  /** Milliseconds for which others had to wait; undefined if assignments were changed since they were read: then nothing was applied. */
  private async step(
    job: ClaimedJob,
    kind: 'appeared' | 'vanished',
    waiting: readonly StoredDifference[],
    known: KnownRules | undefined,
  ): Promise<number | undefined> {
    const { differences, unitOfWork, services } = this.parts;
    let begun = performance.now();
    try {
      await runAs({ kind: 'system', role: `job:synchronize:${job.id}` }, () =>
        unitOfWork.run(async () => {
          // The revision is taken: what passed before was the time of other writers.
          begun = performance.now();
          if (!(await differences.isHeld(job.id, job.lease)))
            throw new LeaseLost('another process applies the changes');
          if (known && !(await isCurrent(unitOfWork.manager, known))) throw new AssignmentsChanged();
          const service = await services.byId(job.serviceId);
          if (kind === 'vanished') for (const one of waiting) await this.remove(job, one);
          else if (known) await this.create(service, job, waiting, known);
        }),
      );
      return performance.now() - begun;
    } catch (error) {
      if (error instanceof AssignmentsChanged) return undefined;
      if (!(error instanceof Problem) || error.errorCode === 'service_not_found') throw error;
      await this.apart(job, kind, waiting, known);
      return performance.now() - begun;
    }
  }

  /** Applies one by one what cannot be applied together, because of what was changed since it was compared. */
  private async apart(
    job: ClaimedJob,
    kind: 'appeared' | 'vanished',
    waiting: readonly StoredDifference[],
    known: KnownRules | undefined,
  ): Promise<void> {
    const [first, ...others] = waiting;
    if (first && others.length === 0) {
      await this.parts.differences.settle(job.id, [first.id], 'open', { problem: 'above_unusable' });
      return;
    }
    for (const one of waiting) await this.step(job, kind, [one], known);
  }

  private async create(
    service: ProtectedService,
    job: ClaimedJob,
    appeared: readonly StoredDifference[],
    known: KnownRules,
  ): Promise<void> {
    const { creation, differences } = this.parts;
    const { applied, held, waiting } = await creation.create(service, appeared, known);
    await differences.settle(job.id, applied, 'applied');
    await differences.settle(job.id, held, 'open', { problem: 'would_open' });
    await differences.settle(job.id, waiting, 'open', { problem: 'above_unusable' });
  }

  private async remove(job: ClaimedJob, { id, resourceId }: StoredDifference): Promise<void> {
    const { differences, resources } = this.parts;
    const resource = resourceId === null ? undefined : await resources.byId(resourceId).catch(absent);
    const problem = resource ? await differences.obstacleToRemoval(resource.id) : null;
    if (problem) {
      await differences.settle(job.id, [id], 'open', { problem });
      return;
    }
    if (resource) await resources.delete(resource);
    await differences.settle(job.id, [id], 'applied');
  }
}

/** Assignments are other ones than those by which a step would be decided. */
class AssignmentsChanged extends Error {}

/** What was deleted meanwhile is gone, as the source has it. */
function absent(error: unknown): undefined {
  if (error instanceof Problem && error.errorCode === 'resource_not_found') return undefined;
  throw error;
}
