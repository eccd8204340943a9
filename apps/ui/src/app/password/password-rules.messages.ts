import type { Catalogue } from '../language/language';

const en = {
  title: 'Rules for the password',
  length: (minimum: number) => `At least ${minimum} characters`,
  names: 'Not based on your name, your address or the name of this service',
  common: 'Common passwords are refused.',
  met: '(met)',
  allMet: 'The password meets the rules.',
};

export const passwordRulesMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: 'Règles du mot de passe',
    length: (minimum) => `Au moins ${minimum} caractères`,
    names: 'Sans lien avec votre nom, votre adresse ou le nom de ce service',
    common: 'Les mots de passe courants sont refusés.',
    met: '(respectée)',
    allMet: 'Le mot de passe respecte les règles.',
  },
};
