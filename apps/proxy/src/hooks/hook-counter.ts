import { Counter } from 'prom-client';

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
