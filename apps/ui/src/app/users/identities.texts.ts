import { consoleTexts } from '../language/console-texts';

export const identitiesTexts = consoleTexts({
  en: {
    identities: 'Sign-in with other providers',
    identitiesAbout: 'Identities that sign in to this account, besides its password.',
    noIdentities: 'No identity is linked.',
    identity: '{{name}} at {{provider}}',
    since: 'linked {{date}}',
    link: 'Link with {{provider}}',
    externalName: 'Your name at {{provider}}',
    externalNameHint: 'The user name there, or your OpenID, such as https://id.example.org/anna',
    externalNameMissing: 'Enter the name.',
    goOn: 'Continue',
    linked: 'The identity at {{provider}} is linked.',
    unlink: 'Unlink',
    unlinkOne: 'Unlink {{name}} at {{provider}}',
    unlinkAsk: 'Unlink {{name}} at {{provider}}?',
    unlinkLose:
      'This identity can no longer be used to sign in to the account. Sessions that it has opened end.',
    unlinked: 'The identity was unlinked.',
  },
  fr: {
    identities: 'Connexion par d’autres fournisseurs',
    identitiesAbout:
      'Identités avec lesquelles il est possible de se connecter à ce compte, outre son mot de passe.',
    noIdentities: 'Aucune identité n’est liée.',
    identity: '{{name}} chez {{provider}}',
    since: 'liée le {{date}}',
    link: 'Lier avec {{provider}}',
    externalName: 'Votre nom chez {{provider}}',
    externalNameHint: 'Le nom d’utilisateur là-bas, ou votre OpenID, par exemple https://id.example.org/anna',
    externalNameMissing: 'Saisissez le nom.',
    goOn: 'Continuer',
    linked: 'L’identité chez {{provider}} est liée.',
    unlink: 'Délier',
    unlinkOne: 'Délier {{name}} chez {{provider}}',
    unlinkAsk: 'Délier {{name}} chez {{provider}} ?',
    unlinkLose:
      'Il ne sera plus possible de se connecter au compte avec cette identité. Les sessions qu’elle a ouvertes prennent fin.',
    unlinked: 'L’identité a été déliée.',
  },
});
