import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { Problem } from '@gatehouse/ui-data';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { ProblemPanel } from './problem-panel';

@Component({
  imports: [ProblemPanel],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<gh-problem-panel
    about="The list is incomplete."
    [problem]="problem()"
    [canRetry]="canRetry()"
    (retry)="retries.push('again')"
  />`,
})
class Page {
  readonly problem = signal<Problem | undefined>(new Problem(0, 'x'));
  readonly canRetry = signal(true);
  readonly retries: string[] = [];
}

describe('a request that failed', () => {
  let page: Rendered<Page>;
  let network: jest.SpyInstance;
  const setNetwork = async (online: boolean) => {
    network.mockReturnValue(online);
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    await page.settle();
  };

  beforeEach(async () => {
    network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    page = await render(Page);
  });

  it('shows what failed and why, and can be repeated', async () => {
    expect(page.text).toContain('The list is incomplete. Gatehouse cannot be reached.');
    await page.button('Try again').click();
    expect(page.fixture.componentInstance.retries).toEqual(['again']);
  });

  it('because there was no network is repeated once when the network has returned', async () => {
    await setNetwork(false);
    expect(page.text).toContain('No connection. This is loaded as soon as it returns.');
    expect(page.fixture.componentInstance.retries).toEqual([]);
    await setNetwork(true);
    expect(page.fixture.componentInstance.retries).toEqual(['again']);
  });

  it('because it was refused is not repeated when the network has returned', async () => {
    page.fixture.componentInstance.problem.set(new Problem(403, 'Refused.', { code: 'permission_denied' }));
    await setNetwork(false);
    expect(page.text).toContain('Refused.');
    await setNetwork(true);
    expect(page.fixture.componentInstance.retries).toEqual([]);
  });

  it('to change something is never repeated automatically', async () => {
    page.fixture.componentInstance.canRetry.set(false);
    await setNetwork(false);
    expect(page.text).toContain('nothing you entered is lost');
    await setNetwork(true);
    expect(page.fixture.componentInstance.retries).toEqual([]);
  });
});
