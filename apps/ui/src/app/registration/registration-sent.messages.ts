import type { Catalogue } from '../language/language';

const en = {
  explanation: (email: string) => `We have sent a link to ${email}.`,
  confirm: 'Open the link in the email to confirm your address.',
  signIn: 'Sign in.',
  approval: 'An administrator reviews your registration.',
  secondMail: 'You will receive a second email when you can sign in.',
  nothing: 'No email? It can take a few minutes. Check your spam folder too.',
  again: 'Send the email again',
  sentAgain: 'The email was sent again.',
  limited: 'The email was sent several times already. Wait a while before you try again.',
};

const fr: typeof en = {
  explanation: (email) => `Nous avons envoyé un lien à ${email}.`,
  confirm: 'Ouvrez le lien du courriel pour confirmer votre adresse.',
  signIn: 'Connectez-vous.',
  approval: 'Un administrateur examine votre inscription.',
  secondMail: 'Un second courriel vous indique quand vous pouvez vous connecter.',
  nothing: 'Pas de courriel ? Il peut tarder quelques minutes. Regardez aussi parmi les indésirables.',
  again: 'Renvoyer le courriel',
  sentAgain: 'Le courriel a été renvoyé.',
  limited: 'Le courriel a déjà été envoyé plusieurs fois. Attendez un peu avant de réessayer.',
};

export const registrationSentMessages: Catalogue<typeof en> = { en, fr };
