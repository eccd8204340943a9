import { TestBed } from '@angular/core/testing';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { SyncCredentials } from './sync-credentials';
import { aState } from './synchronizations.fixture';

const STATE = 'GET /prefix/services/ocean/synchronization';
const CREDENTIALS = '/prefix/services/ocean/synchronization/credentials';
const ORIGIN = 'https://data.example.org';

describe('the credentials of a synchronization', () => {
  let api: StubbedApi;
  let page: Rendered<SyncCredentials>;

  beforeEach(() => {
    TestBed.configureTestingModule({});
    api = new StubbedApi()
      .answer(STATE, { synchronization: aState() })
      .answer(`PUT ${CREDENTIALS}`, {})
      .answer(`DELETE ${CREDENTIALS}`, {});
  });

  const open = async () => {
    page = await render(SyncCredentials, { service: 'ocean', url: `${ORIGIN}/thredds` });
  };
  const bodies = () => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

  it('are set as a user name and a password, for the origin of the service', async () => {
    await open();
    expect(page.text).toContain('the service is read without any');
    await page.button('Set credentials').click();
    expect(page.text).toContain(`They are for ${ORIGIN} alone.`);
    await page.button('Save credentials').click();
    expect([page.field('Password').invalid, bodies()]).toEqual([true, []]);
    await page.field('User name').fill('reader');
    await page.field('Password').fill('correct horse');
    api.answer(STATE, { synchronization: aState({ credentials_origin: ORIGIN }) });
    await page.button('Save credentials').click();
    expect(bodies()).toEqual([{ user_name: 'reader', password: 'correct horse' }]);
    expect(page.text).toContain(`Credentials are set for ${ORIGIN}.`);
    expect(page.button('Replace credentials').focused).toBe(true);
  });

  it('are set as a token, and nothing of what was entered is kept', async () => {
    await open();
    await page.button('Set credentials').click();
    page.element.querySelector<HTMLInputElement>('input[value="bearer"]')!.click();
    await page.settle();
    await page.field('Token').fill('abc');
    await page.button('Save credentials').click();
    expect(bodies()).toEqual([{ token: 'abc' }]);
    await page.button('Set credentials').click();
    expect(page.field('Token').value).toBe('');
  });

  it('stay in the form with the reason when they are refused', async () => {
    api.refuse(`PUT ${CREDENTIALS}`, 422, { error_code: 'synchronization_credentials_invalid' });
    await open();
    await page.button('Set credentials').click();
    await page.field('User name').fill('a:b');
    await page.field('Password').fill('secret');
    await page.button('Save credentials').click();
    expect(page.text).toContain('Refused with 422.');
    expect(page.field('User name').value).toBe('a:b');
  });

  it('are deleted after a question', async () => {
    api.answer(STATE, { synchronization: aState({ credentials_origin: ORIGIN }) });
    await open();
    await page.button('Delete credentials').click();
    expect(page.dialog().name).toBe('Delete the credentials?');
    api.answer(STATE, { synchronization: aState() });
    const answers = page.element.querySelectorAll<HTMLButtonElement>('dialog button');
    answers[answers.length - 1]?.click();
    await page.settle();
    expect(api.calls).toContain(`DELETE ${CREDENTIALS}`);
    expect(page.text).toContain('The credentials are deleted.');
  });
});
