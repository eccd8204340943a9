/**
 * How a connection is encrypted: not at all; with a certificate that is verified, together with the name of the host; or with
 * any certificate, which protects from nobody who can redirect the connection.
 */
type TlsMode = 'off' | 'verified' | 'unverified';

/** Where a database is, and how to connect to it. */
export interface DatabaseAddress {
  /** Name or address of the host, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number | undefined;
  readonly database: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Undefined where the URL does not say. */
  readonly tls: TlsMode | undefined;
  /** Paths of PEM files: certificates of authorities, and certificate and key of the client. */
  readonly files: {
    readonly ca: string | undefined;
    readonly certificate: string | undefined;
    readonly key: string | undefined;
  };
  /** Name of the connection at the server. */
  readonly applicationName: string | undefined;
  /** Options of the server for the session, `-c name=value`. */
  readonly options: string | undefined;
}

/** The text is not used: it may be misread. The message completes "SVC_X …", and has no part of the text. */
export class MalformedDatabaseUrl extends Error {
  override readonly name = 'MalformedDatabaseUrl';
}

const EXAMPLE = 'postgresql://user:password@host:5432/database';
const ESCAPES = '%40 for @, %3A for :, %2F for /, %3F for ?, %23 for #, %25 for %';
const PARAMETERS = [
  'host',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'options',
] as const;
type Parameter = (typeof PARAMETERS)[number];

/** Less than `verify-full` would protect only from those who listen. `no-verify` is one of the driver alone. */
const TLS_MODES: ReadonlyMap<string, TlsMode> = new Map([
  ['disable', 'off'],
  ['prefer', 'verified'],
  ['require', 'verified'],
  ['verify-ca', 'verified'],
  ['verify-full', 'verified'],
  ['no-verify', 'unverified'],
]);

const HOST = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?$/i;
const MAX_PORT = 65_535;

/**
 * The only parser of database URLs. A unix socket is written as `postgresql://user:password@/database?host=/folder`. What
 * could be read in two ways is refused, since the driver may show what it takes for the name of a host. Reference: deployment#database-urls.
 *
 * @throws MalformedDatabaseUrl
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, authority = '', path = '', query] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i.exec(text) ?? refuseForm(text);
  if (/[\s\u0000-\u001f\u007f]/.test(text)) refuse(`must be a URL such as ${EXAMPLE}, without blanks`);
  const at = authority.lastIndexOf('@');
  if (text.split('@').length > 2 || (text.includes('@') && at < 0))
    refuse(`must have one @ at most, before the host; in user and password, write ${ESCAPES}`);
  const [user, password] = credentialsOf(authority.slice(0, Math.max(at, 0)));
  const parameters = parametersOf(query);
  const { host, port } = hostOf(authority.slice(at + 1), parameters.get('host'));
  const database = decoded(path.slice(1));
  if (path.slice(1).includes('/')) refuse(`must name one database: ${EXAMPLE}`);
  return {
    host,
    port,
    database: database || undefined,
    user: user || undefined,
    password: password || undefined,
    tls: tlsOf(parameters, host),
    files: {
      ca: parameters.get('sslrootcert'),
      certificate: parameters.get('sslcert'),
      key: parameters.get('sslkey'),
    },
    applicationName: parameters.get('application_name'),
    options: parameters.get('options'),
  };
}

/** For messages: host, port and database, without user and password. */
export function placeOf({ host, port = 5432, database = '' }: DatabaseAddress): string {
  return isFolder(host)
    ? `${host}/${database}`
    : `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

/** Whether connections leave the machine. */
export function crossesNetwork({ host }: DatabaseAddress): boolean {
  return !isFolder(host) && !/^(?:localhost\.?|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}

function refuse(problem: string): never {
  throw new MalformedDatabaseUrl(problem);
}

function refuseForm(text: string): never {
  if (/^\s*\w+\s*=/.test(text)) refuse(`must be a URL, not a list of keywords and values: ${EXAMPLE}`);
  if (/^postgres(?:ql)?:\/\/.*#/is.test(text))
    refuse(`must have no #; in user and password, write ${ESCAPES}`);
  return refuse(`must be a URL such as ${EXAMPLE}`);
}

function credentialsOf(text: string): readonly [user: string, password: string] {
  const at = text.indexOf(':');
  return at < 0 ? [decoded(text), ''] : [decoded(text.slice(0, at)), decoded(text.slice(at + 1))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(`must have % only before two hexadecimal digits: ${ESCAPES}`);
  }
}

function parametersOf(query = ''): ReadonlyMap<Parameter, string> {
  const parameters = new Map<Parameter, string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=');
    const known = PARAMETERS.find((one) => one === decoded(name));
    if (known === undefined) refuse(`has a parameter that is not one of ${PARAMETERS.join(', ')}`);
    if (parameters.has(known)) refuse(`has the parameter ${known} twice`);
    const text = decoded(value.join('=').replaceAll('+', ' '));
    if (text !== '') parameters.set(known, text);
  }
  return parameters;
}

function hostOf(
  authority: string,
  parameter: string | undefined,
): { readonly host: string; readonly port: number | undefined } {
  const [, bracketed, plain = '', digits] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/i.exec(authority) ?? refuseHost(authority);
  if (authority !== '' && plain !== '' && parameter !== undefined) refuseSeveral();
  const host = bracketed ?? (plain === '' ? (parameter ?? '') : decoded(plain));
  if (host.includes(',')) refuseSeveral();
  if (host === '') refuse(`must name a host: ${EXAMPLE}, or ?host= with the folder of a unix socket`);
  if (bracketed === undefined && !isFolder(host) && !HOST.test(host)) refuse(`must name a host: ${EXAMPLE}`);
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > MAX_PORT)) refuse(`must have a port from 1 to ${MAX_PORT}`);
  return { host, port };
}

function refuseHost(authority: string): never {
  if (authority.includes(',')) refuseSeveral();
  return refuse(`must be a URL such as ${EXAMPLE}; in user and password, write ${ESCAPES}`);
}

function refuseSeveral(): never {
  refuse('must name one host, the primary or what leads to it');
}

function tlsOf(parameters: ReadonlyMap<Parameter, string>, host: string): TlsMode | undefined {
  const mode = parameters.get('sslmode');
  const tls = TLS_MODES.get(mode ?? '');
  if (mode !== undefined && tls === undefined)
    refuse(`must have an sslmode that is one of ${[...TLS_MODES.keys()].join(', ')}`);
  // PostgreSQL has no TLS at unix sockets, and its own clients ignore the mode there.
  if (isFolder(host)) return 'off';
  const hasFiles = (['sslrootcert', 'sslcert', 'sslkey'] as const).some((name) => parameters.has(name));
  return tls ?? (hasFiles ? 'verified' : undefined);
}

function isFolder(host: string): boolean {
  return host.startsWith('/');
}
