/** How an option changes the request. */
type CurlEffect =
  | 'method'
  | 'header'
  | 'data'
  | 'raw'
  | 'binary'
  | 'urlencoded'
  | 'json'
  | 'query'
  | 'head'
  | 'agent'
  | 'referer'
  | 'cookie'
  | 'user'
  | 'bearer'
  | 'url'
  | 'compressed'
  | 'no-globbing'
  | 'ignored';

export interface CurlOption {
  readonly effect: CurlEffect;
  /** Whether the next word is its value. */
  readonly takesValue: boolean;
}

const option = (effect: CurlEffect, takesValue: boolean): CurlOption => ({ effect, takesValue });
const flag = option('ignored', false);
const setting = option('ignored', true);

/** Options by their long name. Those that are `ignored` determine how the request is sent or shown, not its content. */
const LONG: Readonly<Record<string, CurlOption>> = {
  request: option('method', true),
  header: option('header', true),
  data: option('data', true),
  'data-ascii': option('data', true),
  'data-raw': option('raw', true),
  'data-binary': option('binary', true),
  'data-urlencode': option('urlencoded', true),
  json: option('json', true),
  get: option('query', false),
  head: option('head', false),
  'user-agent': option('agent', true),
  referer: option('referer', true),
  cookie: option('cookie', true),
  user: option('user', true),
  'oauth2-bearer': option('bearer', true),
  url: option('url', true),
  compressed: option('compressed', false),
  globoff: option('no-globbing', false),
  'path-as-is': flag,
  silent: flag,
  'show-error': flag,
  verbose: flag,
  include: flag,
  location: flag,
  insecure: flag,
  fail: flag,
  'fail-with-body': flag,
  basic: flag,
  http1: flag,
  'http1.0': flag,
  'http1.1': flag,
  http2: flag,
  'no-buffer': flag,
  'no-progress-meter': flag,
  'progress-bar': flag,
  'remote-name': flag,
  ipv4: flag,
  ipv6: flag,
  output: setting,
  'write-out': setting,
  'max-time': setting,
  'connect-timeout': setting,
  retry: setting,
  'retry-delay': setting,
  'dump-header': setting,
  cacert: setting,
  'cookie-jar': setting,
};

const SHORT: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  G: 'get',
  I: 'head',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
  u: 'user',
  g: 'globoff',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  L: 'location',
  k: 'insecure',
  f: 'fail',
  N: 'no-buffer',
  '#': 'progress-bar',
  O: 'remote-name',
  '0': 'http1.0',
  '4': 'ipv4',
  '6': 'ipv6',
  o: 'output',
  w: 'write-out',
  m: 'max-time',
  D: 'dump-header',
  c: 'cookie-jar',
};

/** The option of that name, without dashes. */
export function longOption(name: string): CurlOption | undefined {
  return Object.hasOwn(LONG, name) ? LONG[name] : undefined;
}

/** The option of that letter. */
export function shortOption(letter: string): CurlOption | undefined {
  return Object.hasOwn(SHORT, letter) ? longOption(SHORT[letter] ?? '') : undefined;
}
