/** Names are few and repeat; the bound is for those who invent some. */
const MAX_REMEMBERED = 2_000;
const MAX_LENGTH = 64;

/** What is done with headers by their names; a name is looked at once in each spelling. */
export class HeaderTreatments<Treatment extends string> {
  private readonly known = new Map<string, Treatment>();

  /** `treat` is given names in lower case. */
  constructor(private readonly treat: (name: string) => Treatment) {}

  of(name: string): Treatment {
    let treatment = this.known.get(name);
    if (treatment === undefined) {
      treatment = this.treat(name.toLowerCase());
      if (name.length > MAX_LENGTH) return treatment;
      if (this.known.size >= MAX_REMEMBERED) this.known.clear();
      this.known.set(name, treatment);
    }
    return treatment;
  }
}
