import { type Outside, invalid } from '../reading';
import type { GrammarLimits } from '../request';

/** The least that a name in a list counts, in characters: each is looked up, however short it is. */
const MAX_NAME_COUNTS = 100;

/** Most names that are looked up in each of many workspaces. */
const MAX_LOOKUPS = 20_000;

/**
 * How much of a request has been interpreted, and whether that is too much. Requests embedded in
 * another one share its limits.
 */
export class Interpreted implements GrammarLimits {
  readonly names: number;
  readonly interpreted: number;
  private left: number;
  private lookups = MAX_LOOKUPS;
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

  /** Counts lookups; false once they exceed the limit. */
  mayLookUp(count: number): boolean {
    this.lookups -= count;
    return this.lookups >= 0;
  }

  /** Counts the requirements of embedded requests; outside when there are too many. */
  takeNested(count: number, locator: string): Outside | undefined {
    this.nested += count;
    return this.tooMany(this.nested, locator);
  }

  /** Counts a text that will be interpreted; outside when the limit is exceeded. */
  take(length: number, locator: string): Outside | undefined {
    this.left -= length;
    return this.left >= 0
      ? undefined
      : invalid(
          locator,
          `The names and filters of the request are longer than SVC_PROXY_INTERPRETED_SIZE allows (${this.interpreted}).`,
        );
  }

  /** As {@link take}, for the names of a list. */
  takeNames(count: number, locator: string): Outside | undefined {
    return this.take(count * MAX_NAME_COUNTS, locator);
  }

  /** Outside when there are more names than the limit. */
  tooMany(count: number, locator: string): Outside | undefined {
    return count > this.names
      ? invalid(locator, `The request has more names than SVC_PROXY_NAMES allows (${this.names}).`)
      : undefined;
  }
}
