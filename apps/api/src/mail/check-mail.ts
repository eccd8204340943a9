import { createMailRenderer, mailTransports } from '@gatehouse/mail';
import type { Settings } from '@gatehouse/settings';

/** Checks at start what the settings of mail name: templates and certificates. Throws `InvalidSettings`. */
export function checkMail(settings: Settings): void {
  createMailRenderer(settings);
  mailTransports(settings);
}
