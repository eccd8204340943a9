import { render } from '@gatehouse/ui-kit/testing';
import { ManagedBy } from './managed-by';

describe('the mark of objects that file sets own', () => {
  it('names the sets, and says what a change means', async () => {
    const { text } = await render(ManagedBy, { object: { managed_by: ['climate', 'default'] } });
    expect(text).toBe(
      'managed by files: climate and default A change here is drift: the next application of the files reverts what they state.',
    );
  });

  it.each([{ managed_by: [] }, {}, undefined])('is absent from others: %j', async (object) => {
    expect((await render(ManagedBy, { object })).text).toBe('');
  });
});
