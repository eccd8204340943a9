import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** Why a sign-in failed, as far as the form may tell; the console has a text for each. */
export type SignInError = 'refused' | 'limited' | 'busy' | 'failed';

/** What a browser's address bar shows of a failed sign-in: codes and numbers, never a text of the request. */
export interface FailedSignIn {
  readonly error: SignInError;
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number;
  /** Where the person came from. */
  readonly return?: string;
}

/**
 * Where browsers are sent in the course of a sign-in. Addresses are paths that begin with the prefix of `SVC_URL`: the
 * browser stays on the host that it has the cookie for, under whatever name it reaches it.
 */
@Injectable()
export class ConsoleAddresses {
  /** Path of `SVC_URL`, with a slash at the end. */
  private readonly root: string;
  private readonly origin: string;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'publicUrl' | 'uiEnabled'>) {
    const { pathname, origin } = new URL(settings.publicUrl);
    this.root = pathname.endsWith('/') ? pathname : `${pathname}/`;
    this.origin = origin;
  }

  /** Throws 404 where there is no console. */
  requireConsole(): void {
    if (!this.settings.uiEnabled) throw problem('console_disabled');
  }

  /** The first page of the console. */
  get home(): string {
    return `${this.root}ui/`;
  }

  /** The form again, with what it has to say. */
  form({ error, retryAfter, return: wanted }: FailedSignIn): string {
    const query = new URLSearchParams({ error });
    if (retryAfter !== undefined && Number.isFinite(retryAfter)) query.set('retry_after', String(retryAfter));
    if (wanted !== undefined && this.page(wanted) !== undefined) query.set('return', wanted);
    return `${this.home}login?${query}`;
  }

  /**
   * Where to go on after a sign-in: what the header `Homepage-Route` names, below `SVC_URL`; else the page that the
   * form was opened for; else the console. What leads to another host, or is no page, counts as absent.
   */
  afterSignIn(homepage: string | undefined, wanted: string | undefined): string {
    const below = homepage === undefined ? undefined : this.own(homepage.replace(/^\/+/, ''), this.root);
    return below ?? (wanted === undefined ? undefined : this.page(wanted)) ?? this.home;
  }

  /** A page of the console, or one that is not of this service, on the same origin: what a person can come from. */
  private page(wanted: string): string | undefined {
    const path = wanted.startsWith('/') ? this.own(wanted, '/') : undefined;
    if (path === undefined) return undefined;
    const pathname = decoded(new URL(path, this.origin).pathname);
    if (pathname === undefined) return undefined;
    if (/^ui\/log(?:in|out)\/?$/.test(pathname.slice(this.root.length))) return undefined;
    const isOurs = pathname.startsWith(this.root);
    return !isOurs || pathname.startsWith(this.home) || `${pathname}/` === this.home ? path : undefined;
  }

  /** Path, query and fragment of an address that is resolved below `base`; undefined where it leaves our origin. */
  private own(address: string, base: string): string | undefined {
    // Parsers drop some of these and take a backslash for a slash; browsers and front ends need not agree on which.
    if (/[\\\p{Cc}]/u.test(address) || !URL.canParse(address, this.origin + base)) return undefined;
    const url = new URL(address, this.origin + base);
    const isOwn = url.origin === this.origin && url.username === '' && url.password === '';
    // `/.//host` begins with two slashes only once it has been resolved, and would name a host then.
    return isOwn && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined;
  }
}

/** As front ends and routes take a path: an escape must not make an operation of the API look like a page. */
function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname).replace(/^\/+/, '/');
  } catch {
    return undefined;
  }
}
