import { effect } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { render, type Rendered } from '../testing';
import { ToastList, Toasts } from './toasts';

describe('messages on what has been done', () => {
  let page: Rendered<ToastList>;
  let toasts: Toasts;
  let before: HTMLButtonElement;

  const texts = () => toasts.shown().map(({ text }) => text);
  const region = () => page.element.firstElementChild!;
  const closeButtons = () => Array.from(page.element.querySelectorAll('button'));

  beforeEach(async () => {
    before = document.body.appendChild(document.createElement('button'));
    page = await render(ToastList);
    toasts = TestBed.inject(Toasts);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'requestAnimationFrame'] });
  });
  afterEach(() => {
    jest.useRealTimers();
    before.remove();
  });

  it('are shown for 8 seconds, longer ones for longer', () => {
    toasts.show('Saved.');
    toasts.show('a'.repeat(160));
    jest.advanceTimersByTime(8_000);
    expect(texts()).toEqual(['a'.repeat(160)]);
    jest.advanceTimersByTime(6_000);
    expect(texts()).toEqual([]);
  });

  it('are at most three, and the same one is not repeated', () => {
    for (const text of ['a', 'b', 'c', 'd', 'b']) toasts.show(text);
    expect(texts()).toEqual(['c', 'd', 'b']);
  });

  it('do not cause an effect that shows one to run again', () => {
    let runs = 0;
    TestBed.runInInjectionContext(() =>
      effect(() => {
        runs += 1;
        toasts.show('Linked.');
      }),
    );
    TestBed.tick();
    toasts.show('Saved.');
    TestBed.tick();
    expect([runs, texts()]).toEqual([1, ['Linked.', 'Saved.']]);
  });

  it.each([
    ['the pointer', 'mouseenter', 'mouseleave'],
    ['the focus', 'focusin', 'focusout'],
  ])('remain while %s is on them', (_what, enter, leave) => {
    toasts.show('Saved.');
    region().dispatchEvent(new FocusEvent(enter));
    toasts.show('Saved again.');
    jest.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['Saved.', 'Saved again.']);
    region().dispatchEvent(new FocusEvent(leave));
    jest.advanceTimersByTime(8_000);
    expect(texts()).toEqual([]);
  });

  it('return the focus to where it was when one is closed', () => {
    toasts.show('Saved.');
    TestBed.tick();
    before.focus();
    const [close] = closeButtons();
    close!.focus();
    close!.click();
    expect(texts()).toEqual([]);
    expect(document.activeElement).toBe(before);
  });

  it('are a region with a name, which is not there when it is empty', () => {
    expect(region().hasAttribute('hidden')).toBe(true);
    toasts.show('Saved.');
    TestBed.tick();
    expect([region().getAttribute('role'), region().getAttribute('aria-label')]).toEqual([
      'region',
      'Messages',
    ]);
    expect(region().hasAttribute('hidden')).toBe(false);
  });
});
