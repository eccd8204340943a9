import type { LoggedChange } from './rows';

/** Sessions that have ended together: those that meet all conditions that are given. Their rows may be left. */
export interface EndedTogether {
  readonly userId?: number | undefined;
  readonly originPrefix?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  /** The one that goes on. */
  readonly exceptId?: string | undefined;
}

/** Whether a session is one of those that have ended together. */
export function isOneOf(
  { userId, originPrefix, origins, exceptId }: EndedTogether,
  session: { readonly sessionId: string; readonly userId: number; readonly origin: string | null },
): boolean {
  return (
    session.sessionId !== exceptId &&
    (userId === undefined || session.userId === userId) &&
    (originPrefix === undefined || (session.origin?.startsWith(originPrefix) ?? false)) &&
    (origins === undefined || (session.origin !== null && origins.includes(session.origin)))
  );
}

/** Events of sessions in the change log, in the order of revisions, emitted after the snapshot has applied them. */
export interface SessionListener {
  /** A session received a token: it was started, or its cookie was reissued. */
  tokenIssued(sessionId: string, issuedAt: Date): void;
  /** A session ended or changed. */
  sessionChanged(sessionId: string): void;
  /** Sessions ended together, with their user for example. */
  sessionsEnded(ended: EndedTogether): void;
  /** Part of the log was missed: cached sessions can no longer be relied on. */
  historyLost(): void;
}

/** Notifies the listeners of what an entry of the change log means for sessions. */
export function announce(change: LoggedChange, listeners: Iterable<SessionListener>): void {
  const reported = announcementOf(change);
  if (reported) for (const listener of listeners) reported(listener);
}

function announcementOf({ entity, operation, before, after }: LoggedChange) {
  if (entity === 'session_token' && operation === 'insert') {
    const sessionId = String(after?.['session_id']);
    const issuedAt = new Date(String(after?.['issued_at']));
    return (listener: SessionListener) => listener.tokenIssued(sessionId, issuedAt);
  }
  if (entity === 'session_token' && before) {
    const sessionId = String(before['session_id']);
    return (listener: SessionListener) => listener.sessionChanged(sessionId);
  }
  // Tokens of programs stand for sessions of their own.
  if (entity === 'api_token' && operation === 'insert') {
    const [id, issuedAt] = [String(after?.['id']), new Date(String(after?.['created_at']))];
    return (listener: SessionListener) => listener.tokenIssued(id, issuedAt);
  }
  if ((entity === 'session' || entity === 'api_token') && before) {
    const sessionId = String(before['id']);
    return (listener: SessionListener) => listener.sessionChanged(sessionId);
  }
  const ended = endedTogether({ entity, operation, before, after });
  return ended && ((listener: SessionListener) => listener.sessionsEnded(ended));
}

/** The sessions that end with a user, with the node whose tokens opened them, or by a cut-off. */
function endedTogether({ entity, operation, before, after }: LoggedChange): EndedTogether | undefined {
  if (entity === 'user' && operation === 'delete') return { userId: Number(before?.['id']) };
  if (entity === 'network_node' && operation === 'delete') return { originPrefix: 'network-token:' };
  if (entity !== 'session_cutoff' || !after) return undefined;
  return {
    userId: (after['user_id'] as number | null) ?? undefined,
    originPrefix: (after['origin_prefix'] as string | null) ?? undefined,
    origins: (after['origins'] as readonly string[] | null) ?? undefined,
    exceptId: (after['except_id'] as string | null) ?? undefined,
  };
}
