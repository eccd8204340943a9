import { type Problem, problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

export type SignInLimits = Pick<Settings, 'signInAccountFailures' | 'signInAddressFailures' | 'signInWindow'>;

/**
 * The error of an attempt to sign in after too many failures; `seconds`: until the next one is accepted. It names both limits,
 * not the one that was exceeded: that would reveal whether the account exists.
 */
export function tooManySignIns(limits: SignInLimits, seconds: number): Problem {
  const { signInAccountFailures, signInAddressFailures, signInWindow } = limits;
  return problem(
    'sign_in_rate_limited',
    { accountFailures: signInAccountFailures, addressFailures: signInAddressFailures, seconds: signInWindow },
    retryAfter(seconds),
  );
}
