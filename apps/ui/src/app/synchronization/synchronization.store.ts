import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';
import {
  Remote,
  SynchronizationApi,
  type SynchronizationCredentials,
  type SynchronizationJob,
} from '@gatehouse/ui-data';
import { Action } from '../page-parts/action';

/** Milliseconds between two reads of a synchronization that is under way: no change event announces its progress. */
const POLL_MS = 1_500;

/** Whether a synchronization has not ended. */
function isUnderWay(job: SynchronizationJob | undefined): boolean {
  return job !== undefined && ['queued', 'reading', 'applying'].includes(job.state);
}

/** How far a service is in step with the real one; follows a synchronization that is under way. */
@Injectable()
export class SynchronizationStore {
  private readonly api = inject(SynchronizationApi);
  private readonly starting = new Action();
  private readonly changing = new Action();
  private readonly ends = signal(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  readonly service = signal('');
  private readonly read = new Remote(() => this.api.state(this.service()));
  readonly state = this.read.value;
  readonly problem = this.read.problem;
  readonly latest = computed(() => this.state()?.latest);
  readonly underWay = computed(() => isUnderWay(this.latest()));
  /** Counts the synchronizations that have ended while they were followed: what they found is to be read then. */
  readonly ended = this.ends.asReadonly();
  readonly startProblem = this.starting.problem;
  readonly isStarting = this.starting.busy;
  readonly changeProblem = this.changing.problem;
  readonly isChanging = this.changing.busy;

  constructor() {
    inject(DestroyRef).onDestroy(() => {
      this.isClosed = true;
      clearTimeout(this.timer);
    });
  }

  async open(service: string): Promise<void> {
    this.service.set(service);
    await this.load();
  }

  async load(): Promise<void> {
    clearTimeout(this.timer);
    const before = this.underWay() ? this.latest()?.synchronization_id : undefined;
    await this.read.load();
    if (before !== undefined && this.hasEnded(before)) this.ends.update((count) => count + 1);
    clearTimeout(this.timer);
    if (this.underWay() && !this.isClosed) this.timer = setTimeout(() => void this.load(), POLL_MS);
  }

  /** Requests a synchronization. One that somebody else has requested is followed instead. */
  async start(): Promise<void> {
    const hasStarted = await this.starting.run(() => this.api.start(this.service()));
    if (!hasStarted && this.startProblem()?.code === 'synchronization_under_way') this.starting.reset();
    const before = this.latest()?.synchronization_id;
    await this.load();
    // It may have ended before it was read for the first time.
    if (hasStarted && !this.underWay() && this.latest()?.synchronization_id !== before)
      this.ends.update((count) => count + 1);
  }

  setCredentials(credentials: SynchronizationCredentials): Promise<boolean> {
    return this.change(() => this.api.setCredentials(this.service(), credentials));
  }

  deleteCredentials(): Promise<boolean> {
    return this.change(() => this.api.deleteCredentials(this.service()));
  }

  private async change(work: () => Promise<void>): Promise<boolean> {
    const done = await this.changing.run(work);
    if (done) await this.load();
    return done;
  }

  private hasEnded(id: number): boolean {
    const latest = this.latest();
    return latest !== undefined && (latest.synchronization_id !== id || !isUnderWay(latest));
  }
}
