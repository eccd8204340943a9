import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import Negotiator from 'negotiator';
import type { Settings } from '@gatehouse/settings';

/** In the order of preference, with the ending of the compressed copy that the build lays beside a file. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** Names that carry a hash of the content never mean another content. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)(?:\.br|\.gz)?$/;

/**
 * The built console under /ui: its files, and a page for every path that names no file, so that deep links work. Signing
 * in has a page of its own, which loads without the rest of the console. A page is told the prefix of the deployment and
 * a fresh nonce for the styles that Angular writes into it.
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
      // A path that the file system does not know is not an error here: it is a page of the console, or nothing.
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

/** The path, below the folder, of the compressed copy that the caller understands; the response is told what it is. */
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

/** A path under /ui without a file's extension in its last segment; signing out is an operation of the API. */
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
