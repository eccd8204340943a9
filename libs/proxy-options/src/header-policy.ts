/** Headers that concern one connection only. RFC 9110, section 7.6.1, and what older peers send. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'public',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the proxy does with the headers of one direction that have one of these names. */
export interface HeaderRule<Treatment extends string> {
  /** In lower case; `*` at the end stands for anything, also nothing. */
  readonly names: readonly string[];
  readonly treatment: Treatment;
  /** Whether hooks, which administrators write, may set and remove such headers all the same. */
  readonly hooks: boolean;
  /** Completes the sentence "because they are …". */
  readonly reason: string;
}

/** Rules of one direction by names of headers. */
export class HeaderPolicy<Treatment extends string> {
  private readonly exact = new Map<string, readonly [order: number, rule: HeaderRule<Treatment>]>();
  private readonly prefixes: (readonly [order: number, prefix: string, rule: HeaderRule<Treatment>])[] = [];

  constructor(readonly rules: readonly HeaderRule<Treatment>[]) {
    rules.forEach((rule, order) => {
      for (const name of rule.names) {
        const canonical = canonicalName(name.replace(/\*$/, ''));
        if (name.endsWith('*')) this.prefixes.push([order, canonical, rule]);
        else if (!this.exact.has(canonical)) this.exact.set(canonical, [order, rule]);
      }
    });
  }

  /** The first rule for a name, which is given in lower case; undefined where none says anything. */
  ruleOf(name: string): HeaderRule<Treatment> | undefined {
    const canonical = canonicalName(name);
    const [exactOrder, exact] = this.exact.get(canonical) ?? [Infinity, undefined];
    const prefixed = this.prefixes.find(([, prefix]) => canonical.startsWith(prefix));
    return prefixed && prefixed[0] < exactOrder ? prefixed[2] : exact;
  }
}

/** CGI and its kin turn more than hyphens into underscores, so that names differing in such characters alone are one. */
function canonicalName(name: string): string {
  return name.replace(/[^a-z0-9]/g, '-');
}
