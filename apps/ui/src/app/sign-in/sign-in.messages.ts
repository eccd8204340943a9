import { type Catalogue, waitingTime } from '../language/language';

const en = {
  title: 'Sign in',
  userName: 'User name or email',
  userNameMissing: 'Enter your user name or email.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  showPassword: 'Show password',
  submit: 'Sign in',
  refused: 'That user name or email and password do not match. Check both and try again.',
  limited: 'Too many failed attempts. Wait a while before you try again.',
  limitedFor: (seconds: number) => `Too many failed attempts. Try again in ${waitingTime('en', seconds)}.`,
  busy: 'Too many users are signing in. Try again in a moment.',
  failed: 'Sign-in failed. Try again.',
  cookieDropped:
    'This page is not encrypted (http). Your browser will drop the session cookie, which is for https only: you would stay signed out. Use the address that begins with https.',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  goOn: 'Continue',
  forgotten: 'Forgot your password?',
  register: 'Create an account',
  or: 'or',
  withProvider: (name: string) => `Continue with ${name}`,
  nameAtProvider: (name: string) => `Enter your name at ${name} first.`,
};

const fr: typeof en = {
  title: 'Connexion',
  userName: 'Nom d’utilisateur ou courriel',
  userNameMissing: 'Saisissez votre nom d’utilisateur ou votre courriel.',
  password: 'Mot de passe',
  passwordMissing: 'Saisissez votre mot de passe.',
  showPassword: 'Afficher le mot de passe',
  submit: 'Se connecter',
  refused: 'Ce nom ou courriel et ce mot de passe ne correspondent pas. Vérifiez les deux et réessayez.',
  limited: 'Trop de tentatives infructueuses. Attendez un peu avant de réessayer.',
  limitedFor: (seconds) => `Trop de tentatives infructueuses. Réessayez dans ${waitingTime('fr', seconds)}.`,
  busy: 'Trop d’utilisateurs se connectent. Réessayez dans un instant.',
  failed: 'La connexion n’a pas fonctionné. Réessayez.',
  cookieDropped:
    'Cette page n’est pas chiffrée (http). Votre navigateur rejettera le cookie de session, réservé à https : vous resteriez déconnecté. Utilisez l’adresse qui commence par https.',
  signedInAs: (name) => `Vous êtes connecté avec le compte ${name}.`,
  goOn: 'Continuer',
  forgotten: 'Mot de passe oublié ?',
  register: 'Créer un compte',
  or: 'ou',
  withProvider: (name) => `Continuer avec ${name}`,
  nameAtProvider: (name) => `Saisissez d’abord votre nom chez ${name}.`,
};

export const signInMessages: Catalogue<typeof en> = { en, fr };
