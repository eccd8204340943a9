import { EMAIL, MAX_EMAIL_LENGTH } from '@gatehouse/names';
import type { Settings } from './typed-settings';

/** The settings of mail that are checked together; outside the API all but the host are absent. */
export type MailValues = Pick<Settings, 'smtpHost' | 'smtpFrom' | 'smtpUser' | 'smtpLogin' | 'smtpPassword'>;

const isAddress = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Contradictions between the settings of the mail server and the sender. Reference: mail#settings. */
export function mailProblems(settings: Partial<MailValues>): string[] {
  const { smtpHost, smtpFrom, smtpUser, smtpLogin, smtpPassword } = settings;
  const problems: string[] = [];
  if (smtpFrom !== undefined && !isAddress(smtpFrom)) {
    problems.push('SVC_SMTP_FROM must be only an email address, such as gatehouse@example.org');
  }
  if (smtpUser !== undefined && CONTROL.test(smtpUser))
    problems.push('SVC_SMTP_USER must not have control or format characters');
  if (smtpHost === undefined) return problems;
  if (!/^[\w.:-]+$/.test(smtpHost)) problems.push('SVC_SMTP_HOST must be a host name or address only');
  // Only the API reads the sender.
  if (smtpUser !== undefined && smtpFrom === undefined && !isAddress(smtpUser)) {
    problems.push('SVC_SMTP_FROM is missing: with SVC_SMTP_HOST, the sender needs an email address');
  }
  if (smtpLogin !== undefined && smtpPassword === undefined) {
    problems.push('SVC_SMTP_PASSWORD is missing: SVC_SMTP_LOGIN has no effect without it');
  }
  return problems;
}

/**
 * Why a function that sends mail cannot be enabled, for a check of settings: no mail server.
 *
 * @param setting the name of the setting that enables the function
 */
export function missingMailServer(setting: string, settings: Partial<MailValues>): string[] {
  return settings.smtpHost === undefined ? [`SVC_SMTP_HOST is missing: ${setting} needs a mail server`] : [];
}
