/**
 * Numbers that look random and are the same for the same seed, on every machine (mulberry32). For sample data, never for
 * secrets.
 */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** @returns {number} from 0 up to, not including, 1 */
  fraction() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param {number} count @returns {number} a whole number from 0 up to, not including, `count` */
  below(count) {
    return Math.floor(this.fraction() * count);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.fraction() < probability;
  }

  /**
   * @template T
   * @param {readonly T[]} choices at least one
   * @returns {T}
   */
  pick(choices) {
    return /** @type {T} */ (choices[this.below(choices.length)]);
  }

  /**
   * One of the choices, early ones much more often than late ones, like users over projects.
   *
   * @template T
   * @param {readonly T[]} choices at least one
   * @returns {T}
   */
  pickEarly(choices) {
    return /** @type {T} */ (choices[Math.floor(this.fraction() ** 2 * choices.length)]);
  }
}
