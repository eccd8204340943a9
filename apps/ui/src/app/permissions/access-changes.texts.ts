import { consoleTexts } from '../language/console-texts';

export const accessChangesTexts = consoleTexts({
  en: {
    change: 'Change',
    resource: 'Resource',
    principal: 'User or group',
    permission: 'Permission',
    before: 'Now',
    direction: { added: 'Added', removed: 'Removed', changed: 'Changed', adopted: 'Adopted' },
    atEdit: 'When you edited it: {{what}}',
    user: 'User',
    gains: 'gains',
    loses: 'loses',
  },
  fr: {
    change: 'Modification',
    resource: 'Ressource',
    principal: 'Utilisateur ou groupe',
    permission: 'Permission',
    before: 'Maintenant',
    direction: { added: 'Ajout', removed: 'Suppression', changed: 'Modification', adopted: 'Adoption' },
    atEdit: 'Lors de votre saisie : {{what}}',
    user: 'Utilisateur',
    gains: 'obtient',
    loses: 'perd',
  },
});
