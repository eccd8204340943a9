import { timeLimit } from './time-limit';
import { DatabaseUnavailable } from './unavailable';

interface Waiting {
  readonly enter: () => void;
}

/**
 * Bounds the connections that wait for the revision lock, so that reads find one while a writer holds it for long: other
 * writers wait in memory, in the order in which they came.
 */
export class WriterPlaces {
  private taken = 0;
  private readonly waiting = new Set<Waiting>();

  /** @param places how many writers may have a connection at once */
  constructor(private readonly places: number) {}

  /** Runs `write` in a place. Throws `DatabaseUnavailable` if none becomes free within the time limit of statements. */
  async run<T>(write: () => Promise<T>): Promise<T> {
    if (this.taken < this.places) this.taken += 1;
    else await this.free();
    try {
      return await write();
    } finally {
      this.leave();
    }
  }

  private free(): Promise<void> {
    const limit = timeLimit() ?? 0;
    return new Promise((resolve, reject) => {
      const timer = limit > 0 ? setTimeout(() => giveUp(), limit) : undefined;
      const waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        this.waiting.delete(waiting);
        reject(new DatabaseUnavailable(`other writers did not end within ${limit / 1000} s`));
      };
      this.waiting.add(waiting);
    });
  }

  /** The place goes to the writer that has waited longest. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.taken -= 1;
      return;
    }
    this.waiting.delete(next);
    next.enter();
  }
}
