import { Counter } from 'prom-client';

/** The outcome of a hook: applied, skipped after a failure (`passed`), or the reason of a refusal. */
export type HookOutcome = 'applied' | 'passed' | 'refused';

export type HookCounter = Counter<'on' | 'outcome'>;

/** Counts hooks that matched a request; it must be added to a registry. */
export function hookCounter(): HookCounter {
  return new Counter({
    name: 'gatehouse_proxy_hooks_total',
    help: 'Hooks that matched a request or reply, by outcome: applied, passed (skipped after a failure) or refused.',
    labelNames: ['on', 'outcome'],
    registers: [],
  });
}
