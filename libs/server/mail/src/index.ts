export {
  MAIL_LOCALES,
  type Mail,
  type MailContents,
  type MailLocale,
  type MailOf,
  type MailTemplate,
} from './mail';
export { type MailOutbox, MailQueue, type QueuedMail, isAddress } from './mail-queue';
export { MailRenderer, type RenderedMail } from './mail-renderer';
export { createMailRenderer } from './mail-templates';
