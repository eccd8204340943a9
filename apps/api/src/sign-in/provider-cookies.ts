import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { deriveKeys, sealText, unsealText } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import type { AttemptState } from '@gatehouse/sign-in';
import { type OwnCookieNames, ownCookieNames } from '@gatehouse/wire';

/** A sign-in with a provider that is in progress in a browser. */
export interface SignInProgress {
  readonly state: AttemptState;
  /** The page to continue on. */
  readonly homepage: string;
  /** The session that adds the identity to its account; absent for a sign-in. */
  readonly linkTo?: string;
}

/** Seconds within which a user must sign in at the provider. */
const LIFETIME_SECONDS = 600;

/**
 * What a browser keeps while its user is at a provider, in cookies for the return address only. The sign-in in
 * progress is encrypted for its provider: a page of the browser can neither read nor invent one.
 */
@Injectable()
export class ProviderCookies {
  private readonly key: Buffer;
  private readonly names: OwnCookieNames;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.key = deriveKeys(settings.secret).providerSignIns;
    this.names = ownCookieNames(settings);
  }

  /** `Set-Cookie` for a sign-in in progress. */
  progress(provider: string, progress: SignInProgress): string {
    const text = JSON.stringify({ ...progress, until: Date.now() + LIFETIME_SECONDS * 1000 });
    const value = sealText(this.key, useOf(provider), text).toString('base64url');
    return this.serialize(this.names.provider, value, this.pathOf(provider), LIFETIME_SECONDS);
  }

  /** The sign-in in progress of a `Cookie` header; undefined if there is none for this provider, or it took too long. */
  progressIn(provider: string, header: string | undefined): SignInProgress | undefined {
    for (const value of valuesOf(header, this.names.provider)) {
      const text = unsealText(this.key, useOf(provider), Buffer.from(value, 'base64url'));
      if (text === undefined) continue;
      const { until, ...progress } = JSON.parse(text) as SignInProgress & { until: number };
      if (until > Date.now()) return progress;
    }
    return undefined;
  }

  /** `Set-Cookie` values that end a sign-in in progress. */
  ended(provider: string): string[] {
    const path = this.pathOf(provider);
    return [
      this.serialize(this.names.provider, '', path, 0),
      this.serialize(this.names.homepage, '', path, 0),
    ];
  }

  /** `Set-Cookie` for the page to continue on, until the sign-in begins. */
  homepage(provider: string, url: string): string {
    return this.serialize(
      this.names.homepage,
      encodeURIComponent(url),
      this.pathOf(provider),
      LIFETIME_SECONDS,
    );
  }

  homepageIn(header: string | undefined): string | undefined {
    const [value] = valuesOf(header, this.names.homepage);
    try {
      return value === undefined || value === '' ? undefined : decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }

  /** The path as browsers see it, with the prefix of the deployment. */
  private pathOf(provider: string): string {
    return `${new URL(this.settings.publicUrl).pathname.replace(/\/$/, '')}/providers/${provider}/signin`;
  }

  /** `Lax`: the return is a navigation from the provider's site. */
  private serialize(name: string, value: string, path: string, maxAge: number): string {
    const parts = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAge}`];
    if (this.settings.cookieSecure) parts.push('Secure');
    return parts.join('; ');
  }
}

function useOf(provider: string): string {
  return `sign-in with ${provider}`;
}

function valuesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}
