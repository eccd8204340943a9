import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AuditEntryDto, AuditObjectDto, RevisionSummaryDto } from '@gatehouse/dto';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { LOCALE } from '../language/language';
import { AuditSentences } from './audit-sentences';
import { RevisionFacts, toneOf } from './revision-facts';

const user: AuditObjectDto = { kind: 'user', id: 9, name: 'aiko.bianchi', path: null };
const group: AuditObjectDto = { kind: 'group', id: 4, name: 'alps', path: null };
const everyone: AuditObjectDto = { kind: 'group', id: 1, name: 'anonymous', path: null };
const path = 'cmip6/MIROC6/ssp585';
const directory: AuditObjectDto = { kind: 'resource', id: 31, name: 'ssp585', path };
const service: AuditObjectDto = { kind: 'resource', id: 3, name: 'cmip6', path: 'cmip6' };
const ada = {
  kind: 'user',
  user_id: 1,
  user_name: 'ada',
  role: 'administrator',
  address: null,
  request_id: null,
};
const nobody = { ...ada, kind: 'anonymous', user_id: null, user_name: null, role: null };
const noSummary: RevisionSummaryDto = { kinds: [], provider: null, undoable: false };

type Case = readonly [kind: string, of: Partial<AuditEntryDto>, english: string, french: string];

const read = { name: 'read', scope: 'recursive' };
const onDirectory = { objects: [everyone, directory] };
const accessWas = (before: string, after: string): AuditEntryDto['changes'] => [
  { field: 'access', before, after, concealed: false },
];
const changed = (...fields: string[]): AuditEntryDto['changes'] =>
  ['id', ...fields].map((field) => ({ field, before: 'a', after: 'b', concealed: false }));

const CASES: readonly Case[] = [
  [
    'group_permission.created',
    { ...onDirectory, about: { ...read, access: 'deny' } },
    `ada denied read to everyone on ${path} and below`,
    `ada a refusé read à tout le monde sur ${path} et en dessous`,
  ],
  [
    'group_permission.changed',
    {
      objects: [group, directory],
      about: { ...read, access: 'allow', scope: 'match' },
      changes: accessWas('deny', 'allow'),
    },
    `ada granted read to alps (group) on ${path} only, not below (denied before)`,
    `ada a accordé read à alps (groupe) sur ${path} seulement, pas en dessous (refusé auparavant)`,
  ],
  [
    'user_permission.deleted',
    { objects: [user, directory], about: { ...read, access: 'allow' } },
    `ada removed the grant of read to aiko.bianchi on ${path}`,
    `ada a retiré l’autorisation read accordée à aiko.bianchi sur ${path}`,
  ],
  [
    'user_permission.deleted',
    {
      objects: [
        { ...user, name: null },
        { ...directory, path: null },
      ],
      about: { ...read, access: 'deny' },
    },
    'ada removed the denial of read to number 9 on ssp585',
    'ada a levé le refus read opposé à numéro 9 sur ssp585',
  ],
  [
    'user.created',
    { objects: [user] },
    'ada added the user aiko.bianchi',
    'ada a ajouté l’utilisateur aiko.bianchi',
  ],
  [
    'user.created',
    { objects: [user], about: { kind: 'service' } },
    'ada added the service account aiko.bianchi',
    'ada a ajouté le compte de service aiko.bianchi',
  ],
  [
    'api_token.created',
    { objects: [user], about: { name: 'nightly' } },
    'ada created the API token nightly of aiko.bianchi',
    'ada a créé le jeton d’API nightly du compte aiko.bianchi',
  ],
  [
    'api_token.changed',
    { objects: [user], about: { name: 'nightly' }, changes: changed('expires_at', 'restriction') },
    'ada changed the expiry and the restriction of the API token nightly of aiko.bianchi',
    'ada a modifié le jeton d’API nightly du compte aiko.bianchi : expiration et restriction',
  ],
  [
    'api_token.deleted',
    { objects: [user], about: { name: 'nightly' } },
    'ada revoked the API token nightly of aiko.bianchi',
    'ada a révoqué le jeton d’API nightly du compte aiko.bianchi',
  ],
  [
    'user.created',
    { objects: [user], actor: nobody, summary: { ...noSummary, provider: 'Polar Institute' } },
    'A sign-in with Polar Institute added the user aiko.bianchi',
    'Une connexion par Polar Institute a ajouté l’utilisateur aiko.bianchi',
  ],
  [
    'user.created',
    { objects: [user], actor: { ...nobody, role: 'link:user-registration-admin-approve' } },
    'An administrator, by a link in an email, added the user aiko.bianchi',
    'Un administrateur, par un lien reçu par courriel, a ajouté l’utilisateur aiko.bianchi',
  ],
  [
    'user.created',
    { objects: [user], actor: { ...nobody, role: 'link:user-registration-confirm-email' } },
    'The registrant added the user aiko.bianchi',
    'La personne inscrite a ajouté l’utilisateur aiko.bianchi',
  ],
  [
    'user.changed',
    { objects: [user], changes: changed('email', 'status') },
    'ada changed the email address and the status of the user aiko.bianchi',
    'ada a modifié l’utilisateur aiko.bianchi : adresse de courriel et état du compte',
  ],
  [
    'user.deleted',
    { objects: [user] },
    'ada deleted the user aiko.bianchi',
    'ada a supprimé l’utilisateur aiko.bianchi',
  ],
  [
    'pending_user.created',
    { actor: nobody, about: { name: 'noor' } },
    'The registrant asked for the account noor',
    'La personne inscrite a demandé le compte noor',
  ],
  [
    'membership.created',
    { objects: [user, group] },
    'ada added aiko.bianchi to the group alps',
    'ada a ajouté aiko.bianchi au groupe alps',
  ],
  [
    'membership.deleted',
    { objects: [user, group] },
    'ada removed aiko.bianchi from the group alps',
    'ada a retiré aiko.bianchi du groupe alps',
  ],
  ['group.created', { objects: [group] }, 'ada added the group alps', 'ada a ajouté le groupe alps'],
  [
    'group_terms.created',
    { objects: [group], about: { version: '2' } },
    'ada published version 2 of the terms of the group alps',
    'ada a publié la version 2 des conditions du groupe alps',
  ],
  [
    'terms_acceptance.created',
    { objects: [user, group], about: { version: '2' } },
    'aiko.bianchi accepted version 2 of the terms of the group alps',
    'aiko.bianchi a accepté la version 2 des conditions du groupe alps',
  ],
  [
    'service.changed',
    { objects: [service], changes: changed('url', 'configuration') },
    'ada changed the address and the configuration of the service cmip6',
    'ada a modifié le service cmip6 : adresse et configuration',
  ],
  ['resource.created', { objects: [directory] }, `ada added ${path}`, `ada a ajouté ${path}`],
  [
    'resource.changed',
    { objects: [directory], changes: changed('a', 'b', 'c', 'd') },
    `ada changed the settings of ${path}`,
    `ada a modifié ${path} : réglages`,
  ],
  [
    'identity_provider.created',
    { about: { name: 'polar', display_name: 'Polar Institute' } },
    'ada added the identity provider Polar Institute',
    'ada a ajouté le fournisseur d’identité Polar Institute',
  ],
  [
    'external_identity.created',
    { objects: [user], about: { provider: 'polar' } },
    'ada linked the account aiko.bianchi with polar',
    'ada a lié le compte aiko.bianchi à polar',
  ],
  [
    'webhook.deleted',
    { about: { name: 'tell' } },
    'ada deleted the webhook tell',
    'ada a supprimé le webhook tell',
  ],
  ['session.created', { objects: [user] }, 'aiko.bianchi signed in', 'Connexion : aiko.bianchi'],
  [
    'session.deleted',
    { objects: [user] },
    'A session of aiko.bianchi ended',
    'Session terminée : aiko.bianchi',
  ],
  [
    'session.ended',
    { objects: [user] },
    'Sessions of aiko.bianchi ended',
    'Sessions terminées : aiko.bianchi',
  ],
  [
    'session.ended',
    { about: { provider: 'polar' } },
    'The sessions that began with polar ended',
    'Sessions terminées : celles ouvertes par polar',
  ],
  ['session.ended', {}, 'Many sessions ended together', 'De nombreuses sessions ont pris fin ensemble'],
  [
    'sign_in.failed',
    { objects: [user], actor: nobody },
    'Somebody could not sign in as aiko.bianchi',
    'Échec de connexion au compte aiko.bianchi',
  ],
  [
    'sign_in.failed',
    { actor: nobody },
    'Somebody could not sign in with a name that no account has',
    'Échec de connexion avec un nom qu’aucun compte ne porte',
  ],
  [
    'access.refused',
    { actor: nobody, objects: [service], details: { surface: 'proxy', permission: 'read' } },
    'Somebody who is not signed in was refused read on cmip6',
    'Une personne non connectée s’est vu refuser read sur cmip6',
  ],
  [
    'access.refused',
    { objects: [user], details: { surface: 'api', operation: 'list_users' } },
    'ada was refused the operation list_users',
    'ada s’est vu refuser l’opération list_users',
  ],
  [
    'access.refused',
    { objects: [service], details: { surface: 'proxy' } },
    'ada was refused a request to cmip6',
    'ada s’est vu refuser une requête à cmip6',
  ],
  [
    'audit.exported',
    { details: { format: 'jsonl' } },
    'ada exported the audit log as JSON lines',
    'ada a exporté le journal d’audit en JSON, une entrée par ligne',
  ],
  ['configuration.exported', {}, 'ada exported the configuration', 'ada a exporté la configuration'],
  [
    'audit.purged',
    { actor: { ...nobody, kind: 'system' } },
    'Old entries were removed from the log, as their retention says',
    'D’anciennes entrées ont été supprimées, selon leur durée de conservation',
  ],
  [
    'group.deleted',
    { actor: { ...nobody, kind: 'system', role: 'job:delete_rows' }, objects: [group] },
    'Gatehouse deleted the group alps',
    'Gatehouse a supprimé le groupe alps',
  ],
  ['disk.almost_full', {}, 'ada: disk almost full', 'ada : disk almost full'],
];

function entry(kind: string, of: Partial<AuditEntryDto> = {}): AuditEntryDto {
  return {
    id: 1,
    time: '2026-11-21T09:15:00.000Z',
    kind,
    revision: 40,
    actor: ada,
    objects: [],
    changes: [],
    about: {},
    details: {},
    occurrences: 1,
    ...of,
  };
}

async function inLanguage(language: 'en' | 'fr'): Promise<void> {
  TestBed.configureTestingModule({
    providers: [provideRouter([]), { provide: LOCALE, useValue: { language, locale: language } }],
  });
  new StubbedApi().answer('GET /prefix/ui/settings.json', someSettings());
  await TestBed.inject(DeploymentSettings).load();
}

describe('the sentence of an entry of the audit log', () => {
  it.each(CASES)('of %s is right in English (%#)', async (kind, of, english) => {
    await inLanguage('en');
    expect(TestBed.inject(AuditSentences).textOf(entry(kind, of))).toBe(english);
  });

  it.each(CASES)('of %s is right in French (%#)', async (kind, of, _, french) => {
    await inLanguage('fr');
    expect(TestBed.inject(AuditSentences).textOf(entry(kind, of))).toBe(french);
  });

  it('leads from names and paths to their histories', async () => {
    await inLanguage('en');
    const parts = TestBed.inject(AuditSentences).of(
      entry('group_permission.created', { ...onDirectory, about: { ...read, access: 'deny' } }),
    );
    expect(parts.filter(({ look }) => look !== 'words')).toEqual([
      { text: 'ada', look: 'name' },
      { text: 'read', look: 'code' },
      { text: 'everyone', look: 'name', object: everyone },
      { text: path, look: 'code', object: directory },
    ]);
  });

  it.each([
    ['undo:40', 'undo of revision 40', 'rétablit l’état d’avant la révision 40'],
    ['hook:rivers:east', 'by the hook of the service rivers:east', 'par le hook du service rivers:east'],
    ['job:delete_rows', 'background job delete rows', 'tâche de fond delete rows'],
    ['job:delete_rows:40', 'removal that follows revision 40', 'suppression qui suit la révision 40'],
    ['link:user-email-change', 'by a link in an email', 'par un lien reçu par courriel'],
    ['administrator', undefined, undefined],
  ])('says of the role %s in which capacity somebody acted', async (role, english, french) => {
    const acted = entry('user.changed', { objects: [user], actor: { ...ada, role } });
    await inLanguage('en');
    expect(TestBed.inject(AuditSentences).role(acted)).toBe(english);
    TestBed.resetTestingModule();
    await inLanguage('fr');
    expect(TestBed.inject(AuditSentences).role(acted)).toBe(french);
  });
});

describe('what else a revision changed', () => {
  it.each([
    [
      'user.deleted',
      [
        ['user_permission.deleted', 10],
        ['user.deleted', 1],
        ['membership.deleted', 1],
      ],
      '10 permissions of users and 1 membership',
    ],
    ['group_permission.created', [['group_permission.created', 3]], '2 permissions of groups'],
    [
      'service.created',
      [
        ['service.created', 1],
        ['resource.created', 1],
      ],
      '',
    ],
    ['disk.full', [['disk.full', 2]], '1 other entry'],
  ] as const)('is counted without the entry of %s itself', async (kind, kinds, text) => {
    await inLanguage('en');
    const summary = { ...noSummary, kinds: kinds.map(([of, count]) => ({ kind: of, count })) };
    expect(TestBed.inject(RevisionFacts).others(entry(kind, { summary }))).toBe(text);
  });
});

describe('the colour of an entry', () => {
  it.each([
    ['user.created', {}, 'success'],
    ['user.changed', {}, 'plain'],
    ['user.deleted', {}, 'danger'],
    ['group_permission.created', { access: 'deny' }, 'danger'],
    ['group_permission.changed', { access: 'allow' }, 'success'],
    ['sign_in.failed', {}, 'danger'],
    ['audit.purged', {}, 'warning'],
  ])('of %s with %j is that of %s', (kind, about, tone) => {
    expect(toneOf(entry(kind, { about }))).toBe(tone);
  });
});
