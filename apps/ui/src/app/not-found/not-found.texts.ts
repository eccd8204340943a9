import { consoleTexts } from '../language/console-texts';

export const notFoundTexts = consoleTexts({
  en: {
    title: 'Page not found',
    explanation:
      'There is no page at this address. The address may be mistyped, or its content no longer exists.',
    forbidden: 'This page is for administrators',
    missing:
      'You are signed in as {{user_name}}, who is not a member of the group “{{group}}”. Ask an administrator to add you to it, or sign in with another account.',
    home: 'Go to the home page',
  },
  fr: {
    title: 'Page introuvable',
    explanation:
      'Il n’y a pas de page à cette adresse. L’adresse est peut-être mal saisie, ou son contenu n’existe plus.',
    forbidden: 'Cette page est réservée aux administrateurs',
    missing:
      'Vous êtes connecté avec le compte {{user_name}}, qui n’est pas membre du groupe « {{group}} ». Demandez à un administrateur de vous y ajouter, ou connectez-vous avec un autre compte.',
    home: 'Aller à l’accueil',
  },
});
