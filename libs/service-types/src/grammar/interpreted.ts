import { type Outside, invalid } from '../reading';
import type { GrammarLimits } from '../request';

/** What a name in a list counts at least, in characters: each is looked up, however short it is. */
const NAME_COUNTS = 100;

/** Most names that are looked up in each of many workspaces. */
const MOST_LOOKUPS = 20_000;

/** How much of a request has been interpreted, and whether that is too much. Requests that stand in another one share its limits. */
export class Interpreted implements GrammarLimits {
  readonly names: number;
  readonly interpreted: number;
  private left: number;
  private lookups = MOST_LOOKUPS;
  private nested = 0;

  private constructor({ names, interpreted }: GrammarLimits) {
    this.names = names;
    this.interpreted = interpreted;
    this.left = interpreted;
  }

  /** What has been interpreted of the request that has these limits. */
  static of(limits: GrammarLimits): Interpreted {
    return limits instanceof Interpreted ? limits : new Interpreted(limits);
  }

  /** Whether so many lookups more may be made. */
  mayLookUp(count: number): boolean {
    this.lookups -= count;
    return this.lookups >= 0;
  }

  /** Counts what requests need that stand in this one; outside when it is too much. */
  takeNested(count: number, locator: string): Outside | undefined {
    this.nested += count;
    return this.tooMany(this.nested, locator);
  }

  /** Counts a text that is going to be interpreted; outside when it is too much. */
  take(length: number, locator: string): Outside | undefined {
    this.left -= length;
    return this.left >= 0
      ? undefined
      : invalid(
          locator,
          `The names and filters of the request are longer than SVC_PROXY_INTERPRETED_SIZE allows (${this.interpreted}).`,
        );
  }

  /** The same for the names of a list. */
  takeNames(count: number, locator: string): Outside | undefined {
    return this.take(count * NAME_COUNTS, locator);
  }

  /** Outside for more names than there may be. */
  tooMany(count: number, locator: string): Outside | undefined {
    return count > this.names
      ? invalid(locator, `The request has more names than SVC_PROXY_NAMES allows (${this.names}).`)
      : undefined;
  }
}
