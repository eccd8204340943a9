import { render } from '../testing';
import { Banner } from './banner';

describe('a banner', () => {
  it('is a live region before it has a message', async () => {
    const page = await render(Banner, { message: '', tone: 'danger' });
    expect(page.banner().text).toBe('');
    expect(page.banner().interrupts).toBe(true);
  });

  it('shows its message in the existing region', async () => {
    const page = await render(Banner, { message: '', tone: 'danger' });
    const banner = page.banner();
    page.fixture.componentRef.setInput('message', 'It went wrong.');
    await page.settle();
    expect(banner.text).toBe('It went wrong.');
  });

  it.each([
    ['info', false],
    ['success', false],
    ['warning', true],
    ['danger', true],
  ])('with the tone %s interrupts: %s', async (tone, interrupts) => {
    const page = await render(Banner, { message: 'News.', tone });
    expect(page.banner().interrupts).toBe(interrupts);
  });
});
