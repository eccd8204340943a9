import { inject, Injectable, signal } from '@angular/core';
import type { SignInDto } from '@gatehouse/dto';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';
import { Session } from '@gatehouse/ui-data/session';
import { isProviderProblem, type ProviderProblem } from './provider.messages';

/** Why signing in failed, distinguished only as far as the user may know and can act on. */
export type SignInFailure =
  /** Wrong credentials; which of them is not disclosed. */
  | { readonly kind: 'refused' }
  /** Too many failures; `seconds` until the next attempt, if the API states them. */
  | { readonly kind: 'limited'; readonly seconds: number | undefined }
  /** Too many concurrent sign-ins. */
  | { readonly kind: 'busy' }
  /** Any other failure of a sign-in that was sent without this page. */
  | { readonly kind: 'failed' }
  /** A sign-in with an identity provider. */
  | { readonly kind: 'provider'; readonly code: ProviderProblem }
  /** Not caused by the user. */
  | { readonly kind: 'problem'; readonly problem: Problem };

/** The sign-in: whether a request is in progress, and why the last one failed. */
@Injectable()
export class SignInStore {
  private readonly session = inject(Session);

  readonly failure = signal<SignInFailure | undefined>(undefined);
  readonly busy = signal(false);

  /** Signs in; true if it succeeded. One request at a time. */
  async signIn(credentials: SignInDto): Promise<boolean> {
    if (this.busy()) return false;
    this.failure.set(undefined);
    this.busy.set(true);
    try {
      await this.session.signIn(credentials);
      return true;
    } catch (thrown) {
      this.failure.set(failureOf(asProblem(thrown)));
      return false;
    } finally {
      this.busy.set(false);
    }
  }
}

function failureOf(problem: Problem): SignInFailure {
  if (problem.status === 429) return { kind: 'limited', seconds: problem.retryAfter };
  // A malformed name (422), a name without sign-in (403) and a wrong password (401) look the same to the user.
  if ([400, 401, 403, 422].includes(problem.status)) return { kind: 'refused' };
  return { kind: 'problem', problem };
}

const CODES: Readonly<Record<string, (retryAfter: string | null) => SignInFailure>> = {
  refused: () => ({ kind: 'refused' }),
  limited: (retryAfter) => ({
    kind: 'limited',
    seconds: retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  }),
  busy: () => ({ kind: 'busy' }),
  failed: () => ({ kind: 'failed' }),
};

/**
 * Why a sign-in that was sent without this page (`POST /ui/login`, or with an identity provider) failed, from the address
 * to which it redirected. Any site can create such an address, so it only selects one of the console's texts; other codes
 * are ignored.
 */
export function failureInAddress(code: string | null, retryAfter: string | null): SignInFailure | undefined {
  if (isProviderProblem(code)) return { kind: 'provider', code };
  return code !== null && Object.hasOwn(CODES, code) ? CODES[code]?.(retryAfter) : undefined;
}
