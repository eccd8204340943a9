import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';
import type { Settings } from '@gatehouse/settings';

const YEAR_MS = 31_536_000_000;

/**
 * The built console under /ui: its files, and its page for every path that names no file, so that deep links work.
 * The page is told the prefix of the deployment and a fresh nonce for the styles that Angular writes into it.
 */
export function serveConsole(settings: Settings, folder: string): RequestHandler[] {
  const index = join(folder, 'index.html');
  if (!settings.uiEnabled || !existsSync(index)) return [];
  const page = readFileSync(index, 'utf8');
  const base = `${new URL(settings.publicUrl).pathname.replace(/\/$/, '')}/ui/`;
  const files = express.static(folder, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: YEAR_MS,
    etag: true,
  });
  const serveFile: RequestHandler = (request, response, next) => {
    if (!request.path.startsWith('/ui/') || !isRead(request.method)) return next();
    const { url } = request;
    request.url = url.slice('/ui'.length);
    response.removeHeader('Cache-Control');
    files(request, response, (error?: unknown) => {
      request.url = url;
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
    response.send(page.replace('<base href="/ui/">', `<base href="${base}">`).replaceAll('{{nonce}}', nonce));
  };
  return [serveFile, servePage];
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** A path under /ui without a file's extension in its last segment. */
function isPage(path: string): boolean {
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
