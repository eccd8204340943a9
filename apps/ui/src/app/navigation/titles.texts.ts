import { consoleTexts } from '../language/console-texts';

/**
 * Titles of the pages: of the window, in the breadcrumbs and in the navigation. Where a title has a
 * parameter, it is that of the route.
 */
export const titleTexts = consoleTexts({
  en: {
    audit: 'Audit log',
    configuration: 'Configuration',
    imports: 'Imports',
    overview: 'Overview',
    home: 'Home',
    users: 'Users',
    user: '{{user_name}}',
    registrations: 'Registrations',
    registration: 'Registration of {{user_name}}',
    groups: 'Groups',
    group: '{{group_name}}',
    notifications: 'Notifications',
    providers: 'Identity providers',
    network: 'Network',
    kit: 'Component kit',
    account: 'Your account',
    signedIn: 'Signed in',
    reference: 'API reference',
    notFound: 'Page not found',
    permissions: 'Permissions',
    permissionsOf: 'Permissions of {{name}}',
    permissionsOn: '{{name}} on {{service}}',
    requestTester: 'Request tester',
    services: 'Services',
    service: 'Service {{name}}',
  },
  fr: {
    audit: 'Journal d’audit',
    configuration: 'Configuration',
    imports: 'Imports',
    overview: 'Vue d’ensemble',
    home: 'Accueil',
    users: 'Utilisateurs',
    user: '{{user_name}}',
    registrations: 'Inscriptions',
    registration: 'Inscription : {{user_name}}',
    groups: 'Groupes',
    group: '{{group_name}}',
    notifications: 'Notifications',
    providers: 'Fournisseurs d’identité',
    network: 'Réseau',
    kit: 'Composants',
    account: 'Votre compte',
    signedIn: 'Connecté',
    reference: 'Référence de l’API',
    notFound: 'Page introuvable',
    permissions: 'Permissions',
    permissionsOf: 'Permissions : {{name}}',
    permissionsOn: '{{name}} sur {{service}}',
    requestTester: 'Test de requêtes',
    services: 'Services',
    service: 'Service {{name}}',
  },
});

export type Title = keyof (typeof titleTexts)['en'];

/** Headings of the sections of the navigation. */
export const sectionTexts = consoleTexts({
  en: {
    directory: 'Directory',
    protection: 'Protection',
    operations: 'Operations',
    you: 'You',
    help: 'Help',
  },
  fr: {
    directory: 'Annuaire',
    protection: 'Protection',
    operations: 'Exploitation',
    you: 'Vous',
    help: 'Aide',
  },
});
