import type { ProtectedService } from '@gatehouse/directory';
import type { DesiredService } from '../validate/desired-state';

type Options = ProtectedService['proxy'];

const HOOKS_REQUIRED = 'hooks_required';

/**
 * The options of the proxy that an entry leads to: those that it states, or else the stored ones, with `hooks_required` where it
 * has hooks that are not executed, and without it where these are ignored on purpose.
 */
export function proxyOptionsOf({ proxy, needsHooks }: DesiredService, stored: Options): Options {
  const options = proxy === undefined ? stored : proxy;
  if (needsHooks === undefined) return options;
  if (needsHooks) return { ...options, [HOOKS_REQUIRED]: true };
  const others = Object.entries(options ?? {}).filter(([name]) => name !== HOOKS_REQUIRED);
  return others.length === 0 ? null : Object.fromEntries(others);
}
