import { ChangeDetectionStrategy, Component } from '@angular/core';
import { render } from '../testing';
import { Card } from './card';

@Component({
  imports: [Card],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<gh-card heading="Groups">Three.</gh-card><gh-card heading="Users">Four.</gh-card>`,
})
class TwoCards {}

describe('a card', () => {
  it('is a region named by its own heading', async () => {
    const page = await render(TwoCards);
    expect(page.region('Groups').text).toBe('Groups Three.');
    expect(page.region('Users').text).toBe('Users Four.');
  });
});
