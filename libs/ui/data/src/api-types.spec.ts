import { TestBed } from '@angular/core/testing';
import { StubbedApi } from '../testing';
import { ApiClient } from './index';

describe('the types of the API client', () => {
  let api: StubbedApi;
  let client: ApiClient;

  beforeEach(() => {
    api = new StubbedApi();
    client = TestBed.inject(ApiClient);
  });

  it('accept what the description declares, and reject the rest at compile time', async () => {
    api.answer('PATCH /prefix/users/o%20neil', {}).answer('GET /prefix/users', { user_names: [] });
    await client.patch('/users/{user_name}', {
      path: { user_name: 'o neil' },
      body: { email: 'o@example.org' },
    });
    // @ts-expect-error the path of this operation has a parameter
    await client.patch('/users/{user_name}', { body: { email: 'o@example.org' } }).catch(() => undefined);
    // @ts-expect-error users have no such field
    await client.patch('/users/{user_name}', { path: { user_name: 'o neil' }, body: { mail: 'x' } });
    // @ts-expect-error there is no such operation
    await client.put('/users').catch(() => undefined);
    // @ts-expect-error requests have no such option
    await client.get('/users', { unautorized: 'problem' });
    const reply = await client.get('/users');
    // @ts-expect-error the reply has no such field
    expect(reply.names).toBeUndefined();
    expect(reply.user_names).toEqual([]);
  });

  it('send changes with the revision that they are based on', async () => {
    api.answer('PATCH /prefix/users/bob', {});
    await client.patch('/users/{user_name}', { path: { user_name: 'bob' }, body: {}, ifMatch: 17 });
    expect(api.requests[0]!.headers.get('If-Match')).toBe('"17"');
  });
});
