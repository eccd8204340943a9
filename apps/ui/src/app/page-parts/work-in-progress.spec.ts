import { TestBed } from '@angular/core/testing';
import { Problem } from '@gatehouse/ui-data';
import { Toasts } from '@gatehouse/ui-kit';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { WorkList } from '../shell/work-list';
import { WorkInProgress } from './work-in-progress';

const TEXTS = {
  name: 'Deleting users',
  done: (count: number) => `${count} deleted`,
  failed: (count: number) => `${count} not deleted`,
};

describe('an action on several objects', () => {
  let frame: Rendered<WorkList>;
  let works: WorkInProgress;
  const toasts = () =>
    TestBed.inject(Toasts)
      .shown()
      .map(({ text }) => text);
  const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  beforeEach(async () => {
    frame = await render(WorkList);
    works = TestBed.inject(WorkInProgress);
  });

  it('shows its progress in the frame, and the browser asks before it closes the console meanwhile', async () => {
    const replies: (() => void)[] = [];
    const ended = works.runForEach(
      ['ada', 'bo'],
      TEXTS,
      () => new Promise<void>((reply) => replies.push(reply)),
    );
    await frame.settle();
    expect(frame.text).toBe('Deleting users: 0 of 2');
    expect(asksBeforeClosing()).toBe(true);
    replies[0]?.();
    await frame.settle();
    expect(frame.text).toBe('Deleting users: 1 of 2');
    replies[1]?.();
    expect(await ended).toEqual([]);
    await frame.settle();
    expect(frame.text).toBe('');
    expect(toasts()).toEqual(['2 deleted']);
    expect(asksBeforeClosing()).toBe(false);
  });

  it('continues after a refusal, and lists the objects that were refused until that is dismissed', async () => {
    const failed = await works.runForEach(['ada', 'bo', 'cy'], TEXTS, async (name) => {
      if (name === 'bo') throw new Problem(403, 'Bo is built in.', { code: 'permission_denied' });
    });
    await frame.settle();
    expect(failed).toEqual(['bo']);
    expect(toasts()).toEqual(['2 deleted']);
    expect(frame.text).toContain('1 not deleted');
    expect(frame.text).toContain('bo – Bo is built in.');
    await frame.button('Dismiss').click();
    expect(frame.text).toBe('');
  });

  it.each([
    ['the connection is lost', 0],
    ['nobody is signed in', 401],
  ])('stops when %s, and the remaining objects count as failed', async (_, status) => {
    const tried: string[] = [];
    const failed = await works.runForEach(['ada', 'bo', 'cy'], TEXTS, async (name) => {
      tried.push(name);
      if (name !== 'ada') throw new Problem(status, 'x');
    });
    expect(tried).toEqual(['ada', 'bo']);
    expect(failed).toEqual(['bo', 'cy']);
  });

  it('notifies pages when it ends, also if it failed', async () => {
    const before = works.ended();
    await works.runForEach(['ada'], TEXTS, () => Promise.reject(new Problem(500, 'x')));
    expect(works.ended()).not.toBe(before);
  });
});
