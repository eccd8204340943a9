/** Names are few and repeat; the bound is for those who invent some. */
const MAX_REMEMBERED = 2_000;

/** What is done with headers by their names; each name is looked at once, in whatever case it is sent. */
export class HeaderTreatments<Treatment extends string> {
  private readonly known = new Map<string, Treatment>();

  /** `treat` is given names in lower case. */
  constructor(private readonly treat: (name: string) => Treatment) {}

  of(name: string): Treatment {
    let treatment = this.known.get(name);
    if (treatment === undefined) {
      treatment = this.treat(name.toLowerCase());
      if (this.known.size >= MAX_REMEMBERED) this.known.clear();
      this.known.set(name, treatment);
    }
    return treatment;
  }
}
