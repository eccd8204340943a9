import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { ExplanationPanel } from './explanation-panel';

const EXPLAIN = 'GET /prefix/users/alice/resources/31/permissions/explain?permission=read';
const request = {
  principal: { kind: 'user', name: 'alice' },
  service: 'thredds',
  resourceId: 31,
  path: 'thredds/public',
  permission: 'read',
  effective: { access: 'allow', reason: 'user:4:alice' },
};
const allowed = { permission: 'read', access: 'allow', reason: 'user:4:alice', rules: [] };

describe('the explanation of a permission', () => {
  let api: StubbedApi;

  async function open(tokens: readonly object[], of: object = request): Promise<Rendered<ExplanationPanel>> {
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/users/alice/tokens', { tokens })
      .answer('GET /prefix/groups/readers/resources/31/permissions/explain?permission=read', allowed)
      .answer(EXPLAIN, allowed);
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    await TestBed.inject(DeploymentSettings).load();
    return render(ExplanationPanel, { request: of });
  }

  async function chooseToken(page: Rendered<ExplanationPanel>, id: string): Promise<void> {
    const select = page.element.querySelector('select')!;
    select.value = id;
    select.dispatchEvent(new Event('change'));
    await page.settle();
  }

  it('is that for a token of the user which is chosen, with what its restriction says', async () => {
    const page = await open([{ token_id: 'id-1', token_name: 'nightly' }]);
    expect(page.text).toContain('Reason: own assignment.');
    const denied = { ...allowed, access: 'deny', reason: 'token-restriction' };
    const restriction = { met: false, covered_by: null, public: false };
    api.answer(`${EXPLAIN}&token_id=id-1`, { ...denied, restriction });
    await chooseToken(page, 'id-1');
    expect(page.text).toContain('alice is not allowed to read.');
    expect(page.text).toContain('Reason: restriction of the token.');
    expect(page.text).toContain('No entry of the restriction of the token covers it.');
    await chooseToken(page, '');
    expect(page.text).toContain('alice is allowed to read.');
    expect(page.text).not.toContain('restriction of the token');
  });

  it.each([
    [{ met: true, covered_by: 31, public: false }, 'An entry of the restriction of the token covers it.'],
    [{ met: true, covered_by: null, public: true }, 'but everyone is allowed to.'],
  ])('says which part of the restriction allows it: %p', async (restriction, text) => {
    const page = await open([{ token_id: 'id-1', token_name: 'nightly' }]);
    api.answer(`${EXPLAIN}&token_id=id-1`, { ...allowed, restriction });
    await chooseToken(page, 'id-1');
    expect(page.text).toContain(text);
  });

  it('has no choice of tokens for a user without tokens, nor for a group', async () => {
    expect((await open([])).element.querySelector('select')).toBeNull();
    TestBed.resetTestingModule();
    const group = { ...request, principal: { kind: 'group', name: 'readers' } };
    const page = await open([{ token_id: 'id-1', token_name: 'nightly' }], group);
    expect(page.element.querySelector('select')).toBeNull();
    expect(api.calls).not.toContain('GET /prefix/users/alice/tokens');
  });
});
