import { consoleTexts } from '../language/console-texts';

export const exportTexts = consoleTexts({
  en: {
    heading: 'The present state as files',
    about:
      'Files for users and groups, for each service, and for webhooks, identity providers and other instances, as they can be applied again. Passwords and other secrets are not in them, nor is what comes from files of a start and cannot be changed here.',
    read: 'Prepare the files',
    readAgain: 'Prepare again',
    reading: 'Preparing the files…',
    lines: 'Download as one file',
    linesAbout:
      'One file in JSON lines, each with the name and the content of a file. It can be chosen here to be planned, and is what large instances need.',
    ready: { one: '{{count}} file, {{size}}', other: '{{count}} files, {{size}}' },
    saveAll: 'Save all to a folder…',
    saving: 'Saving…',
    saved: {
      one: '{{count}} file is saved in the folder {{folder}}.',
      other: '{{count}} files are saved in the folder {{folder}}.',
    },
    notSaved: 'The files could not be saved: {{reason}}',
    leftOver: {
      one: 'The folder has {{count}} file that is not of this export. It would be applied with the others:',
      other:
        'The folder has {{count}} files that are not of this export. They would be applied with the others:',
    },
    noFolder: 'This browser cannot save to a folder: download the files singly, or all of them as one.',
    list: 'Files of the export',
    download: 'Download',
    downloadOne: 'Download {{name}}',
    more: { one: 'and {{count}} more', other: 'and {{count}} more' },
    omitted: 'What must be set again',
    passwords: {
      one: '{{count}} user had a password, which is not in the files:',
      other: '{{count}} users had a password, which is not in the files:',
    },
    variables: {
      one: '{{count}} file has texts that a start takes for variables, such as $NAME:',
      other: '{{count}} files have texts that a start takes for variables, such as $NAME:',
    },
    nothingOmitted: 'No user of the files had a password.',
  },
  fr: {
    heading: 'L’état actuel sous forme de fichiers',
    about:
      'Des fichiers pour les utilisateurs et les groupes, pour chaque service, et pour les webhooks, les fournisseurs d’identité et les autres instances, tels qu’ils peuvent être appliqués de nouveau. N’y figurent ni les mots de passe et autres secrets, ni ce qui vient des fichiers d’un démarrage et ne peut pas être modifié ici.',
    read: 'Préparer les fichiers',
    readAgain: 'Préparer à nouveau',
    reading: 'Préparation des fichiers…',
    lines: 'Télécharger en un fichier',
    linesAbout:
      'Un fichier de lignes JSON, chacune avec le nom et le contenu d’un fichier. Il peut être choisi ici pour être planifié ; c’est ce qu’il faut aux grandes instances.',
    ready: { one: '{{count}} fichier, {{size}}', other: '{{count}} fichiers, {{size}}' },
    saveAll: 'Tout enregistrer dans un dossier…',
    saving: 'Enregistrement…',
    saved: {
      one: '{{count}} fichier est enregistré dans le dossier {{folder}}.',
      other: '{{count}} fichiers sont enregistrés dans le dossier {{folder}}.',
    },
    notSaved: 'Les fichiers n’ont pas pu être enregistrés : {{reason}}',
    leftOver: {
      one: 'Le dossier contient {{count}} fichier qui n’est pas de cet export. Il serait appliqué avec les autres :',
      other:
        'Le dossier contient {{count}} fichiers qui ne sont pas de cet export. Ils seraient appliqués avec les autres :',
    },
    noFolder:
      'Ce navigateur ne peut pas enregistrer dans un dossier : téléchargez les fichiers un par un, ou tous en un seul.',
    list: 'Fichiers de l’export',
    download: 'Télécharger',
    downloadOne: 'Télécharger {{name}}',
    more: { one: 'et {{count}} autre', other: 'et {{count}} autres' },
    omitted: 'Ce qui est à définir de nouveau',
    passwords: {
      one: '{{count}} utilisateur avait un mot de passe, absent des fichiers :',
      other: '{{count}} utilisateurs avaient un mot de passe, absent des fichiers :',
    },
    variables: {
      one: '{{count}} fichier contient des textes qu’un démarrage prend pour des variables, comme $NAME :',
      other:
        '{{count}} fichiers contiennent des textes qu’un démarrage prend pour des variables, comme $NAME :',
    },
    nothingOmitted: 'Aucun utilisateur des fichiers n’avait de mot de passe.',
  },
});
