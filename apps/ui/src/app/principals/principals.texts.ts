import { consoleTexts } from '../language/console-texts';

export const principalsTexts = consoleTexts('principals', {
  en: { everyone: 'Everyone' },
  fr: { everyone: 'Tout le monde' },
});
