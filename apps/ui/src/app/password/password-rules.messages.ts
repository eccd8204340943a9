import type { Catalogue } from '../language/language';

const en = {
  title: 'Rules for the password',
  length: (minimum: number) => `At least ${minimum} characters`,
  names: 'Not made of your name or address, or of the name of this service',
  common: 'Passwords that many people use are refused.',
  met: '(met)',
  allMet: 'The password meets the rules.',
};

export const passwordRulesMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: 'Règles du mot de passe',
    length: (minimum) => `Au moins ${minimum} caractères`,
    names: 'Pas formé de votre nom ou adresse, ni du nom de ce service',
    common: 'Les mots de passe que beaucoup de gens utilisent sont refusés.',
    met: '(respectée)',
    allMet: 'Le mot de passe respecte les règles.',
  },
};
