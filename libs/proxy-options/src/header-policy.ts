/** Headers that concern one connection only. RFC 9110, section 7.6.1, and headers of older peers. */
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

/** How the proxy treats headers with these names in one direction. */
export interface HeaderRule<Treatment extends string> {
  /** In lower case; A trailing `*` matches any suffix, including an empty one. */
  readonly names: readonly string[];
  readonly treatment: Treatment;
  /** Whether hooks, which administrators write, can set and remove such headers nevertheless. */
  readonly hooks: boolean;
  /** Completes the sentence "because they are …". */
  readonly reason: string;
}

/** The rules of one direction, by header name. */
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

  /** The first rule that matches a name in lower case; undefined if none does. */
  ruleOf(name: string): HeaderRule<Treatment> | undefined {
    const canonical = canonicalName(name);
    const [exactOrder, exact] = this.exact.get(canonical) ?? [Infinity, undefined];
    const prefixed = this.prefixes.find(([, prefix]) => canonical.startsWith(prefix));
    return prefixed && prefixed[0] < exactOrder ? prefixed[2] : exact;
  }
}

/** CGI and similar interfaces map more than hyphens to underscores, so names that differ only in such characters are equal. */
function canonicalName(name: string): string {
  return name.replace(/[^a-z0-9]/g, '-');
}
