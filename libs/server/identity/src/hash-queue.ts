/** The source of a hash. */
export interface HashSource {
  /** Whether it is a user who is or was signed in from there; unknown sources wait in a separate line. */
  readonly isKnown: boolean;
  /** Network of an unknown source or name of a known user: sources take turns. */
  readonly key: string;
}

export interface HashQueueLimits {
  /** Maximum number of concurrent hashes. */
  readonly concurrency: number;
  /** Maximum number of waiting hashes in each of the two lines. */
  readonly waiting: number;
  /** Maximum number of waiting hashes of one unknown network. */
  readonly waitingPerNetwork: number;
}

/** Thrown for a hash that is not computed because too many are waiting. */
export class HashQueueFull extends Error {
  /** `retryAfter`: estimated seconds until the waiting hashes are computed. */
  constructor(readonly retryAfter: number) {
    super('too many password hashes wait');
  }
}

interface Task {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Assumed seconds of a hash before the first measurement, and the weight of each new measurement. */
const USUAL = 0.25;
const WEIGHT = 0.2;

/**
 * Schedules password hashes on a few lanes. There are two waiting lines, known users and unknown sources, which are
 * served alternately, and within a line source by source: a flood from one network delays another by one hash. In a full
 * line the newest task of the source with most of them makes room for a source with fewer. Reference: sessions#sign-in-limits.
 */
export class HashQueue {
  private readonly known: Line;
  private readonly strangers: Line;
  private free: number;
  private wasKnown = false;
  private duration = USUAL;

  constructor(private readonly limits: HashQueueLimits) {
    this.free = limits.concurrency;
    this.known = new Line(limits.waiting, limits.waiting);
    this.strangers = new Line(limits.waiting, limits.waitingPerNetwork);
  }

  /** Throws {@link HashQueueFull}. */
  async run<T>(source: HashSource, work: () => Promise<T>): Promise<T> {
    await this.turn(source);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.duration += WEIGHT * ((performance.now() - begun) / 1000 - this.duration);
      this.free += 1;
      this.startNext();
    }
  }

  private turn({ isKnown, key }: HashSource): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    const line = isKnown ? this.known : this.strangers;
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(new HashQueueFull(this.secondsOf(line)));
      line.add(key, { start: resolve, refuse });
    });
  }

  /** INVARIANT: nothing waits while a lane is free. */
  private startNext(): void {
    const [first, second] = this.wasKnown ? [this.strangers, this.known] : [this.known, this.strangers];
    const line = first.size > 0 ? first : second;
    const task = line.take();
    if (!task) return;
    this.wasKnown = line === this.known;
    this.free -= 1;
    task.start();
  }

  private secondsOf(line: Line): number {
    return Math.max(1, Math.ceil((line.size * this.duration) / this.limits.concurrency));
  }
}

/** Tasks by source; the sources in the order of their turns, as a Map keeps it. */
class Line {
  private readonly sources = new Map<string, Task[]>();
  size = 0;

  constructor(
    private readonly most: number,
    private readonly mostPerSource: number,
  ) {}

  /** Rejects the task, or another one in its favour, if there is no room for it. */
  add(key: string, task: Task): void {
    const own = this.sources.get(key) ?? [];
    if (own.length >= this.mostPerSource || (this.size >= this.most && !this.makeRoom(own.length))) {
      task.refuse();
      return;
    }
    own.push(task);
    this.sources.set(key, own);
    this.size += 1;
  }

  take(): Task | undefined {
    for (const [key, tasks] of this.sources) {
      const task = tasks.shift();
      this.sources.delete(key);
      if (tasks.length > 0) this.sources.set(key, tasks);
      this.size -= 1;
      return task;
    }
    return undefined;
  }

  /** Replaces the newest task of the longest source, if that source still has at least as many tasks as the new one's. */
  private makeRoom(own: number): boolean {
    let longest: Task[] = [];
    for (const tasks of this.sources.values()) if (tasks.length > longest.length) longest = tasks;
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    this.size -= 1;
    return true;
  }
}
