import { DNS_LABEL } from './dns-label';
import { pattern } from './pattern';

/** Maximum length of an email address, in UTF-16 code units. */
export const MAX_EMAIL_LENGTH = 100;

/** Email addresses as HTML forms accept them; a domain without a dot is valid. */
export const EMAIL = pattern(
  'EMAIL',
  new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${DNS_LABEL}(?:\\.${DNS_LABEL})*$`),
);
