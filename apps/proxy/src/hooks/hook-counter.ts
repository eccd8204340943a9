import { Counter } from 'prom-client';

/** What has become of a hook: carried out, passed over, or the reason of a refusal. */
export type HookOutcome = 'applied' | 'passed' | 'refused';

export type HookCounter = Counter<'on' | 'outcome'>;

/** Counts hooks that fitted a request; belongs to no registry until it is put into one. */
export function hookCounter(): HookCounter {
  return new Counter({
    name: 'gatehouse_proxy_hooks_total',
    help: 'Hooks that fitted a request or reply, by what has become of them: applied, passed over or refused.',
    labelNames: ['on', 'outcome'],
    registers: [],
  });
}
