import type { Catalogue } from '../language/language';

const en = {
  password: 'New password',
  passwordMissing: 'Choose a password.',
  passwordRefused: 'Choose a password that meets all of the rules.',
  showPassword: 'Show password',
};

export const newPasswordMessages: Catalogue<typeof en> = {
  en,
  fr: {
    password: 'Nouveau mot de passe',
    passwordMissing: 'Choisissez un mot de passe.',
    passwordRefused: 'Choisissez un mot de passe qui respecte toutes les règles.',
    showPassword: 'Afficher le mot de passe',
  },
};
