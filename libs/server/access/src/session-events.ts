import type { LoggedChange } from './rows';

/** Events of sessions in the change log, in the order of revisions, emitted after the snapshot has applied them. */
export interface SessionListener {
  /** A session received a token: it was started, or its cookie was reissued. */
  tokenIssued(sessionId: string, issuedAt: Date): void;
  /** A session ended, on its own or with its user, or changed. */
  sessionChanged(sessionId: string): void;
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
  if (entity === 'session' && before) {
    const sessionId = String(before['id']);
    return (listener: SessionListener) => listener.sessionChanged(sessionId);
  }
  return undefined;
}
