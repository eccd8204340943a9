import { ChangeDetectionStrategy, Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { Messages } from './messages';

const LIST = 'GET /prefix/notifications?kind=portal&limit=200';

@Component({
  selector: 'gh-host',
  imports: [Messages],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: '<gh-messages kind="portal" />',
})
class Host {}

describe('the pushes to the workflow portal', () => {
  beforeEach(() => TestBed.configureTestingModule({ providers: [provideRouter([])] }));

  it('have their last errors, and those that failed are sent again on request', async () => {
    const failed = {
      notification_id: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
      sequence: 3,
      kind: 'portal',
      state: 'failed',
      user_name: null,
      attempts: 10,
      last_error: 'The portal has not accepted the password.',
      created: '2026-11-22T08:00:00.000Z',
      attempted: '2026-11-22T09:00:00.000Z',
      next_attempt: null,
      finished: '2026-11-22T09:00:01.000Z',
    };
    const again = `POST /prefix/notifications/${failed.notification_id}/replay`;
    const api = new StubbedApi().answer(LIST, { notifications: [failed] }).answer(again, {}, { status: 202 });
    const page = await render(Host);
    expect(page.text).toContain('The portal has not accepted the password.');
    api.answer(LIST, { notifications: [{ ...failed, state: 'queued' }] });
    const button = page.element.querySelector<HTMLButtonElement>('button[aria-label^="Send again: push of"]');
    button!.click();
    await page.settle();
    expect(api.calls).toEqual([LIST, again, LIST]);
    expect(page.text).toContain('Waiting');
  });

  it('say which setting is missing while there are none', async () => {
    new StubbedApi().answer(LIST, { notifications: [] });
    const page = await render(Host);
    expect(page.text).toContain('If a portal is configured (SVC_PORTAL_HOST)');
  });
});
