import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { jsonResponse, StubbedApi } from '@gatehouse/ui-data/testing';
import { Toasts } from '@gatehouse/ui-kit';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { WorkList } from '../shell/work-list';
import { PastePaths } from './paste-paths';

const CREATE = 'POST /prefix/services/rivers/resources';

@Component({
  imports: [PastePaths, WorkList],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (isOpen()) {
      <gh-paste-paths
        service="rivers"
        [below]="below"
        [allowed]="allowed"
        (created)="created.push($event)"
        (closed)="isOpen.set(false)"
      />
    }
    <gh-work-list />
  `,
})
class Frame {
  readonly isOpen = signal(true);
  readonly below = { id: 7, name: 'rivers', type: 'service' };
  readonly allowed = () => ['directory'];
  readonly created: number[] = [];
}

describe('a list of paths', () => {
  let page: Rendered<Frame>;
  /** Sends the replies to the requests so far. */
  let reply: (status: number) => Promise<void>;

  beforeEach(async () => {
    let waiting: ((response: Response) => void)[] = [];
    new StubbedApi()
      .answer('GET /prefix/resources/7/children?limit=10000', { children: [] })
      .on(CREATE, () => new Promise((resolve) => waiting.push(resolve)));
    page = await render(Frame);
    reply = async (status) => {
      const replies = waiting;
      waiting = [];
      for (const each of replies) {
        const resource = { resource_id: 8, resource_name: 'north', resource_type: 'directory' };
        each(jsonResponse(status === 201 ? { resource } : { code: status, detail: 'Refused.' }, status));
      }
      await page.settle();
    };
    const paths = page.element.querySelector('textarea')!;
    paths.value = 'north\nsouth';
    paths.dispatchEvent(new Event('input'));
    await page.settle();
    await page.button('Preview').click();
    await page.button('Create 2 resources').click();
  });

  it('is created with its progress in the frame after the dialog was closed', async () => {
    await page.button('Continue in the background').click();
    expect(page.text).toBe('Creating resources in rivers: 0 of 2');
    await reply(201);
    expect(page.text).toBe('Creating resources in rivers: 1 of 2');
    await reply(201);
    expect(page.text).toBe('');
    const shown = TestBed.inject(Toasts).shown();
    expect(shown.map(({ text }) => text)).toEqual(['2 resources created in rivers.']);
  });

  it('shows in the frame what has failed after the dialog was closed, until that is dismissed', async () => {
    await page.button('Continue in the background').click();
    await reply(201);
    await reply(409);
    expect(page.text).toContain('Not all resources were created in rivers.');
    await page.button('Dismiss').click();
    expect(page.text).toBe('');
  });

  it('reports its creation to the page while the dialog is open', async () => {
    await reply(201);
    expect(page.text).toContain('Creating resources in rivers: 1 of 2');
    await reply(201);
    expect(page.fixture.componentInstance.created).toEqual([2]);
    expect(TestBed.inject(WorkInProgress).running()).toEqual([]);
  });
});
