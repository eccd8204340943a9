import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { LanguageChoice } from '../language/language-choice';
import { ServiceSynchronization } from './service-synchronization';
import { aChange, aJob, aMatched, aRemote, aState } from './synchronizations.fixture';

const STATE = 'GET /prefix/services/ocean/synchronization';
const START = 'POST /prefix/services/ocean/synchronizations';
const CHANGES = `${STATE}/changes?state=open&limit=100`;
const RESOURCES = `${STATE}/resources?limit=100`;
const DECIDE = 'PATCH /prefix/services/ocean/synchronization/changes';

const NAMES = 'GET /prefix/services/ocean/unregistered_names?offset=0';
const facts = { unregistered_names: 'safe', registered_names_only: false, total: 0 };

const vanished = aChange(3, 'old', {
  kind: 'vanished',
  resource_type: 'directory',
  resource_id: 27,
  resources_below: 4,
  problem: 'has_assignments',
});

describe('the synchronization on the page of a service', () => {
  let api: StubbedApi;
  let page: Rendered<ServiceSynchronization>;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    api = new StubbedApi()
      .answer(STATE, { synchronization: aState() })
      .answer(NAMES, facts)
      .answer(CHANGES, {
        synchronization_id: 7,
        changes: [aChange(1, 'archive'), aChange(2, 'archive/rivers.nc'), vanished],
      })
      .answer(RESOURCES, {
        resources: [aMatched(27, 'old', { matches_remote: false, remote_id: null })],
        remote_only: [aRemote(5, 'archive', { has_children: true, resource_type: 'directory' })],
      });
  });

  afterEach(() => localStorage.clear());

  const open = async () => {
    const given = { service: 'ocean', resourceId: 9 };
    page = await render(ServiceSynchronization, given);
    // Changes and tree are read when the state is known.
    await page.settle();
  };
  const bodies = () => api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const check = async (label: string) => {
    page.element.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!.click();
    await page.settle();
  };

  it('says of a service without a type that its resources are registered by hand', async () => {
    const synchronization = aState({ service_sync_type: null, supported: false, last_synchronized: null });
    api.answer(STATE, { synchronization });
    await open();
    expect(page.region('Synchronization').text).toContain('its resources are registered by hand');
    expect(page.element.querySelector('gh-change-review, gh-sync-tree, button')).toBeNull();
  });

  it('offers the first synchronization of a service, and shows what it has found', async () => {
    const never = { ...aState({ last_synchronized: null, out_of_sync: true }), latest: undefined };
    api.answer(STATE, { synchronization: never });
    await open();
    expect(page.region('Synchronization').text).toContain('Nothing is registered before you have chosen.');
    const job = aJob({ result: { ...aJob().result!, appeared: 2 } });
    api
      .answer(START, { synchronization: job }, { status: 202 })
      .answer(STATE, { synchronization: aState({ latest: job }) });
    await page.button('Read the service').click();
    expect(page.region('Synchronization').items).toContain('2 not registered – Show these changes');
    expect(page.region('Resources of the service').text).toContain('archive directory not registered');
  });

  it('says before the first synchronization that a mode registers at once', async () => {
    const never = aState({ last_synchronized: null, mode: 'create' });
    api.answer(STATE, { synchronization: { ...never, latest: undefined } });
    await open();
    const { text } = page.region('Synchronization');
    expect(text).toContain('The mode is Create: new resources are registered at once');
    expect(text).not.toContain('Nothing is registered before');
  });

  it('shows how old the state is, the options in words, and what was done and left', async () => {
    const result = { ...aJob().result!, created: 12, vanished: 1, held: ['too_many_vanished'] };
    const latest = aJob({ mode: 'mirror', result });
    api.answer(STATE, {
      synchronization: aState({ mode: 'mirror', interval_minutes: 60, out_of_sync: true, latest }),
    });
    await open();
    const { text } = page.region('Synchronization');
    expect(text).toContain('Last synchronized 3 hours ago out of sync');
    expect(text).toContain('THREDDS catalogs Mode Mirror Schedule every 60 minutes');
    expect(text).toContain('12 created');
    expect(text).toContain('More than a tenth of the service has vanished.');
  });

  it('says in words why a synchronization has failed, with the detail of the API', async () => {
    const failure = {
      code: 'source_too_slow',
      detail: 'http://127.0.0.1/catalog.xml took 30 s.',
      language: 'en',
    };
    api.answer(STATE, {
      synchronization: aState({ latest: aJob({ state: 'failed', result: null, failure }) }),
    });
    await open();
    expect(page.region('Synchronization').text).not.toContain('up to date');
    expect(page.region('Synchronization').text).toContain(
      'has changed nothing: the service did not answer in time. http://127.0.0.1/catalog.xml took 30 s.',
    );
  });

  it('says in which language the detail of a failure is', async () => {
    const failure = {
      code: 'source_refused',
      detail: 'http://127.0.0.1/ replied with status 503.',
      language: 'en',
    };
    const latest = aJob({ state: 'failed', result: null, failure });
    api.answer(STATE, { synchronization: aState({ latest }) });
    TestBed.inject(LanguageChoice).choose('fr');
    await open();
    const detail = page.element.querySelector('.detail');
    expect([detail?.textContent, detail?.getAttribute('lang')]).toEqual([failure.detail, 'en']);
    expect(page.text).toContain(
      'La dernière synchronisation a échoué sans rien modifier : le service a refusé',
    );
  });

  it('says of which time the numbers of the last result are, which decisions since do not change', async () => {
    const latest = aJob({ result: { ...aJob().result!, appeared: 1 } });
    api.answer(STATE, { synchronization: aState({ latest }) });
    await open();
    const { text } = page.region('Synchronization');
    expect(text).toMatch(/has found As of .*2026.*\. Decisions since then are not deducted\. 3 resources/);
  });

  it('names documents that were left out, for which nothing counts as vanished', async () => {
    const result = { ...aJob().result!, complete: false, skipped: ['http://127.0.0.1/gone.xml'] };
    api.answer(STATE, { synchronization: aState({ latest: aJob({ result }) }) });
    await open();
    expect(page.region('Synchronization').text).toContain('nothing counts as vanished');
    expect(page.region('Synchronization').items).toContain('http://127.0.0.1/gone.xml');
  });

  it('shows progress while a synchronization is under way', async () => {
    const progress = { documents: 12, resources: 3_400, bytes: 2_000_000 };
    const latest = aJob({ state: 'reading', result: null, progress });
    api.answer(STATE, { synchronization: aState({ latest }) });
    await open();
    const { text } = page.region('Synchronization');
    expect(text).toContain('Reading the service · requested by admin');
    expect(text).toContain('3,400 resources found in 12 documents (2 MB)');
    expect(page.button('Synchronize now').busy).toBe(true);
  });

  it('says what accepting each change does, and why it was left', async () => {
    await open();
    const { text } = page.region('Changes to decide about');
    expect(text).toContain('archive/rivers.nc not registered Registers it as file.');
    expect(text).toContain(
      'old vanished Deletes it and 4 resources below, with all their assignments. It has assignments',
    );
    expect(text).toContain('Registering adds no assignments.');
  });

  it('says where unregistered names are refused that registering opens them', async () => {
    api.answer(NAMES, { ...facts, unregistered_names: 'refuse' });
    await open();
    expect(page.region('Changes to decide about').text).toContain('refuses names that are not registered');
    expect(page.region('Resources of the service').text).toContain('not registered: refused');
  });

  it('says where unregistered names are refused to some users, on maps', async () => {
    api.answer(NAMES, { ...facts, total: 2 });
    await open();
    expect(page.region('Resources of the service').text).toContain('not registered: refused to some');
  });

  it('accepts selected changes, and keeps those open that could not be applied, with the error', async () => {
    await open();
    api.answer(DECIDE, {
      settled: 1,
      refused: [{ change_id: 2, error_code: 'parent_resource_not_found' }],
      more: false,
    });
    await check('Select archive');
    await check('Select archive/rivers.nc');
    await page.button('Accept').click();
    expect(bodies()).toEqual([{ decision: 'accept', synchronization_id: 7, change_ids: [1, 2] }]);
    const { text } = page.region('Changes to decide about');
    expect(text).toContain('1 change was settled.');
    expect(text).toContain('1 change could not be applied and stays open.');
    expect(text).toContain('open What is above it is not registered.');
  });

  it('asks before it deletes what has vanished', async () => {
    await open();
    await check('Select old');
    await page.button('Accept').click();
    expect([page.dialog().name, bodies()]).toEqual(['Accept 1 change?', []]);
    expect(page.text).toContain('deleted with their assignments');
    await page.dialog().cancel();
    expect(bodies()).toEqual([]);
  });

  it('decides about all that fit the filter, after a question that states it', async () => {
    await open();
    api
      .answer(`${STATE}/changes?kind=appeared&state=open&limit=100`, {
        synchronization_id: 7,
        changes: [aChange(1, 'archive')],
      })
      .answer(DECIDE, { settled: 300, refused: [], more: false });
    const kind = page.element.querySelector<HTMLSelectElement>('select[name="kind"]')!;
    kind.value = 'appeared';
    kind.dispatchEvent(new Event('change'));
    await page.settle();
    await page.button('Reject all that fit…').click();
    expect(page.text).toContain('Kind: not registered. Path: any.');
    const dialog = page.element.querySelector('dialog')!;
    [...dialog.querySelectorAll('button')]
      .find(({ textContent }) => textContent?.trim() === 'Reject')
      ?.click();
    await page.settle();
    expect(bodies()).toEqual([{ decision: 'reject', synchronization_id: 7, kind: 'appeared' }]);
    expect(page.text).toContain('300 changes were settled.');
  });

  it('shows the new changes instead of deciding if the service was synchronized again', async () => {
    await open();
    api
      .refuse(DECIDE, 409, { error_code: 'synchronization_superseded' })
      .answer(CHANGES, { synchronization_id: 8, changes: [aChange(1, 'other.nc')] });
    await check('Select archive');
    await page.button('Reject').click();
    const { text } = page.region('Changes to decide about');
    expect(text).toContain('The service was synchronized again meanwhile.');
    expect(text).toContain('other.nc');
    expect(text).toContain('0 selected');
  });

  it('registers a resource of the tree with everything below it, and keeps the focus there', async () => {
    await open();
    api.answer(DECIDE, { settled: 1, refused: [], more: false });
    await page.button('Register with everything below: archive').click();
    const body = { decision: 'accept', synchronization_id: 7, kind: 'appeared' };
    expect(bodies()).toEqual([
      { ...body, pattern: 'archive' },
      { ...body, pattern: 'archive/*' },
    ]);
    expect(page.region('Resources of the service').text).toContain('2 changes were settled.');
  });

  it('offers no button in the tree for a name with a star, which would stand for any text', async () => {
    api.answer(RESOURCES, { resources: [], remote_only: [aRemote(5, 'a*')] });
    await open();
    const button = page.element.querySelector<HTMLButtonElement>('button[aria-label="Register a*"]');
    expect(button?.disabled).toBe(true);
  });

  it('leads to who has access to the registered resource above a change', async () => {
    await open();
    const shown: number[] = [];
    page.fixture.componentInstance.access.subscribe((resource) => shown.push(resource));
    api.answer('GET /prefix/search?q=ocean%2Farchive&kinds=resource&limit=20&service_name=ocean', {
      results: [{ kind: 'resource', id: 26, name: 'archive', path: 'ocean/archive' }],
      truncated: false,
    });
    await page.button('Who has access above? archive/rivers.nc').click();
    await page.button('Who has access above? archive').click();
    await page.button('Who has access above? old').click();
    expect(shown).toEqual([26, 9, 27]);
  });
});
