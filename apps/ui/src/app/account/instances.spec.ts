import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { Instances } from './instances';

describe('the accounts at other instances', () => {
  let api: StubbedApi;
  const linked = { user_name: 'alice', remote_user_name: 'billy', node_name: 'node-b' };

  beforeEach(() => {
    api = new StubbedApi()
      .answer('GET /prefix/network/nodes', { nodes: [{ name: 'node-b' }, { name: 'node-c' }] })
      .answer('GET /prefix/network/remote_users/current', { remote_users: [linked] });
  });

  it('are shown for every instance, and linked by a form that leads to it', async () => {
    const page = await render(Instances);
    const rows = page.region('Accounts at other instances').items;
    expect(rows[0]).toContain('linked with billy');
    expect(rows[1]).toContain('no account is linked');
    const forms = [...page.element.querySelectorAll('form')];
    expect(forms.map((form) => [form.method, form.getAttribute('action')])).toEqual([
      ['post', '/prefix/network/nodes/node-c/link'],
    ]);
  });

  it('get a token after a question, which is shown once', async () => {
    const page = await render(Instances);
    api.answer('GET /prefix/network/nodes/node-b/token', { token: '59463f76-2dad-4a3d-802a-860bf807eae2' });
    await page.button('New token of node-b').click();
    expect(api.calls).not.toContain('GET /prefix/network/nodes/node-b/token');
    await page.button('New token').click();
    expect(page.dialog().name).toBe('Your token of node-b');
    expect(page.text).toContain('59463f76-2dad-4a3d-802a-860bf807eae2');
    await page.button('I have stored it').click();
    expect(page.text).not.toContain('59463f76');
  });

  it('show why an instance has issued no token', async () => {
    const page = await render(Instances);
    api.refuse('GET /prefix/network/nodes/node-c/token', 500, { error_code: 'network_request_failed' });
    await page.button('New token of node-c').click();
    await page.button('New token').click();
    expect(page.text).toContain('Refused with 500.');
  });
});
