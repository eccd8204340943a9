export { MAIL_LOCALES, type Mail } from './mail';
export { MailQueue, type QueuedMail, isAddress } from './mail-queue';
export { recipient } from './recipient';
export { MailRenderer, type RenderedMail } from './mail-renderer';
export { createMailRenderer } from './mail-templates';
export {
  CLEAR_TEXT,
  type MailTransport,
  SECURE,
  type SmtpSettings,
  allowsClearText,
  mailTransports,
} from './mail-transports';
export { messageOf } from './mail-message';
export { MAIL_TEMPLATES } from './catalogue';
export { sampleMails } from './sample-mails';
