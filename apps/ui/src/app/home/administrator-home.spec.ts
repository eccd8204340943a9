import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AuditEntryDto, OverviewDto, RevisionSummaryDto } from '@gatehouse/dto';
import { DeploymentSettings, Session } from '@gatehouse/ui-data';
import { anAdministrator, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, Rendered } from '@gatehouse/ui-kit/testing';
import { AdministratorHome } from './administrator-home';

const LATEST = 'GET /prefix/audit?exclude_kind=session%2Csign_in%2Caccess%2Caudit&by_revision=true&limit=8';

const counts: OverviewDto = {
  revision: 1057,
  users: 3,
  groups: 4,
  services: 4,
  resources: 120000,
  permissions: 9,
  sessions: 1,
  pending_registrations: 0,
  registrations_to_approve: 0,
  users_with_webhook_error: 0,
  suspended_webhooks: 0,
  failed_notifications: 0,
  services_out_of_sync: 0,
  services_with_failed_synchronization: 0,
  services_with_suggestions: 0,
  synchronization_attention: [],
  nodes_with_problem: 0,
  log_bytes: 1_234_000_000,
  log_growth_bytes: 62_400_000,
  deletions: [],
};

const entry = (
  id: number,
  kind: string,
  revision: number,
  of: Partial<RevisionSummaryDto> = {},
  name = 'climate',
): AuditEntryDto => ({
  id,
  kind,
  revision,
  time: new Date(Date.now() - 300_000).toISOString(),
  occurrences: 1,
  actor: { kind: 'user', user_id: 1, user_name: 'admin', address: null, role: null, request_id: null },
  objects: [
    { kind: 'group', id: 4, name, path: null },
    ...(kind.startsWith('group_') ? [{ kind: 'resource', id: 31, name: 'delta', path: 'rivers/delta' }] : []),
  ],
  changes: [],
  about: kind.startsWith('group_') ? { name: 'read', access: 'deny', scope: 'recursive' } : {},
  details: {},
  summary: { kinds: [{ kind, count: 1 }], provider: null, undoable: false, ...of },
});

describe('the home of an administrator', () => {
  let api: StubbedApi;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [provideRouter([{ path: '**', children: [] }])] });
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(anAdministrator()))
      .answer('GET /prefix/ui/settings.json', someSettings({ registration_enabled: true }))
      .answer('GET /prefix/overview', counts)
      .answer(LATEST, { entries: [] })
      .answer('GET /prefix/services', {
        services: { access: { a: {}, b: {} }, api: { c: {} }, wps: {}, wms: { d: {} } },
      })
      .answer('GET /prefix/version', { version: '6.1.0', db_version: '1763700000000' });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
  });

  it('counts users, groups, services, resources and permission assignments', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('Users').text).toBe('Users 3 1 live session');
    expect(page.region('Groups').text).toBe('Groups 4 with built-in ones');
    expect(page.region('Services').text).toBe('Services 4 of 3 types');
    expect(page.region('Resources').text).toBe('Resources 120,000 below services');
    expect(page.region('Permissions').text).toBe('Permissions 9 assigned to users and groups');
  });

  it('lists the types in use, most frequent first, then by name', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('Services by type').items).toEqual(['access 2', 'api 1', 'wms 1']);
  });

  it('shows that nothing needs attention', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('Needs attention').items).toEqual(['Nothing needs attention.']);
    expect(page.region('Recent changes').items).toEqual(['Nothing has been recorded yet.']);
  });

  it('lists what needs attention, with the page on which something can be done', async () => {
    api.answer('GET /prefix/overview', {
      ...counts,
      registrations_to_approve: 2,
      users_with_webhook_error: 1,
      suspended_webhooks: 1,
      failed_notifications: 5,
    });
    const page = await render(AdministratorHome);
    expect(page.region('Needs attention').items).toEqual([
      '2 registrations wait for approval',
      '1 account has a webhook error',
      '1 webhook is suspended',
      '5 emails and webhook calls failed',
    ]);
    expect(page.region('Needs attention').links).toEqual([
      '/registrations',
      '/users?sort=-status',
      '/notifications',
      '/notifications?tab=mails',
    ]);
  });

  it('names services whose names are refused, although a synchronization has found them', async () => {
    const service = { out_of_sync: false, failed: false, suggestions: true };
    const names = { unregistered_names: 'safe', registered_names_only: false, total: 2 };
    const changes = 'synchronization/changes?kind=appeared&state=open&limit=1';
    api
      .answer('GET /prefix/overview', {
        ...counts,
        services_with_suggestions: 3,
        synchronization_attention: ['archive', 'maps', 'ocean'].map((name) => ({
          ...service,
          service_name: name,
        })),
      })
      .answer('GET /prefix/services/archive/unregistered_names?offset=0', { ...names, total: 0 })
      .answer('GET /prefix/services/maps/unregistered_names?offset=0', names)
      .answer(`GET /prefix/services/maps/${changes}`, { synchronization_id: 7, changes: [{}] })
      .answer('GET /prefix/services/ocean/unregistered_names?offset=0', names)
      .answer(`GET /prefix/services/ocean/${changes}`, { synchronization_id: 8, changes: [] });
    const page = await render(AdministratorHome);
    await page.settle();
    await page.settle();
    expect(page.region('Needs attention').items).toContain(
      '1 service has names that are refused until they are registered maps',
    );
  });

  it('names the services whose synchronization needs attention, each with its page', async () => {
    const service = { out_of_sync: false, failed: false, suggestions: false };
    api.answer('GET /prefix/overview', {
      ...counts,
      services_out_of_sync: 1,
      services_with_failed_synchronization: 2,
      synchronization_attention: [
        { ...service, service_name: 'maps', failed: true },
        { ...service, service_name: 'ocean', failed: true, out_of_sync: true },
      ],
    });
    const page = await render(AdministratorHome);
    expect(page.region('Needs attention').items).toEqual([
      'The synchronizations of 2 services failed maps ocean',
      'maps',
      'ocean',
      '1 service is out of sync ocean',
      'ocean',
    ]);
    expect(page.region('Needs attention').links).toEqual([
      '/services',
      '/services/maps?tab=synchronization',
      '/services/ocean?tab=synchronization',
      '/services',
      '/services/ocean?tab=synchronization',
    ]);
  });

  it('does not lead to pages of features that are disabled', async () => {
    api.answer('GET /prefix/ui/settings.json', someSettings({ registration_enabled: false }));
    await TestBed.inject(DeploymentSettings).load();
    api.answer('GET /prefix/overview', { ...counts, registrations_to_approve: 2 });
    const page = await render(AdministratorHome);
    expect(page.region('Needs attention').items).toEqual(['Nothing needs attention.']);
  });

  it('leads to the registration of the first service while there is none', async () => {
    api
      .answer('GET /prefix/services', { services: { access: {}, api: {} } })
      .answer('GET /prefix/overview', { ...counts, services: 0 });
    const page = await render(AdministratorHome);
    expect(page.region('Services').text).toBe('Services 0 none yet');
    expect(page.region('Services by type').items).toEqual(['No service is protected yet.']);
    expect(page.region('Needs attention').links).toEqual(['/services?add=true']);
  });

  it('says of each of the latest revisions what it did, and what else it changed', async () => {
    const kinds = [
      { kind: 'user_permission.deleted', count: 10 },
      { kind: 'user.deleted', count: 1 },
      { kind: 'membership.deleted', count: 3 },
    ];
    const undone_by = { revision: 14, time: new Date(Date.now() - 60_000).toISOString(), user_name: 'ada' };
    const deleted = { ...entry(8, 'user.deleted', 14, { kinds }) };
    api.answer(LATEST, {
      entries: [
        { ...deleted, objects: [{ kind: 'user', id: 9, name: 'bob', path: null }] },
        entry(7, 'group_permission.created', 13, { undone_by }),
        entry(5, 'group.created', 12, {}, 'sailors'),
      ],
    });
    const page = await render(AdministratorHome);
    expect(page.region('Recent changes').items).toEqual([
      'admin deleted the user bob with 10 permissions of users and 3 memberships 5 minutes ago',
      'admin denied read to climate (group) on rivers/delta and below 5 minutes ago Undone by ada 1 minute ago',
      'admin added the group sailors 5 minutes ago',
    ]);
  });

  it('shows how far large deletions are, and reads it again until they have ended', async () => {
    const removal = { rows: 448_000, in_progress: true };
    const ofService: AuditEntryDto = {
      ...entry(9, 'service.deleted', 15),
      objects: [{ kind: 'resource', id: 31, name: 'rivers', path: 'rivers' }],
      removal,
    };
    const ofGroup = { ...entry(8, 'group.deleted', 14), removal: { rows: 0, in_progress: true } };
    api.answer('GET /prefix/overview', {
      ...counts,
      deletions: [
        { entry: ofGroup, rows_left: 1, has_more: false },
        { entry: ofService, rows_left: 10_000, has_more: true },
      ],
    });
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], advanceTimers: true });
    const page = await render(AdministratorHome);
    expect(page.region('Deletions in progress').items).toEqual([
      'admin deleted the group climate 5 minutes ago · 1 row left',
      'admin deleted the service rivers 5 minutes ago · more than 10,000 rows left · 448,000 removed',
    ]);
    // A failure does not end it.
    api.refuse('GET /prefix/overview', 503);
    jest.advanceTimersByTime(5_000);
    await page.settle();
    api.answer('GET /prefix/overview', counts);
    jest.advanceTimersByTime(5_000);
    await page.settle();
    jest.useRealTimers();
    expect(page.text).not.toContain('Deletions in progress');
    expect(api.calls.filter((call) => call === 'GET /prefix/overview')).toHaveLength(3);
  });

  it('reads the changes in one request', async () => {
    await render(AdministratorHome);
    expect(api.calls.filter((call) => call.startsWith('GET /prefix/audit'))).toEqual([LATEST]);
  });

  it('offers to undo only what can be undone', async () => {
    const [can, cannot] = [{ undoable: true }, { undoable: false }];
    const kind = 'group_permission.created';
    api.answer(LATEST, { entries: [entry(8, kind, 13, can), entry(7, kind, 12, cannot)] });
    const page = await render(AdministratorHome);
    expect(
      [...page.element.querySelectorAll('gh-change-list button')].map((button) =>
        button.getAttribute('aria-label'),
      ),
    ).toEqual(['Undo revision 13']);
  });

  it('undoes a change of permissions after a question, and keeps the focus at the change', async () => {
    const change = (of: Partial<RevisionSummaryDto>) => entry(8, 'group_permission.created', 13, of);
    api
      .answer(LATEST, { entries: [change({ undoable: true })] })
      .answer('GET /prefix/audit?revision=13&limit=101', { entries: [change({})] })
      .answer('POST /prefix/permissions/preview', { effects: [] })
      .refuse('POST /prefix/changes/13/undo', 412);
    const page = await render(AdministratorHome);
    await page.button('Undo revision 13').click();
    const dialog = new Rendered(page.fixture, page.element.querySelector('dialog')!);
    await dialog.button('Undo').click();
    expect(page.dialog().name).toBe('Undo this change?');
    expect(dialog.text).toContain('Nothing was undone. Refused with 412.');
    const undone_by = { revision: 14, time: new Date().toISOString(), user_name: 'admin' };
    api
      .answer('POST /prefix/changes/13/undo', { changed: 1 })
      .answer(LATEST, { entries: [change({ undone_by })] });
    await dialog.button('Undo').click();
    await page.settle();
    expect(page.dialog().name).toBeUndefined();
    expect(page.region('Recent changes').items[0]).toContain('Undone by admin');
    expect(document.activeElement?.getAttribute('data-revision')).toBe('13');
  });

  it('shows the account and the system', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('You').text).toBe(
      'You User name admin Email admin@example.org Role Administrator Member of administrators',
    );
    expect(page.region('This system').text).toBe(
      'This system Version 6.1.0 Database schema 1763700000000 ' +
        'Audit log 1.23 GB, of which 62.4 MB in the last 30 days API address http://localhost/prefix/',
    );
  });

  it('shows the loaded parts when a part failed to load, and states the failure', async () => {
    api.refuse('GET /prefix/overview', 503);
    const page = await render(AdministratorHome);
    expect(page.banner().text).toContain('Some of this could not be loaded. Refused with 503.');
    expect(page.region('Services by type').items).toHaveLength(3);
    expect(page.region('Groups').text).toBe('Groups');
    expect(page.text).not.toContain('Updated at');
  });

  it('reads everything again on request', async () => {
    api.refuse('GET /prefix/overview', 503);
    const page = await render(AdministratorHome);
    api.answer('GET /prefix/overview', { ...counts, users: 5 });
    await page.button('Refresh').click();
    expect(page.banner().text).toBe('');
    expect(page.region('Users').text).toBe('Users 5 1 live session');
    expect(page.text).toContain('Updated at');
  });
});
