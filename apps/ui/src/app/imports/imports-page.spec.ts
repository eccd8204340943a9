import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import {
  type ChangeEvent,
  ChangeFeed,
  DeploymentSettings,
  type Import,
  type ImportWithReport,
  Session,
} from '@gatehouse/ui-data';
import { anAdministrator, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered, visibleText } from '@gatehouse/ui-kit/testing';
import { LOCALE } from '../language/language';
import { ImportsPage } from './imports-page';

const LIST = 'GET /prefix/imports?limit=20';

const one = (import_id: number, more: Partial<Import> = {}): Import => ({
  import_id,
  source_name: 'magpie',
  address: 'postgresql://db.example.org/magpie',
  state: 'succeeded',
  started: '2026-11-22T08:00:00.000Z',
  finished: '2026-11-22T08:00:05.000Z',
  failure: null,
  ...more,
});

const withReport = (listed: Import, more: Partial<ImportWithReport['report']> = {}): ImportWithReport => ({
  ...listed,
  report: {
    revision: '91af68bcdc67',
    taken: '2026-11-22T07:59:00.000Z',
    keeps_ids: true,
    counts: [
      { kind: 'user', source: 1200, create: 1198, change: 0, remove: 0, unchanged: 1, skip: 1 },
      { kind: 'node', source: 0, create: 0, change: 0, remove: 0, unchanged: 0, skip: 0 },
    ],
    conflicts: [
      {
        code: 'user_name_taken',
        summary: 'Users with a name that another user has.',
        rule: 'It is not imported.',
        alternatives: ['skip', 'rename: …'],
        count: 40,
        examples: [{ kind: 'user', ids: [12, 17], subject: 'Bob', detail: 'not imported', decision: 'skip' }],
      },
      {
        code: 'administrator',
        summary: 'Users who become administrators.',
        rule: 'They are members of the group.',
        alternatives: [],
        count: 1,
        examples: [{ kind: 'membership', ids: [3], subject: 'ada', detail: 'member of administrators' }],
      },
    ],
    ...more,
  },
});

describe('the page of imports', () => {
  let api: StubbedApi;
  let listeners: ((event: ChangeEvent) => void)[];

  let language: 'en' | 'fr';

  beforeEach(async () => {
    listeners = [];
    language = 'en';
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(anAdministrator()))
      .answer('GET /prefix/ui/settings.json', someSettings());
    const locale = { provide: LOCALE, useFactory: () => ({ language, locale: language }) };
    TestBed.configureTestingModule({ providers: [provideRouter([]), locale] });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    jest.spyOn(TestBed.inject(ChangeFeed), 'follow').mockImplementation((listener) => {
      listeners.push(listener);
      return () => undefined;
    });
  });

  const answers = (...imports: Import[]): void => {
    api.answer(LIST, { imports });
    for (const each of imports)
      api.answer(`GET /prefix/imports/${each.import_id}`, { import: withReport(each) });
  };
  const open = (): Promise<Rendered<ImportsPage>> => render(ImportsPage);

  it('says what an import is and shows its command where nothing was imported', async () => {
    answers();
    const page = await open();
    expect(page.text).toContain('Nothing was imported yet');
    expect(page.text).toContain('gatehouse import magpie --from postgresql://');
    expect(page.text).toContain('docs/migration.md');
    expect(api.calls).not.toContainEqual(expect.stringMatching(/imports\/\d/));
  });

  it('lists imports, and shows the report of the newest', async () => {
    answers(one(7), one(6, { state: 'failed', failure: 'the disk of the database is full' }));
    const page = await open();
    expect(page.text).toMatch(/Succeeded magpie postgresql:\/\/db\.example\.org\/magpie 5 seconds Import 7/);
    expect(page.text).toContain('Report of import 7');
    expect(page.text).toContain('Those of the source were kept');
    expect(page.text).toContain('91af68bcdc67');
    expect(page.button('Import 7').pressed).toBe(true);
    expect(page.text).toContain('gatehouse import verify');
  });

  it('shows what became of each kind of object that there is', async () => {
    answers(one(7));
    const page = await open();
    expect(page.text).toContain(
      'Kind In the source New Changed Removed Unchanged Not imported Users 1,200 1,198 0 0 1 1',
    );
    expect(page.text).not.toContain('Network nodes');
  });

  it('shows conflicts by code with number, rule, what can be decided, and examples', async () => {
    answers(one(7));
    const page = await open();
    expect(page.text).toContain('Conflicts 41');
    const [taken, administrators] = page.element.querySelectorAll('details');
    expect(taken?.open).toBe(false);
    const text = (element?: HTMLElement) => (element ? visibleText(element) : '');
    expect(text(taken)).toContain('Users with a name that another user has. 40');
    expect(text(taken)).toContain('Without a decision It is not imported. Can be decided skip rename: …');
    expect(text(taken)).toContain('Bob Users 12, 17 not imported skip');
    expect(text(taken)).toContain('39 more are not listed here. The option --conflicts writes all of them');
    expect(text(administrators)).toContain('Can be decided Nothing else');
    expect(text(administrators)).toContain('ada Memberships 3 member of administrators none');
    expect(page.text).toContain('import again with --decisions');
    expect(page.text).toContain('docs/reference/import.md');
  });

  it('shows another report on request, and says what a failed import has left', async () => {
    answers(one(7), one(6, { state: 'failed', failure: 'the disk of the database is full' }));
    const page = await open();
    await page.button('Import 6').click();
    expect(page.text).toContain('Report of import 6');
    expect(page.text).toContain(
      'The import failed: the disk of the database is full. What it had done remains',
    );
    expect(page.text).not.toContain('gatehouse import verify');
  });

  it('says what an interrupted import has left', async () => {
    answers(one(7, { state: 'interrupted' }));
    expect((await open()).text).toContain('The import was interrupted. What it had done remains');
  });

  it('reads pages of older imports', async () => {
    const newest = Array.from({ length: 20 }, (_, at) => one(30 - at));
    answers(...newest);
    api.answer(`${LIST}&before=11`, { imports: [one(10)] });
    const page = await open();
    await page.button('Show older imports').click();
    expect(page.text).toContain('Import 10');
    expect(page.text).not.toContain('Show older imports');
  });

  it('follows an import that begins when it changes something, and ends', async () => {
    answers();
    const page = await open();
    answers(one(1, { state: 'running', finished: null }));
    jest.useFakeTimers();
    for (const listener of listeners) listener({ revision: 5, kinds: ['user'] } as ChangeEvent);
    await jest.advanceTimersByTimeAsync(300);
    jest.useRealTimers();
    await page.settle();
    expect(page.text).toContain('The import is running.');
    expect(page.text).toContain('Running');
  });

  it('says so when the imports or a report cannot be read', async () => {
    api.refuse(LIST, 503);
    const page = await open();
    expect(page.text).toContain('The imports could not be loaded.');
    answers(one(7));
    api.refuse('GET /prefix/imports/7', 404);
    await page.button('Try again').click();
    expect(page.text).toContain('The report could not be loaded.');
  });

  it('marks what is in English for readers of French', async () => {
    language = 'fr';
    answers(one(7));
    const page = await open();
    expect(page.text).toContain('Rapport de l’import 7');
    expect(page.element.querySelector('[lang="en"]')?.textContent).toBe('not imported');
  });
});
