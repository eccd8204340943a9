import type { Entries } from '../entry';

/** The network of instances. */
export const network = {
  network_disabled: {
    status: 501,
    detail: { en: 'Network mode is disabled.', fr: 'Le mode réseau est désactivé.' },
    meaning: 'The operation requires network mode.',
    remedy: 'Enable network mode in the configuration.',
  },
} as const satisfies Entries;
