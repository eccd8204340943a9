import type { Steps } from '@gatehouse/request-body';
import { networkOf } from '@gatehouse/wire';

/** Milliseconds that one turn may take. */
const TURN = 8;
/** Milliseconds after which no other task is begun in the same turn: what follows a result takes time as well. */
const ENOUGH = 1;

/** Why a task has no result: its memory could not be reserved, or its result is no longer needed. */
export type Unfinished = 'too much' | 'over';

/** What became of a task in its turn; after `last` nothing else is begun in the same turn. */
type Progress = 'unfinished' | 'finished' | 'last';

interface Task {
  /** Runs one step. */
  readonly step: () => Progress;
}

/**
 * Runs long tasks, such as reading large bodies and writing long replies, in steps of a few milliseconds. One step is
 * between two polls of the network, regardless of the number of tasks, so that all other requests proceed. The networks of
 * clients ({@link networkOf}) take turns round robin: a client with many tasks delays its own. The tasks of one network are
 * run in the order in which they arrived.
 */
export class FairScheduler {
  private readonly byNetwork = new Map<string, Task[]>();
  private isScheduled = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Runs the steps of a task for the client at an address. `hold` receives the additional bytes that each step
   * holds, and returns whether they can be reserved; `whenOver` calls back when the result is no longer needed.
   */
  run<Result>(address: string, steps: Steps<Result>): Promise<Result>;
  run<Result>(
    address: string,
    steps: Steps<Result>,
    hold: (bytes: number) => boolean,
    whenOver?: (callback: () => void) => void,
  ): Promise<Result | Unfinished>;
  run<Result>(
    address: string,
    steps: Steps<Result>,
    hold: (bytes: number) => boolean = () => true,
    whenOver: (callback: () => void) => void = () => undefined,
  ): Promise<Result | Unfinished> {
    return new Promise((resolve, reject) => {
      const network = networkOf(address);
      const task = this.add(network, () => {
        try {
          const step = steps.next();
          if (step.done) resolve(step.value);
          else if (hold(step.value)) return 'unfinished';
          else resolve('too much');
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        return 'finished';
      });
      whenOver(() => {
        if (this.drop(network, task)) resolve('over');
      });
    });
  }

  /**
   * Resolves in a turn that no other task gets, for work that cannot be divided into steps. What the
   * caller does before the next call belongs to this turn.
   */
  turn(address: string): Promise<void> {
    return new Promise((resolve) => {
      this.add(networkOf(address), () => {
        resolve();
        return 'last';
      });
    });
  }

  private add(network: string, step: () => Progress): Task {
    const task: Task = { step };
    const own = this.byNetwork.get(network);
    if (own) own.push(task);
    else this.byNetwork.set(network, [task]);
    this.schedule();
    return task;
  }

  private drop(network: string, task: Task): boolean {
    const own = this.byNetwork.get(network);
    const index = own?.indexOf(task) ?? -1;
    if (index < 0 || !own) return false;
    own.splice(index, 1);
    if (own.length === 0) this.byNetwork.delete(network);
    return true;
  }

  private schedule(): void {
    if (this.isScheduled || this.byNetwork.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.takeTurn();
      this.schedule();
    });
  }

  private takeTurn(): void {
    const begun = this.now();
    do {
      const [next] = this.byNetwork;
      if (!next) return;
      const [network, own] = next;
      const progress = this.advance(own, begun);
      if (progress !== 'unfinished') own.shift();
      // The next turn is another network's.
      this.byNetwork.delete(network);
      if (own.length > 0) this.byNetwork.set(network, own);
      if (progress !== 'finished') return;
    } while (this.now() - begun < ENOUGH);
  }

  /** Continues the first task of a network until the turn ends. */
  private advance([task]: readonly Task[], begun: number): Progress {
    for (;;) {
      const progress = task?.step() ?? 'finished';
      if (progress !== 'unfinished' || this.now() - begun >= TURN) return progress;
    }
  }
}
