import { type Catalogue, waitingTime } from '../language/language';

const en = {
  title: 'Create an account',
  userName: 'User name',
  userNameHint: 'Lower-case letters and digits, joined by - _ or a dot.',
  userNameMissing: 'Choose a user name.',
  userNameInvalid: 'Use lower-case letters and digits, joined by - _ or a dot.',
  userNameTaken: 'This user name is not available. Choose another one.',
  email: 'Email',
  emailHint: 'We send a link to this address to confirm it.',
  emailMissing: 'Enter your email address.',
  emailInvalid: 'Enter a complete address, such as name@example.org.',
  password: 'Password',
  passwordMissing: 'Choose a password.',
  passwordRefused: 'Choose a password that meets all of the rules.',
  passwordCommon: 'This password is common and easy to guess. Choose another one.',
  showPassword: 'Show password',
  submit: 'Create account',
  signIn: 'Sign in',
  haveAccount: 'Already have an account?',
  sentTitle: 'Check your email',
  disabledTitle: 'Registration is closed',
  disabled: 'This service does not accept registrations. Ask its administrator for an account.',
  limited: 'Too many registrations from your network. Try again later.',
  limitedFor: (seconds: number) =>
    `Too many registrations from your network. Try again in ${waitingTime('en', seconds)}.`,
};

const fr: typeof en = {
  title: 'Créer un compte',
  userName: 'Nom d’utilisateur',
  userNameHint: 'Lettres minuscules et chiffres, reliés par - _ ou un point.',
  userNameMissing: 'Choisissez un nom d’utilisateur.',
  userNameInvalid: 'Utilisez des lettres minuscules et des chiffres, reliés par - _ ou un point.',
  userNameTaken: 'Ce nom d’utilisateur n’est pas disponible. Choisissez-en un autre.',
  email: 'Courriel',
  emailHint: 'Nous envoyons un lien à cette adresse pour la confirmer.',
  emailMissing: 'Saisissez votre adresse de courriel.',
  emailInvalid: 'Saisissez une adresse complète, par exemple nom@exemple.org.',
  password: 'Mot de passe',
  passwordMissing: 'Choisissez un mot de passe.',
  passwordRefused: 'Choisissez un mot de passe qui respecte toutes les règles.',
  passwordCommon: 'Ce mot de passe est courant et facile à deviner. Choisissez-en un autre.',
  showPassword: 'Afficher le mot de passe',
  submit: 'Créer le compte',
  signIn: 'Se connecter',
  haveAccount: 'Vous avez déjà un compte ?',
  sentTitle: 'Consultez vos courriels',
  disabledTitle: 'Inscriptions fermées',
  disabled: 'Ce service n’accepte pas d’inscriptions. Demandez un compte à son administrateur.',
  limited: 'Trop d’inscriptions depuis votre réseau. Réessayez plus tard.',
  limitedFor: (seconds) =>
    `Trop d’inscriptions depuis votre réseau. Réessayez dans ${waitingTime('fr', seconds)}.`,
};

export const registerMessages: Catalogue<typeof en> = { en, fr };
