import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { DeploymentSettings, Session } from '@gatehouse/ui-data';
import { anAdministrator, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { SearchEntry } from './search-entry';
import { SearchShortcut } from '../navigation/search-shortcut';

describe('the search in the frame', () => {
  let page: Rendered<SearchEntry>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    new StubbedApi()
      .answer('GET /prefix/session', signedIn(anAdministrator()))
      .answer('GET /prefix/ui/settings.json', someSettings());
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    page = await render(SearchEntry);
  });

  async function pressShortcut(): Promise<KeyboardEvent> {
    const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    await page.settle();
    return event;
  }

  it('is opened by its button, and closed', async () => {
    expect(page.dialog().name).toBeUndefined();
    await page.button('Search and commands').click();
    expect(page.dialog().name).toBe('Search and commands');
    await page.dialog().cancel();
    expect(page.dialog().name).toBeUndefined();
  });

  it('is opened by its shortcut, which it shows, instead of what the browser does with the keys', async () => {
    const button = page.element.querySelector('button')!;
    const shown = button.querySelector('kbd')?.dataset['keys'];
    expect([button.getAttribute('aria-keyshortcuts'), shown]).toEqual(['Control+K', 'Ctrl K']);
    expect(button.ariaLabel ?? button.getAttribute('aria-label')).toContain(button.textContent.trim());
    expect((await pressShortcut()).defaultPrevented).toBe(true);
    expect(page.dialog().name).toBe('Search and commands');
  });

  it('is not opened by a shortcut that is disabled', async () => {
    TestBed.inject(SearchShortcut).enable(false);
    await page.settle();
    expect((await pressShortcut()).defaultPrevented).toBe(false);
    expect(page.dialog().name).toBeUndefined();
    expect(page.element.querySelector('[aria-keyshortcuts], kbd')).toBeNull();
  });

  it('does not open while a dialog requires an answer', async () => {
    const question = document.createElement('dialog');
    question.open = true;
    document.body.append(question);
    await pressShortcut();
    question.remove();
    expect(page.dialog().name).toBeUndefined();
  });
});
