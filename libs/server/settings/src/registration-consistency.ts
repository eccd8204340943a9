import { EMAIL, MAX_EMAIL_LENGTH } from '@gatehouse/names';
import { type MailValues, missingMailServer } from './mail-consistency';
import type { registration } from './registration';
import type { Settings } from './typed-settings';

/** The settings of registration; absent outside the API. */
export type RegistrationValues = Pick<Settings, keyof typeof registration>;

/** Why registration cannot be enabled. Reference: registration-and-links#settings. */
export function registrationProblems(settings: Partial<RegistrationValues & MailValues>): string[] {
  const { registrationExpire, tokenExpire } = settings;
  const problems: string[] = [];
  if (registrationExpire !== undefined && tokenExpire !== undefined && registrationExpire < tokenExpire) {
    problems.push('SVC_USER_REGISTRATION_EXPIRE must not be shorter than SVC_TOKEN_EXPIRE');
  }
  if (!settings.registrationEnabled) return problems;
  problems.push(...missingMailServer('SVC_USER_REGISTRATION_ENABLED', settings));
  if (settings.registrationApprovalEnabled) {
    problems.push(...recipientProblems('APPROVAL', settings.registrationApprovalRecipient));
  }
  if (settings.registrationNotifyEnabled) {
    problems.push(...recipientProblems('NOTIFY', settings.registrationNotifyRecipient));
  }
  return problems;
}

function recipientProblems(option: 'APPROVAL' | 'NOTIFY', recipient: string | undefined): string[] {
  const name = `SVC_USER_REGISTRATION_${option}_EMAIL_RECIPIENT`;
  if (recipient === undefined) {
    return [`${name} is missing: SVC_USER_REGISTRATION_${option}_ENABLED needs a recipient`];
  }
  return recipient.length <= MAX_EMAIL_LENGTH && EMAIL.test(recipient)
    ? []
    : [`${name} must be an email address`];
}
