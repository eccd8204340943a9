/**
 * Names are few and repeat; the bound protects against clients that invent some. A plain map, cleared when full: every header
 * of every request is looked up here, where an LRU cache measured more than twice as slow and recomputing a name is cheap.
 */
const MAX_CACHED = 2_000;
const MAX_LENGTH = 64;

/** Treatment of headers by name; cached by each spelling of a name. */
export class HeaderTreatments<Treatment extends string> {
  private readonly treatments = new Map<string, Treatment>();

  /** `treat` receives names in lower case. */
  constructor(private readonly treat: (name: string) => Treatment) {}

  of(name: string): Treatment {
    let treatment = this.treatments.get(name);
    if (treatment === undefined) {
      treatment = this.treat(name.toLowerCase());
      if (name.length > MAX_LENGTH) return treatment;
      if (this.treatments.size >= MAX_CACHED) this.treatments.clear();
      this.treatments.set(name, treatment);
    }
    return treatment;
  }
}
