import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import {
  type ChangeEvent,
  ChangeFeed,
  type ConfigurationPlan,
  DeploymentSettings,
  Session,
} from '@gatehouse/ui-data';
import { anAdministrator, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered, visibleText } from '@gatehouse/ui-kit/testing';
import { LanguageChoice } from '../language/language-choice';
import { ConfigurationPage } from './configuration-page';
import { ExportFiles } from './export-files';

const PLAN = 'POST /prefix/configuration/plan';
const APPLY = 'POST /prefix/configuration/apply';
const SETS = 'GET /prefix/configuration/sets';

const none = { services: 0, resources: 0, users: 0, groups: 0, memberships: 0, permissions: 0 };
const noSide = {
  administrator_count: 0,
  administrators: [],
  anonymous: false,
  users: 0,
  decisions: 0,
  row_count: 0,
  summary: [],
  entries: [],
};
const plan: ConfigurationPlan = {
  plan_hash: 'a',
  revision: 57,
  refused: false,
  counts: { create_service: 1, set_permission: 1500, remove_permission: 1 },
  steps: 1,
  changes: [
    { change: 'create_service', service: 'maps', fields: { type: 'geoserver', sync_type: null } },
    {
      change: 'set_permission',
      group: 'anonymous',
      service: 'maps',
      resource: '/rivers',
      before: 'read-deny-match',
      after: 'read-allow-recursive',
    },
    { change: 'remove_permission', user: 'ada', service: 'maps', resource: '', before: 'read-allow-match' },
  ],
  set: 'default',
  needs_allow_gain: false,
  kept_count: 0,
  kept: [],
  message_count: 2,
  messages: [
    {
      severity: 'warning',
      error_code: 'configuration_entry_replaced',
      file: 'maps.yml',
      line: 3,
      column: 2,
      path: 'groups[0]',
      detail: 'This entry has no effect.',
      remedy: 'Remove it.',
    },
    {
      severity: 'skipped',
      error_code: 'service_not_found',
      file: 'maps.yml',
      line: 14,
      column: 5,
      path: 'permissions[0]',
      detail: 'Service not found.',
      remedy: 'Check the name; `GET /services` lists the existing ones.',
    },
  ],
  history: '57-1',
  effect_hash: 'e',
  effect: {
    revision: 57,
    is_complete: false,
    gains: {
      ...noSide,
      anonymous: true,
      users: 12,
      decisions: 240,
      row_count: 1,
      summary: [
        {
          group: 'anonymous',
          everybody: true,
          service: 'maps',
          permission: 'read',
          users: 12,
          resources: 20,
          decisions: 240,
        },
      ],
    },
    losses: noSide,
    reconfigured_services: [],
  },
};

describe('the page of configuration files', () => {
  let api: StubbedApi;
  let page: Rendered<ConfigurationPage>;
  let listeners: ((event: ChangeEvent) => void)[];

  beforeEach(async () => {
    listeners = [];
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(anAdministrator()))
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer(SETS, { sets: [] })
      .answer(PLAN, plan);
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    jest.spyOn(TestBed.inject(ChangeFeed), 'follow').mockImplementation((listener) => {
      listeners.push(listener);
      return () => undefined;
    });
  });

  afterEach(() => localStorage.clear());

  async function open(): Promise<void> {
    page = await render(ConfigurationPage);
  }

  async function choose(name = 'maps.yml', content = 'groups: []'): Promise<void> {
    const input = page.element.querySelector<HTMLInputElement>('input[name="files"]')!;
    const file = new File([content], name);
    file.arrayBuffer = async () => new TextEncoder().encode(content).buffer as ArrayBuffer;
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    Object.defineProperty(input, 'value', { value: '', writable: true });
    input.dispatchEvent(new Event('change'));
    await page.settle();
  }

  async function planned(): Promise<void> {
    await open();
    await page.button('Plan files').click();
    await choose();
    await page.button('Plan').click();
  }

  const tell = (event: ChangeEvent) => {
    for (const listener of listeners) listener(event);
  };
  const bodies = (call: string) =>
    api.requests.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  const positionOf = (text: string) => page.text.indexOf(text);

  it('lists file sets with what they own and their drift, and plans the files of one', async () => {
    const drift = { drift: 'changed', object: 'permission', group: 'hydrologists', service: 'maps' };
    api.answer(SETS, {
      sets: [
        {
          name: 'platform',
          applied_at: '2026-11-27T10:00:00.000Z',
          revision: 58,
          owned: { ...none, services: 2, permissions: 20 },
          unnamed: none,
          drift_count: 120,
          drift: [
            { ...drift, resource: '/rivers', stated: 'read-allow-recursive', present: 'read-deny-match' },
            { drift: 'removed', object: 'user', user: 'ada', stated: { email: 'a@b.c' }, present: null },
          ],
        },
      ],
    });
    await open();
    expect(page.text).toContain('2 services and 20 permissions');
    expect(page.text).toContain('120 differences');
    expect(page.text).toContain(
      'read of hydrologists on maps/rivers Changed Allow here and below Deny, only this resource',
    );
    expect(page.text).toContain('User ada Removed email: a@b.c does not exist');
    await page.button('Plan its files: platform').click();
    await choose();
    await page.button('Plan').click();
    expect(bodies(PLAN)).toMatchObject([{ set: 'platform' }]);
  });

  it('marks messages with the language in which they were requested', async () => {
    const choice = TestBed.inject(LanguageChoice);
    choice.choose('fr');
    await open();
    await page.button('Planifier des fichiers').click();
    await choose();
    await page.button('Planifier').click();
    const languages = () =>
      [...page.element.querySelectorAll('gh-plan-messages td.path')].map((cell) => cell.getAttribute('lang'));
    expect([page.text.includes('Non appliqué'), languages()]).toEqual([true, ['fr', 'fr']]);
    choice.choose('en');
    await page.settle();
    expect([page.text.includes('Skipped'), languages()]).toEqual([true, ['fr', 'fr']]);
    await page.button('Plan again').click();
    expect(languages()).toEqual(['en', 'en']);
  });

  it('shows all differences of a set, those that its list does not have when they are asked for', async () => {
    const drift = Array.from({ length: 102 }, (_, index) => ({
      drift: 'removed',
      object: 'group',
      group: `team-${index}`,
      stated: null,
      present: null,
    }));
    const set = { name: 'platform', applied_at: '2026-11-27T10:00:00.000Z', revision: 58, owned: none };
    const withDrift = (listed: typeof drift) => ({
      sets: [{ ...set, unnamed: none, drift_count: drift.length, drift: listed }],
    });
    api.answer(SETS, withDrift(drift.slice(0, 100)));
    await open();
    const rows = () => page.element.querySelectorAll('tbody tr').length;
    expect(rows()).toBe(50);
    await page.button('Show more').click();
    expect(rows()).toBe(100);
    api.answer(`${SETS}?set=platform&drift_offset=100`, withDrift(drift.slice(100)));
    await page.button('Show more').click();
    expect(rows()).toBe(102);
    expect(page.text).toContain('team-101');
    expect(() => page.button('Show more')).toThrow();
  });

  it('plans nothing without files', async () => {
    await open();
    await page.button('Plan files').click();
    await page.button('Plan').click();
    expect(page.text).toContain('Choose at least one file.');
    expect(bodies(PLAN)).toEqual([]);
  });

  it('shows a plan: messages by their consequences, then who gains access, then what changes', async () => {
    await planned();
    expect(document.activeElement?.textContent).toBe('Plan');
    expect(positionOf('Service not found.')).toBeLessThan(positionOf('This entry has no effect.'));
    expect(page.text).toContain(
      'maps.yml line 14, column 5 permissions[0] Service not found. Check the name; GET /services lists the existing ones.',
    );
    expect(positionOf('This entry has no effect.')).toBeLessThan(positionOf('at least 12 users'));
    expect(page.text).toContain('Callers who are not signed in gain access too.');
    expect(positionOf('at least 12 users')).toBeLessThan(positionOf('maps/rivers'));
    expect(page.text).toContain(
      'Changed maps/rivers Everyone read Deny, only this resource Allow here and below',
    );
    expect(page.text).toContain('Removed maps ada read Allow, only this resource Not set');
    expect(page.text).toContain('1,499 more are not listed here.');
    expect(page.text).toContain('Added Service maps type: geoserver sync_type: removed');
  });

  it('cannot be applied if it is refused', async () => {
    api.answer(PLAN, { ...plan, refused: true });
    await planned();
    expect(page.text).toContain('These files are refused.');
    expect(() => page.button('Apply…')).toThrow();
  });

  it('is applied without a question if it changes nothing, so that its set is recorded', async () => {
    api.answer(PLAN, { ...plan, counts: {}, changes: [] }).answer(APPLY, { revisions: [], counts: {} });
    await planned();
    expect(() => page.button('Apply…')).toThrow();
    await page.button('Record for the file set').click();
    expect(bodies(APPLY)).toMatchObject([{ plan_hash: 'a', revision: 57 }]);
    expect(page.text).toContain('The files are applied. Nothing was left to change.');
  });

  it('applies a plan after naming what it does, and says with which revision', async () => {
    api.answer(APPLY, { revisions: [58], counts: plan.counts });
    await planned();
    await page.button('Apply…').click();
    const named = visibleText(page.element.querySelector('dialog'));
    expect(named).toContain('1 service created 1,500 permissions set 1 permission removed');
    expect(named).toContain('1 entry is not applied');
    expect(named).toContain('Access gained: at least 12 users.');
    await page.button('Apply').click();
    expect(bodies(APPLY)).toMatchObject([{ plan_hash: 'a', prune: 'none' }]);
    expect(page.text).toContain('The files are applied. Revision 58');
  });

  it('asks again before removals that may give somebody access', async () => {
    api.answer(PLAN, { ...plan, needs_allow_gain: true }).answer(APPLY, { revisions: [58], counts: {} });
    await planned();
    await page.button('Apply…').click();
    await page.button('Apply').click();
    expect(bodies(APPLY)).toEqual([]);
    page.element.querySelector<HTMLInputElement>('input[name="allow_gain"]')!.click();
    await page.button('Apply').click();
    expect(bodies(APPLY)).toMatchObject([{ allow_gain: true }]);
  });

  it('shows what is different if the plan has changed meanwhile', async () => {
    api.refuse(APPLY, 409, { error_code: 'configuration_plan_outdated' });
    await planned();
    await page.button('Apply…').click();
    api.answer(PLAN, { ...plan, plan_hash: 'b', changes: [{ change: 'create_group', group: 'new' }] });
    await page.button('Apply').click();
    expect(page.text).toContain('The plan is no longer the one that you confirmed. Nothing was applied.');
    expect(page.text).toContain('1 change is new: Group new (1 group created)');
    expect(page.text).toContain(
      'maps/rivers, read, Everyone: Deny, only this resource → Allow here and below',
    );
    expect(page.button('Apply…')).toBeDefined();
  });

  it('says if others have changed what the plan depends on', async () => {
    await planned();
    tell({ revision: 57, kinds: ['group_rule'] });
    tell({ revision: 60, kinds: ['session'] });
    await page.settle();
    expect(page.text).not.toContain('were changed after this plan was made');
    tell({ revision: 58, kinds: ['group_rule'] });
    await page.settle();
    expect(page.text).toContain('were changed after this plan was made');
  });

  it('exports the present state as files, with what must be set again', async () => {
    const lines = [
      { name: 'principals.yml', content: 'users: []\n' },
      { omitted: { passwords: ['ada', 'bob'], variables: [] } },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const headers = { 'Content-Type': 'application/jsonl; charset=UTF-8' };
    api.on('GET /prefix/configuration/export', () => new Response(text, { status: 200, headers }));
    const exporting = await render(ExportFiles);
    await exporting.button('Prepare the files').click();
    expect(exporting.text).toContain('1 file, 10 bytes');
    expect(exporting.text).toContain('2 users had a password, which is not in the files: ada, bob');
    expect(exporting.button('Download principals.yml')).toBeDefined();
  });

  it('does not take an export that ends before its last line for a whole one', async () => {
    const headers = { 'Content-Type': 'application/jsonl; charset=UTF-8' };
    const part = '{"name": "principals.yml", "content": "users: []"}\n{"name": "service-ma';
    api.on('GET /prefix/configuration/export', () => new Response(part, { status: 200, headers }));
    const exporting = await render(ExportFiles);
    await exporting.button('Prepare the files').click();
    expect(exporting.text).toContain('Gatehouse cannot be reached.');
    expect(exporting.text).not.toContain('principals.yml');
  });
});
