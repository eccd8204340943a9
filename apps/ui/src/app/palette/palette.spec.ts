import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { BrowserLocation, DeploymentSettings, Session } from '@gatehouse/ui-data';
import {
  anAdministrator,
  jsonResponse,
  RecordedLocation,
  signedIn,
  someSettings,
  StubbedApi,
} from '@gatehouse/ui-data/testing';
import { render, type Rendered, visibleText } from '@gatehouse/ui-kit/testing';
import { SearchShortcut } from '../navigation/search-shortcut';
import { Palette } from './palette';
import { textParts } from './palette-item';

const searchOf = (q: string): string =>
  `GET /prefix/search?${new URLSearchParams({ q, kinds: 'user,group,service,resource', limit: '6' })}`;

const ada = { kind: 'user', id: 3, name: 'ada', email: 'ada@example.org' };
const sailors = { kind: 'group', id: 4, name: 'sailors' };
const archive = { kind: 'service', id: 7, name: 'archive', path: 'archive', service_name: 'archive' };
const sst = {
  kind: 'resource',
  id: 9,
  name: 'sst.nc',
  path: 'archive/ocean/sst.nc',
  service_name: 'archive',
};

describe('the command palette', () => {
  let api: StubbedApi;
  let location: RecordedLocation;
  let page: Rendered<Palette>;
  let field: HTMLInputElement;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], advanceTimers: true });
    location = new RecordedLocation('/prefix/ui/');
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: '**', children: [] }]),
        { provide: BrowserLocation, useValue: location },
      ],
    });
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(anAdministrator()))
      .answer('GET /prefix/ui/settings.json', someSettings());
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    page = await render(Palette);
    field = page.element.querySelector('input')!;
  });

  afterEach(() => void jest.useRealTimers());

  async function type(text: string): Promise<void> {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await page.settle();
  }

  /** Types and waits until the search has begun and was answered. */
  async function search(text: string): Promise<void> {
    await type(text);
    await jest.advanceTimersByTimeAsync(200);
    await page.settle();
  }

  async function press(key: string): Promise<void> {
    // The key manager of the CDK reads codes of keys.
    const keyCode = { ArrowDown: 40, ArrowUp: 38 }[key] ?? 0;
    field.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }));
    await page.settle();
  }

  const options = (): string[] =>
    [...page.element.querySelectorAll('[role="option"]')].map((option) => visibleText(option));
  const active = (): string | undefined => {
    const id = field.getAttribute('aria-activedescendant');
    const option = id === null ? null : document.getElementById(id);
    return option?.getAttribute('aria-selected') === 'true' ? visibleText(option) : undefined;
  };
  const status = (): string => visibleText(page.element.querySelector('[role="status"]'));

  it('lists pages and actions before any input, without a request to the API', async () => {
    expect(options()).toEqual(expect.arrayContaining(['Users', 'Audit log', 'Register a service']));
    expect(active()).toBe('Home');
    expect(status()).toBe('');
    await jest.advanceTimersByTimeAsync(1000);
    expect(api.calls.filter((call) => call.includes('/search'))).toEqual([]);
  });

  it('groups the results by kind with their distinguishing details, and announces their number', async () => {
    api.answer(searchOf('zzz'), { results: [ada, sailors, archive, sst], truncated: true });
    await search('zzz');
    expect(options()).toEqual(['ada ada@example.org', 'sailors', 'archive', 'sst.nc archive/ocean/sst.nc']);
    const groups = [...page.element.querySelectorAll('[role="group"]')].map((group) =>
      visibleText(document.getElementById(group.getAttribute('aria-labelledby') ?? '')),
    );
    expect(groups).toEqual(['Users', 'Groups', 'Services', 'Resources']);
    expect(status()).toBe('4 results');
    expect(page.text).toContain('There may be more results.');
  });

  it('shows the anonymous user and its group as Everyone, and finds them by both names, each once', async () => {
    const group = { kind: 'group', id: 1, name: 'anonymous' };
    api.answer(searchOf('anony'), { results: [group], truncated: false });
    await search('anony');
    // What was typed is marked.
    expect(options()).toEqual(['Everyone anony mous']);
    api.answer(searchOf('every'), { results: [sailors], truncated: false });
    await search('every');
    expect(options()).toEqual(['Every one anonymous', 'Every one anonymous', 'sailors']);
  });

  it.each([
    [ada, '/users/ada'],
    [sailors, '/groups/sailors'],
    [archive, '/services/archive'],
    [sst, '/services/archive?resource=9'],
  ])('opens the page of what was chosen with Enter: %j', async (result, url) => {
    const closed = jest.fn();
    page.fixture.componentInstance.closed.subscribe(closed);
    api.answer(searchOf('xyz'), { results: [result], truncated: false });
    await search('xyz');
    await press('Enter');
    expect([TestBed.inject(Router).url, closed.mock.calls.length]).toEqual([url, 1]);
  });

  it('moves with the arrow keys around the end, and opens what is clicked', async () => {
    api.answer(searchOf('xyz'), { results: [ada, sailors], truncated: false });
    await search('xyz');
    const moves = [active()];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await press(key);
      moves.push(active());
    }
    expect(moves).toEqual(['ada ada@example.org', 'sailors', 'ada ada@example.org', 'sailors']);
    page.element.querySelector<HTMLElement>('[role="option"]')!.click();
    await page.settle();
    expect(TestBed.inject(Router).url).toBe('/users/ada');
  });

  it('finds pages and actions by words in any order, without case and accents', async () => {
    api.answer(searchOf('SERVICE regis'), { results: [], truncated: false });
    await search('SERVICE regis');
    expect(active()).toBe('Register a service');
    await press('Enter');
    expect(TestBed.inject(Router).url).toBe('/services?add=true');
  });

  it('changes the theme, and leads to pages of the API', async () => {
    api.answer(searchOf('dark'), { results: [], truncated: false });
    api.answer(searchOf('reference'), { results: [], truncated: false });
    await search('dark');
    await press('Enter');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await search('reference');
    await press('Enter');
    expect(location.visits).toEqual(['open /prefix/api']);
  });

  it('sends one request to the API for input without a pause', async () => {
    api.answer(searchOf('ada'), { results: [ada], truncated: false });
    for (const text of ['a', 'ad', 'ada']) await type(text);
    await jest.advanceTimersByTimeAsync(200);
    await page.settle();
    expect(api.calls.filter((call) => call.includes('/search'))).toEqual([searchOf('ada')]);
  });

  it('ignores the reply to an earlier text', async () => {
    let answerFirst!: (response: Response) => void;
    api.on(searchOf('zz'), () => new Promise((resolve) => (answerFirst = resolve)));
    api.answer(searchOf('zzz'), { results: [sailors], truncated: false });
    await search('zz');
    expect([options(), status()]).toEqual([[], 'Searching…']);
    await search('zzz');
    answerFirst(jsonResponse({ results: [ada], truncated: false }, 200));
    await page.settle();
    expect(options()).toEqual(['sailors']);
  });

  it('shows that nothing was found', async () => {
    api.answer(searchOf('zzz'), { results: [], truncated: false });
    await search('zzz');
    expect(status()).toBe('Nothing found for “zzz”.');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(active()).toBeUndefined();
  });

  it('shows why a search failed, keeps the text, and searches again on request', async () => {
    api.refuse(searchOf('zzz'), 503);
    await search('zzz');
    expect(page.banner().text).toBe('The search failed. Refused with 503. Try again');
    api.answer(searchOf('zzz'), { results: [ada], truncated: false });
    await page.button('Try again').click();
    expect([field.value, options(), page.banner().text]).toEqual(['zzz', ['ada ada@example.org'], '']);
  });

  it('closes with Escape, with its button, with its shortcut and with a press beside it', async () => {
    const closed = jest.fn();
    page.fixture.componentInstance.closed.subscribe(closed);
    await page.dialog().cancel();
    await page.button('Close').click();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    page.element.querySelector('dialog')!.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    page.element.querySelector('.foot')!.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    expect(closed).toHaveBeenCalledTimes(4);
  });
});

describe('the shortcut of the search', () => {
  const pressed = (init: KeyboardEventInit): boolean =>
    TestBed.inject(SearchShortcut).matches(new KeyboardEvent('keydown', init));

  it.each([
    [{ key: 'k', ctrlKey: true }, true],
    [{ key: 'K', ctrlKey: true }, true],
    [{ key: 'л', code: 'KeyK', ctrlKey: true }, true],
    [{ key: 't', code: 'KeyK', ctrlKey: true }, false],
    [{ key: 'k' }, false],
    [{ key: 'k', metaKey: true }, false],
    [{ key: 'k', ctrlKey: true, altKey: true }, false],
    [{ key: 'K', ctrlKey: true, shiftKey: true }, false],
  ])('is exactly Ctrl and K: %j %s', (init, expected) => {
    expect(pressed(init)).toBe(expected);
  });

  it('can be disabled, which the browser stores', () => {
    TestBed.inject(SearchShortcut).enable(false);
    expect(pressed({ key: 'k', ctrlKey: true })).toBe(false);
    TestBed.resetTestingModule();
    expect(TestBed.inject(SearchShortcut).enabled()).toBe(false);
  });
});

describe('the parts of a text that are found', () => {
  it.each([
    ['ada', '', ['ada']],
    ['Ada ADA', 'ada', ['<Ada>', ' ', '<ADA>']],
    ['a.b(c)', '.b(', ['a', '<.b(>', 'c)']],
  ])('are marked in %j where %j occurs', (text, searched, expected) => {
    const parts = textParts(text, searched).map((part) => (part.hit ? `<${part.text}>` : part.text));
    expect(parts).toEqual(expected);
  });
});
