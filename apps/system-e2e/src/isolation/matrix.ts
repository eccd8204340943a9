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

const NOTHING: readonly Effect[] = [];
/** Pages of services share an origin. */
const OTHER_SERVICES: readonly Effect[] = ['reads-other-service'];
const EVERYTHING: readonly Effect[] = [
  'reads-account',
  'reads-console',
  'reads-other-service',
  'creates-administrator',
  'makes-administrator',
  'signs-in-as-attacker',
];

const never: Expected = {
  'two-ports': NOTHING,
  'two-names': NOTHING,
  'one-origin': NOTHING,
  'trusted-pages': NOTHING,
};
/** What a script reaches by requests. */
const byScript: Expected = {
  'two-ports': OTHER_SERVICES,
  'two-names': OTHER_SERVICES,
  'one-origin': NOTHING,
  'trusted-pages': EVERYTHING,
};
const ifTrusted = (...effects: readonly Effect[]): Expected => ({ ...never, 'trusted-pages': effects });

export const ATTEMPTS: readonly Attempt[] = [
  {
    id: 'script',
    subject: 'a script in an HTML page',
    how: 'requests by `fetch` in every mode, with and without credentials, `XMLHttpRequest` and beacons, as JSON, form and text',
    page: 'script.html',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'svg',
    subject: 'a script in an SVG image that is opened',
    how: 'the same requests',
    page: 'drawing.svg',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'xml',
    subject: 'a script in an XML document',
    how: 'the same requests, from an element of XHTML',
    page: 'element.xml',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'xslt',
    subject: 'a script that the style sheet of an XML document makes',
    how: 'the same requests, from the result of XSLT',
    page: 'records.xml',
    ends: 'loads',
    expected: byScript,
  },
  {
    id: 'documents',
    subject: 'a script in a document that a page makes',
    how: 'the same requests, from frames with a `blob:` or `data:` address and with `srcdoc`',
    page: 'documents.html',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'worker',
    subject: 'a worker',
    how: 'the same requests, from a file of the service and from a text of the page',
    page: 'worker.html',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'shared-worker',
    subject: 'a shared worker',
    how: 'the same requests, from a file of the service and from a text of the page',
    page: 'shared-worker.html',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'service-worker',
    subject: 'a service worker',
    how: 'registered for the whole origin with `Service-Worker-Allowed: /`, else for its service; the same requests',
    page: 'service-worker.html',
    ends: 'reports',
    expected: byScript,
  },
  {
    id: 'popup',
    subject: 'a page that opens the console and other services',
    how: 'reads the windows that it has opened, and navigates them later',
    page: 'popup.html',
    ends: 'reports',
    expected: {
      'two-ports': OTHER_SERVICES,
      'two-names': OTHER_SERVICES,
      'one-origin': NOTHING,
      // The page of the other service is not trusted, and therefore sandboxed.
      'trusted-pages': NOTHING,
    },
  },
  {
    id: 'opener',
    subject: 'a page that a window of the console opened',
    how: 'reads its `opener`, and navigates it',
    page: 'opener.html',
    ends: 'reports',
    opener: 'console',
    expected: never,
  },
  {
    id: 'forms-in-frames',
    subject: 'a page that submits forms in frames',
    how: 'forms to the API as `application/x-www-form-urlencoded`, `text/plain` and `multipart/form-data`',
    page: 'forms.html',
    ends: 'reports',
    expected: ifTrusted('creates-administrator', 'makes-administrator', 'signs-in-as-attacker'),
  },
  {
    id: 'forms-in-windows',
    subject: 'a page that submits forms in new windows',
    how: 'the same forms',
    page: 'forms.html?windows',
    ends: 'reports',
    expected: ifTrusted('creates-administrator', 'makes-administrator', 'signs-in-as-attacker'),
  },
  {
    id: 'sign-out',
    subject: 'a page that requests the sign-out',
    how: '`/signout` by `fetch`, and as image, script, style sheet, object and frame',
    page: 'sign-out.html',
    ends: 'reports',
    expected: ifTrusted('signs-out'),
  },
  {
    id: 'hints-to-sign-out',
    subject: 'a page with resource hints for the sign-out',
    how: 'prefetch, preload, prerender and speculation rules for `/signout`',
    page: 'hints.html?signout',
    ends: 'reports',
    expected: ifTrusted('signs-out'),
  },
  {
    id: 'hints-to-sign-in',
    subject: 'a page with resource hints for a sign-in',
    how: 'the same for `/signin` with a name and a password',
    page: 'hints.html?signin',
    ends: 'reports',
    expected: ifTrusted('signs-in-as-attacker'),
  },
  {
    id: 'inclusion',
    subject: 'a page that includes replies of the API',
    how: 'JSON and pages of the console as script, module, style sheet, image, object and video',
    page: 'inclusion.html',
    ends: 'reports',
    expected: never,
  },
  {
    id: 'frames',
    subject: 'a page that frames the console and other services',
    how: 'reads what it frames',
    page: 'frames.html',
    ends: 'reports',
    expected: {
      'two-ports': OTHER_SERVICES,
      'two-names': OTHER_SERVICES,
      'one-origin': NOTHING,
      // The page of the other service is not trusted, and therefore sandboxed.
      'trusted-pages': NOTHING,
    },
  },
  {
    id: 'address',
    subject: 'a page that changes its address',
    how: '`history.pushState` and `replaceState` to the sign-in page',
    page: 'address.html',
    ends: 'reports',
    // Browsers let sandboxed pages change the path of their address, too.
    expected: { ...ifTrusted('fakes-console'), 'one-origin': ['fakes-console'] },
  },
  {
    id: 'leaves-to-sign-out',
    subject: 'a page that leads to the sign-out',
    how: 'a redirect by `<meta http-equiv="refresh">`',
    page: 'refresh.html?signout',
    ends: 'leaves',
    expected: ifTrusted('signs-out'),
  },
  {
    id: 'leaves-to-sign-in',
    subject: 'a page that leads to a sign-in as another user',
    how: 'a redirect by `<meta http-equiv="refresh">` to `/signin` with a name and a password',
    page: 'refresh.html?signin',
    ends: 'leaves',
    expected: ifTrusted('signs-in-as-attacker'),
  },
  {
    id: 'cookies-read',
    subject: 'a page that reads cookies',
    how: '`document.cookie` and `cookieStore`',
    page: 'cookies-read.html',
    ends: 'reports',
    expected: never,
  },
  {
    id: 'cookies-plant',
    subject: 'a page that sets a session cookie of another user',
    how: '`document.cookie`, for a path of the API and one of the services, beside the session cookie',
    page: 'cookies-plant.html',
    ends: 'reports',
    // The request of the sign-in does not have cookies of other paths, so that it cannot end their session.
    expected: {
      'two-ports': ['locks-out'],
      'two-names': ['locks-out'],
      'one-origin': NOTHING,
      'trusted-pages': ['locks-out'],
    },
  },
  {
    id: 'cookies-plant-many',
    subject: 'a page that sets many session cookies of another user',
    how: '`document.cookie` and `cookieStore`, for many paths and domains',
    page: 'cookies-plant.html?many',
    ends: 'reports',
    expected: {
      'two-ports': ['locks-out'],
      'two-names': ['locks-out'],
      'one-origin': NOTHING,
      // The request of the sign-in has one of them, for the path of the API.
      'trusted-pages': ['hides-session'],
    },
  },
  {
    id: 'cookies-evict',
    subject: 'a page that replaces the session cookie by one of another user',
    how: 'sets so many cookies that the browser forgets the session cookie, then one of its own',
    page: 'cookies-evict.html',
    ends: 'reports',
    expected: {
      'two-ports': ['signs-in-as-attacker'],
      'two-names': ['signs-in-as-attacker'],
      'one-origin': NOTHING,
      'trusted-pages': ['signs-in-as-attacker'],
    },
  },
  {
    id: 'cookies-in-headers',
    subject: 'a reply that sets a session cookie of another user',
    how: '`Set-Cookie` in several spellings, for several paths and domains',
    page: 'headers.html',
    ends: 'reports',
    headers: {
      'Set-Cookie': [
        'auth_tkt={token}; Path=/',
        'auth_tkt={token}; Path=/users',
        'Auth_Tkt={token}; Path=/',
        '__Host-auth_tkt={token}; Path=/; Secure',
        '__Secure-auth_tkt={token}; Path=/; Secure',
        'auth_tkt={token}; Path=/; Domain={domain}',
        'auth_tkt={token}; Path={apiPath}/session',
      ],
    },
    expected: never,
  },
  {
    id: 'clear-site-data',
    subject: 'a reply that clears the data of its origin',
    how: '`Clear-Site-Data: "cookies", "storage"`',
    page: 'headers.html',
    ends: 'reports',
    headers: { 'Clear-Site-Data': '"cookies", "storage"' },
    expected: never,
  },
];

/** The sentence of an attempt with the effects that it has in a deployment. */
export function sentenceOf({ subject, expected }: Attempt, deployment: Deployment): string {
  const effects = expected[deployment].map((effect) => EFFECTS[effect]);
  return `${subject} ${effects.length === 0 ? 'affects nobody' : new Intl.ListFormat('en').format(effects)}`;
}
