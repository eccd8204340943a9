import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import express, { type Request, type RequestHandler, type Response } from 'express';
import Negotiator from 'negotiator';
import { readerOf } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { VERSION } from '../about/version';

/** In order of preference, with the file extension of the compressed copy that the build puts next to a file. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** A name that contains a hash of the content always has the same content. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)(?:\.br|\.gz)?$/;

/** Headers without a meaning for scripts and style sheets that never change. */
const DOCUMENT_HEADERS = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'Referrer-Policy',
  'X-Request-Id',
  // Connections of HTTP/1.1 persist without it; Node then omits `Keep-Alive` as well.
  'Connection',
];

/**
 * Pages that load without the rest of the console, because they need no session, by their path below `/ui/`. The build
 * (`public-pages.mjs`) and the pages themselves (`public-pages.ts`) know them by the same paths.
 */
const PUBLIC_PAGES: readonly (readonly [path: RegExp, file: string])[] = [
  [/^login$/, 'login.html'],
  [/^register\/users$/, 'register.html'],
  [/^register\/users\/[^/]+$/, 'registration.html'],
  [/^tmp\/[^/]+$/, 'link.html'],
  [/^password\/reset$/, 'password-reset.html'],
  [/^network\/authorize$/, 'network-authorize.html'],
];

/** Without network mode, the API refuses it. Reference: http#network-mode. */
const CONSENT_PAGE = /^\/ui\/network\/authorize\/?$/;

/**
 * The built console under /ui: its files, and a page for every path that is not a file, so that deep links work. Each page
 * contains the path prefix of the deployment, the version, the accent colour, and a fresh nonce for the styles that Angular
 * inserts.
 */
export function serveConsole(settings: Settings, folder: string): RequestHandler[] {
  if (!settings.uiEnabled) return [refuseConsole];
  if (!existsSync(join(folder, 'index.html'))) return [];
  const base = `${new URL(settings.publicUrl).pathname.replace(/\/$/, '')}/ui/`;
  const accents = settings.uiTheme === 'blue' ? '' : '<link rel="stylesheet" href="accents.css">';
  const read = (page: string): string =>
    readFileSync(join(folder, page), 'utf8')
      .replace('<base href="/ui/">', `<base href="${base}">`)
      .replace('</head>', `${accents}</head>`)
      .replace('<html lang="en"', `$& data-version="${VERSION}" data-accent="${settings.uiTheme}"`);
  const consolePage = read('index.html');
  const publicPages = PUBLIC_PAGES.filter(([, file]) => existsSync(join(folder, file))).map(
    ([path, file]) => ({ path, content: read(file) }),
  );
  const publicPage = (path: string): string | undefined => {
    if (!path.startsWith('/ui/')) return undefined;
    const below = path.slice('/ui/'.length).replace(/\/$/, '');
    return publicPages.find((each) => each.path.test(below))?.content;
  };
  const files = express.static(folder, { index: false, redirect: false, cacheControl: false });
  // Immutable files are not revalidated: without validators replies are smaller, which matters for the sign-in on a phone.
  const hashedFiles = express.static(folder, {
    index: false,
    redirect: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (response) => {
      DOCUMENT_HEADERS.forEach((name) => response.removeHeader(name));
      response.setHeader('Cache-Control', 'max-age=31536000, immutable');
    },
  });
  const serveFile: RequestHandler = (request, response, next) => {
    if (!request.path.startsWith('/ui/') || !isRead(request.method)) return next();
    const { url } = request;
    request.url = compressedCopy(folder, request, response) ?? url.slice('/ui'.length);
    const isHashed = HASHED.test(request.path);
    if (isHashed) response.removeHeader('Cache-Control');
    else response.setHeader('Cache-Control', 'no-cache');
    const serve = isHashed ? hashedFiles : files;
    serve(request, response, (error?: unknown) => {
      request.url = url;
      response.removeHeader('Content-Encoding');
      response.setHeader('Cache-Control', 'no-store');
      // A path without a file is not an error here: it is a page of the console, or the next handler answers it.
      next(isMissing(error) ? undefined : error);
    });
  };
  const servePage: RequestHandler = (request, response, next) => {
    if (!isRead(request.method) || (!settings.networkEnabled && CONSENT_PAGE.test(request.path)))
      return next();
    const page = publicPage(request.path) ?? (isPage(request.path) ? consolePage : undefined);
    if (page === undefined) return next();
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Security-Policy', policy(nonce));
    // By its address the proxy recognizes requests that the page leads to. Reference: sessions#cross-site-requests.
    if (/^\/ui\/login\/?$/.test(request.path)) response.setHeader('Referrer-Policy', 'same-origin');
    // A page that a console page opened, or that opened one, gets no reference to its window.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.type('html');
    response.removeHeader('Connection');
    sendCompressed(request, response, page.replaceAll('{{nonce}}', nonce));
  };
  // A link of a mail. Programs, and clients that request JSON, receive the reply of the API, which has a plain page as well.
  const openLink: RequestHandler = (request, response, next) => {
    const [, token] = /^\/tmp\/([0-9a-f-]{32,36})\/?$/.exec(request.path) ?? [];
    const rawQuery = new URL(request.url, 'http://localhost').search.slice(1);
    if (token === undefined || request.method !== 'GET' || readerOf(request, rawQuery) !== 'person')
      return next();
    response.vary('Accept');
    response.redirect(303, `${base}tmp/${token}`);
  };
  return [serveFile, servePage, openLink];
}

/** Without the console, everything below /ui is not found, by any method. */
const refuseConsole: RequestHandler = ({ path }, _response, next) =>
  next(path === '/ui' || path.startsWith('/ui/') ? problem('console_disabled') : undefined);

/**
 * Path below the folder of a compressed copy in an encoding that the client accepts. Sets the
 * headers of the response accordingly.
 */
function compressedCopy(folder: string, request: Request, response: Response): string | undefined {
  const name = /^\/ui\/([\w.-]+\.(?:js|css|svg))$/.exec(request.path)?.[1];
  if (name === undefined) return undefined;
  response.vary('Accept-Encoding');
  const encoding = new Negotiator(request).encoding([...ENCODINGS.keys()]);
  const copy = encoding && `${name}${ENCODINGS.get(encoding)}`;
  if (!encoding || !copy || !existsSync(join(folder, copy))) return undefined;
  response.setHeader('Content-Encoding', encoding);
  // Without `charset`: modules are always UTF-8, and style sheets have the encoding of their page.
  response.setHeader('Content-Type', TYPES.get(extname(name)) ?? 'application/octet-stream');
  return `/${copy}`;
}

/** A page contains no secret and nothing of the request, so that its compressed length discloses nothing. */
function sendCompressed(request: Request, response: Response, page: string): void {
  response.vary('Accept-Encoding');
  if (new Negotiator(request).encoding(['gzip', 'identity']) !== 'gzip') {
    response.send(page);
    return;
  }
  response.setHeader('Content-Encoding', 'gzip');
  response.send(gzipSync(page));
}

/** Types of the files that have compressed copies. */
const TYPES = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
]);

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether a path under /ui is not that of a file: files are all directly in the folder, and names in
 * the paths of pages may contain dots. Sign-out and the redirect after a sign-in are operations of the API.
 */
function isPage(path: string): boolean {
  if (/^\/ui\/(?:logout|continue)\/?$/.test(path)) return false;
  return path === '/ui' || (path.startsWith('/ui/') && !/^\/ui\/[^/]+\.[A-Za-z0-9]+$/.test(path));
}

function isMissing(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  return error === undefined || (typeof status === 'number' && status < 500);
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    // Only Angular creates markup or scripts from texts.
    "require-trusted-types-for 'script'",
    'trusted-types angular',
  ].join('; ');
}
