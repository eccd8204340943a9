import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** The page to continue on after a sign-in with a provider: a path below `SVC_URL`, or a URL of its host. */
@Injectable()
export class Homepage {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'publicUrl' | 'uiEnabled'>) {}

  /** The first page of the console. */
  get default(): string {
    return `${this.settings.publicUrl}/${this.settings.uiEnabled ? 'ui/' : ''}`;
  }

  /** The absolute URL of a route. Throws `homepage_not_allowed` if it is of another host. */
  of(route: string): string {
    const url = this.ownUrl(route);
    if (url === undefined) throw problem('homepage_not_allowed');
    return url;
  }

  /** The same; undefined for a route of another host, for values that a caller has not sent for this request. */
  ownUrl(route: string): string | undefined {
    // Parsers drop some of these characters and treat a backslash as a slash; browsers and front ends may differ in which.
    if (/[\\\p{Cc}]/u.test(route)) return undefined;
    const base = new URL(this.settings.publicUrl);
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(route) || route.startsWith('//');
    const text = isAbsolute ? route : `${this.settings.publicUrl}/${route.replace(/^\//, '')}`;
    if (!URL.canParse(text, base.href)) return undefined;
    const { origin, username, password, pathname, href } = new URL(text, base);
    const isOwn = origin === base.origin && username === '' && password === '';
    return isOwn && !pathname.startsWith('//') ? href : undefined;
  }
}
