import type { Catalogue } from '../language/language';

const en = {
  title: 'Reset your password',
  explanation: 'We send you a link to choose a new password.',
  userName: 'User name or email',
  missing: 'Enter your user name or email.',
  submit: 'Send the link',
  signIn: 'Back to sign-in',
  limited: 'Too many requests from your network. Try again later.',
  disabledTitle: 'Passwords cannot be reset here',
  disabled: 'This service sends no email. Ask its administrator for a new password.',
  sentTitle: 'Check your email',
  sent: 'If there is an account with this name or address, an email with a link has been sent to it.',
  nothing: 'No email? It can take a few minutes. Check your spam folder too.',
  again: 'Try another name or address',
};

export const resetMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: 'Réinitialiser votre mot de passe',
    explanation: 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    userName: 'Nom d’utilisateur ou courriel',
    missing: 'Saisissez votre nom d’utilisateur ou votre courriel.',
    submit: 'Envoyer le lien',
    signIn: 'Retour à la connexion',
    limited: 'Trop de demandes depuis votre réseau. Réessayez plus tard.',
    disabledTitle: 'La réinitialisation du mot de passe n’est pas disponible',
    disabled: 'Ce service n’envoie pas de courriels. Demandez un nouveau mot de passe à son administrateur.',
    sentTitle: 'Consultez vos courriels',
    sent: 'S’il existe un compte avec ce nom ou cette adresse, un courriel avec un lien lui a été envoyé.',
    nothing: 'Pas de courriel ? Il peut tarder quelques minutes. Regardez aussi parmi les indésirables.',
    again: 'Essayer un autre nom ou une autre adresse',
  },
};
