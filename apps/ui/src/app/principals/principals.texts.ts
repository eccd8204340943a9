import { consoleTexts } from '../language/console-texts';

export const principalsTexts = consoleTexts({
  en: { everyone: 'Everyone' },
  fr: { everyone: 'Tout le monde' },
});
