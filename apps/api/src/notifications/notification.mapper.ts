import type { NotificationDto, NotificationSummaryDto } from '@gatehouse/dto';
import type { JournalEntry } from '@gatehouse/outbox';

export function toNotificationSummary(entry: JournalEntry): NotificationSummaryDto {
  return {
    notification_id: entry.id,
    sequence: entry.sequence,
    kind: entry.kind,
    state: entry.state,
    user_name: entry.userName,
    attempts: entry.attempts,
    last_error: entry.lastError === null ? null : withoutTokens(entry.lastError),
    created: entry.createdAt.toISOString(),
    attempted: entry.attemptedAt?.toISOString() ?? null,
    next_attempt: entry.dueAt?.toISOString() ?? null,
    finished: entry.finishedAt?.toISOString() ?? null,
  };
}

export function toNotification(entry: JournalEntry): NotificationDto {
  return {
    ...toNotificationSummary(entry),
    key: entry.key,
    payload: redact(entry.payload) as Record<string, unknown>,
  };
}

const HIDDEN = '***';
/** Names of members whose text is hidden. Senders store no secrets; this is the second barrier. */
const SECRET_NAME =
  /token|passw(?:or)?d|passphrase|secret|api[_-]?key|signature|credential|authorization|cookie/i;

function redact(value: unknown): unknown {
  if (typeof value === 'string') return withoutTokens(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && SECRET_NAME.test(name) ? HIDDEN : redact(member),
    ]),
  );
}

/** A text without the tokens of one-time links, and without the values of query parameters of secret names. */
function withoutTokens(text: string): string {
  return text
    .replace(/(\/tmp\/)[^\s"'<>?#]+/gi, `$1${HIDDEN}`)
    .replace(
      /([?&;][\w.-]*(?:token|password|secret|signature|api[_-]?key|credential)[\w.-]*=)[^\s&;#"'<>]+/gi,
      `$1${HIDDEN}`,
    );
}
