/** How the API and the services of a deployment are published. */
export const DEPLOYMENTS = {
  'two-ports': {
    title: 'on two ports of one host name',
    short: 'Two ports',
    example: '`http://localhost:2001` and `http://localhost:2002/ows/proxy`',
  },
  'two-names': {
    title: 'on two host names',
    short: 'Two names',
    example: '`https://gate.example.org` and `https://data.example.org/ows/proxy`',
  },
  'one-origin': {
    title: 'on one origin',
    short: 'One origin',
    example: '`https://data.example.org/gatehouse` and `https://data.example.org/ows/proxy`',
  },
  'trusted-pages': {
    title: 'on one origin with trusted pages',
    short: 'One origin, `pages: trusted`',
    example: 'as before, with this option of the service',
  },
} as const;

export type Deployment = keyof typeof DEPLOYMENTS;

/** What a page can cause: the words complete the sentence "A page …". */
export const EFFECTS = {
  'reads-account': 'reads the account of its user',
  'reads-console': 'reads pages of the console',
  'reads-other-service': 'reads replies of other services',
  'reads-cookie': 'reads the session cookie',
  'creates-administrator': 'creates an administrator',
  'makes-administrator': 'makes an existing user an administrator',
  'signs-in-as-attacker': 'signs its user in as the attacker',
  'signs-out': 'signs its user out',
  'hides-session': 'hides the session of its user until the next sign-in',
  'locks-out': 'hides the session of its user until the browser deletes its cookies',
  'controls-console': 'replaces the pages of the console',
  'controls-other-service': 'replaces the pages of other services',
  'frames-console': 'shows the console in a frame',
  'fakes-console': 'shows its own content at an address of the console',
  'navigates-console': 'navigates a window of the console',
} as const;

export type Effect = keyof typeof EFFECTS;

/** Each deployment has exactly these effects, and no others. */
export type Expected = Readonly<Record<Deployment, readonly Effect[]>>;

export interface Attempt {
  /** Also the name of the administrator that the attempt creates. */
  readonly id: string;
  /** Subject of the sentences about it. */
  readonly subject: string;
  /** What it does, for the documentation. */
  readonly how: string;
  /** File of `isolation/pages`, with a query. */
  readonly page: string;
  /**
   * How a test knows that it has ended: the page reports it; the page reports it or has loaded without starting, which browsers
   * may prevent; or the browser has left the page.
   */
  readonly ends: 'reports' | 'loads' | 'leaves';
  /** The page is opened by a window of the console, as by a link to a service; otherwise by its user. */
  readonly opener?: 'console';
  /** Headers of the service with this page. Placeholders: `{token}`, `{api}`, `{domain}`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly expected: Expected;
}

/** The sentence of an attempt with the effects that it has in a deployment. */
export function sentenceOf({ subject, expected }: Attempt, deployment: Deployment): string {
  const effects = expected[deployment].map((effect) => EFFECTS[effect]);
  return `${subject} ${effects.length === 0 ? 'affects nobody' : new Intl.ListFormat('en').format(effects)}`;
}
