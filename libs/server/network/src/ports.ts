import type { SessionStore } from '@gatehouse/identity';

/** Ends sessions. */
export type SessionEnds = Pick<SessionStore, 'endByOrigin' | 'endAllOfOrigins'>;
/** Starts sessions. */
export type SessionStarts = Pick<SessionStore, 'start'>;
