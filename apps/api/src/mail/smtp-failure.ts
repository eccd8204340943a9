import { PermanentFailure, ReceiverFailure } from '@gatehouse/outbox';

/** What the SMTP client states about a failure. */
interface SmtpError {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/** The commands whose rejection is about this mail: its recipient and its content. Others concern the server or the settings. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * A failed attempt as the outbox records it: a {@link PermanentFailure} if the server rejects the recipient or the content for
 * good; anything else is repeated, because the server or the settings may change. The message has neither the address of the
 * recipient nor a link; the error of the client has both, and is not kept. Reference: mail#delivery.
 */
export function failureOf(error: unknown): Error {
  const { code, originalCode, command, responseCode, response, message } = (error ?? {}) as SmtpError;
  if (typeof responseCode === 'number') {
    const text = `the mail server replied to ${textOf(command, 'the client')}: ${redacted(textOf(response, ''))}`;
    const isPermanent = responseCode >= 500 && responseCode !== 503 && ABOUT_THE_MAIL.has(String(command));
    return isPermanent ? new PermanentFailure(text) : new ReceiverFailure(text);
  }
  const reason = [code, originalCode].filter((part) => typeof part === 'string').join(', ');
  return new ReceiverFailure(
    `the mail was not sent (${reason || 'error'}): ${redacted(textOf(message, ''))}`,
  );
}

/** Whether a server has rejected STARTTLS, or even EHLO, as a command that it does not know. */
export function offersNoTls(error: unknown): boolean {
  const { command, responseCode } = (error ?? {}) as SmtpError;
  return (
    (command === 'STARTTLS' || command === 'EHLO') && typeof responseCode === 'number' && responseCode >= 500
  );
}

const MAX_LENGTH = 300;

/** A text of a server or client without addresses, URLs, tokens and control characters. */
function redacted(text: string): string {
  return text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<url>')
    .replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g, '<address>')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
