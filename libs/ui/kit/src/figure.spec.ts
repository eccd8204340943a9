import { render } from '../testing';
import { Figure } from './figure';
import { userIcon } from './icons';

describe('a figure', () => {
  it('shows what is counted, how many, and a note', async () => {
    const page = await render(Figure, {
      label: 'Users',
      icon: userIcon,
      value: '1,244',
      note: 'one of them built in',
    });
    expect(page.text).toBe('Users 1,244 one of them built in');
  });

  it('shows zero as a number, not as a pending value', async () => {
    const page = await render(Figure, { label: 'Users', icon: userIcon, value: '0' });
    expect(page.text).toBe('Users 0');
  });

  it('shows neither a number nor its note while the number is not known', async () => {
    const page = await render(Figure, {
      label: 'Users',
      icon: userIcon,
      value: '',
      note: 'one of them built in',
    });
    expect(page.text).toBe('Users');
  });
});
