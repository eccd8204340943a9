export { MAIL_LOCALES, type Mail } from './mail';
export { MailQueue, type QueuedMail, isAddress } from './mail-queue';
export { recipient } from './recipient';
export { MailRenderer, type RenderedMail } from './mail-renderer';
export { createMailRenderer } from './mail-templates';
