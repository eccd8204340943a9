import type { Request, Response } from 'express';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { normalPath } from '@gatehouse/wire';
import { scopeOf } from './request-scope';

/** Segments that browsers resolve, and what they read as a slash: they would lead away from the console. */
const LEADS_AWAY = /\\|\/\.{1,2}(?:\/|$)/;
const MOVED = '308 Permanent Redirect\n';

/**
 * Pages of the console have one spelling, the normal form of their path: the proxy recognizes the sign-in page by it.
 * Other spellings are redirected, or not found by methods other than GET and HEAD. Reference: http#own-addresses.
 */
export class OwnAddresses {
  /** The path of `SVC_URL`, without a slash at the end. */
  private readonly prefix: string;

  constructor({ publicUrl }: Pick<Settings, 'publicUrl'>) {
    this.prefix = new URL(publicUrl).pathname.replace(/\/$/, '');
  }

  /** Redirects another spelling and returns true. Throws `route_not_found` or `invalid_path_encoding`. */
  redirect(request: Request, response: Response): boolean {
    const { rawPath, rawQuery, segments } = scopeOf(request);
    const path = normalPath(rawPath);
    if (path === rawPath || !(path === '/ui' || path.startsWith('/ui/'))) return false;
    if (!segments) throw problem('invalid_path_encoding');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || LEADS_AWAY.test(path)) throw problem('route_not_found');
    response.statusCode = 308;
    response.setHeader('Location', this.prefix + path + (rawQuery === '' ? '' : `?${rawQuery}`));
    response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
    response.setHeader('Content-Length', Buffer.byteLength(MOVED));
    response.end(MOVED);
    return true;
  }
}
