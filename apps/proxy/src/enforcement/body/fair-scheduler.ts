import type { Steps } from '@gatehouse/request-body';

/** Milliseconds for which one turn may take. */
const TURN = 8;
/** Milliseconds after which no other work is begun in the same turn: what follows a result takes its time, too. */
const ENOUGH = 1;

/** Why work has no result: its memory could not be had, or nobody waits for it any more. */
export type Unfinished = 'too much' | 'over';

interface Work {
  /** Goes on by one step; whether that was the last. */
  readonly step: () => boolean;
}

/**
 * Work on bodies, in turns between which all other requests go on. However much there is, one turn of it comes between two looks
 * at the network: of one body at a time, of each client's in its turn, and of one client's in the order in which they came.
 */
export class FairScheduler {
  private readonly byClient = new Map<string, Work[]>();
  private isScheduled = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Does work for a client in steps. `hold` is told how much memory each has taken and says whether it can be had; `whenOver` calls back
   * when the result is not needed any more.
   */
  run<Result>(
    client: string,
    steps: Steps<Result>,
    hold: (bytes: number) => boolean,
    whenOver: (callback: () => void) => void = () => undefined,
  ): Promise<Result | Unfinished> {
    return new Promise((resolve, reject) => {
      const work: Work = {
        step: () => {
          try {
            const step = steps.next();
            if (step.done) resolve(step.value);
            else if (hold(step.value)) return false;
            else resolve('too much');
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      };
      const own = this.byClient.get(client);
      if (own) own.push(work);
      else this.byClient.set(client, [work]);
      this.schedule();
      whenOver(() => {
        if (this.drop(client, work)) resolve('over');
      });
    });
  }

  private drop(client: string, work: Work): boolean {
    const own = this.byClient.get(client);
    const index = own?.indexOf(work) ?? -1;
    if (index < 0 || !own) return false;
    own.splice(index, 1);
    if (own.length === 0) this.byClient.delete(client);
    return true;
  }

  private schedule(): void {
    if (this.isScheduled || this.byClient.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.turn();
      this.schedule();
    });
  }

  private turn(): void {
    const begun = this.now();
    do {
      const [next] = this.byClient;
      if (!next) return;
      const [client, own] = next;
      const [work] = own;
      while (work && !work.step()) {
        if (this.now() - begun < TURN) continue;
        // The next turn is another client's.
        this.byClient.delete(client);
        this.byClient.set(client, own);
        return;
      }
      own.shift();
      this.byClient.delete(client);
      if (own.length > 0) this.byClient.set(client, own);
    } while (this.now() - begun < ENOUGH);
  }
}
