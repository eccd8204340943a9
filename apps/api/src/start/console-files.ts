import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import Negotiator from 'negotiator';
import type { Settings } from '@gatehouse/settings';

/** In order of preference, with the file extension of the compressed copy that the build puts next to a file. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** A name that contains a hash of the content always has the same content. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)(?:\.br|\.gz)?$/;

/**
 * The built console under /ui: its files, and a page for every path that is not a file, so that deep links work. Sign-in
 * is a separate page that loads without the rest of the console. Each page contains the path prefix of the deployment and
 * a fresh nonce for the styles that Angular inserts.
 */
export function serveConsole(settings: Settings, folder: string): RequestHandler[] {
  if (!settings.uiEnabled || !existsSync(join(folder, 'index.html'))) return [];
  const base = `${new URL(settings.publicUrl).pathname.replace(/\/$/, '')}/ui/`;
  const [consolePage, signInPage] = ['index.html', 'login.html'].map((page) =>
    readFileSync(join(folder, page), 'utf8').replace('<base href="/ui/">', `<base href="${base}">`),
  ) as [string, string];
  const files = express.static(folder, {
    index: false,
    redirect: false,
    etag: true,
    setHeaders: (response, path) =>
      response.setHeader(
        'Cache-Control',
        HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  const serveFile: RequestHandler = (request, response, next) => {
    if (!request.path.startsWith('/ui/') || !isRead(request.method)) return next();
    const { url } = request;
    request.url = compressedCopy(folder, request, response) ?? url.slice('/ui'.length);
    response.removeHeader('Cache-Control');
    files(request, response, (error?: unknown) => {
      request.url = url;
      response.removeHeader('Content-Encoding');
      response.setHeader('Cache-Control', 'no-store');
      // A path without a file is not an error here: it is a page of the console, or the next handler answers it.
      next(isMissing(error) ? undefined : error);
    });
  };
  const servePage: RequestHandler = (request, response, next) => {
    if (!isRead(request.method) || !isPage(request.path)) return next();
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Security-Policy', policy(nonce));
    response.type('html');
    const page = /^\/ui\/login\/?$/.test(request.path) ? signInPage : consolePage;
    response.send(page.replaceAll('{{nonce}}', nonce));
  };
  return [serveFile, servePage];
}

/** Path below the folder of a compressed copy in an encoding that the client accepts. Sets the headers of the response accordingly. */
function compressedCopy(folder: string, request: Request, response: Response): string | undefined {
  const name = /^\/ui\/([\w.-]+\.(?:js|css|svg))$/.exec(request.path)?.[1];
  if (name === undefined) return undefined;
  response.vary('Accept-Encoding');
  const encoding = new Negotiator(request).encoding([...ENCODINGS.keys()]);
  const copy = encoding && `${name}${ENCODINGS.get(encoding)}`;
  if (!encoding || !copy || !existsSync(join(folder, copy))) return undefined;
  response.setHeader('Content-Encoding', encoding);
  response.type(extname(name));
  return `/${copy}`;
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Whether a path under /ui has no file extension in its last segment. Sign-out is an operation of the API. */
function isPage(path: string): boolean {
  if (/^\/ui\/logout\/?$/.test(path)) return false;
  return path === '/ui' || (path.startsWith('/ui/') && !/\.[A-Za-z0-9]+$/.test(path));
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
  ].join('; ');
}
