import { notFoundParam, problem } from '@gatehouse/problems';
import { envelope, errorBody } from './envelope';
import { renderJson } from './rendering/json';

const REQUEST = { method: 'GET', path: '/a', url: 'https://gate.example.org/a?b=1' };

describe('the envelope of a reply', () => {
  it('has the common fields in the order of the contract', () => {
    expect(renderJson(envelope(200, 'application/json', 'Done.', REQUEST))).toBe(
      '{"code": 200, "type": "application/json", "detail": "Done.", "path": "/a", "url": "https://gate.example.org/a?b=1", "method": "GET"}',
    );
  });

  it('is the same for HEAD as for GET', () => {
    expect(envelope(200, 'a/b', '', { ...REQUEST, method: 'HEAD' })).toEqual(
      envelope(200, 'a/b', '', REQUEST),
    );
  });
});

describe('the body of an error', () => {
  const refused = { ...REQUEST, routeName: '/{name}' };

  it('has the fields of the request, the common fields, those of errors, and the problem', () => {
    const found = problem(
      'malformed_request',
      {},
      { extras: { user_name: 'ada' }, ...notFoundParam('a', 'x') },
    );
    const body = errorBody(found, 'application/json', 'en', refused);
    expect(Object.keys(body)).toEqual([
      'user_name',
      'code',
      'type',
      'detail',
      'path',
      'url',
      'method',
      'route_name',
      'request_url',
      'error_code',
      'param',
    ]);
    expect(body).toMatchObject({
      code: 400,
      route_name: '/{name}',
      request_url: REQUEST.url,
      error_code: 'malformed_request',
      param: { name: 'a', value: 'x', conditions: { not_none: false } },
    });
  });

  it.each([
    [null, null],
    [undefined, null],
    ['no!bad', 'no!bad'],
    [65, '65'],
    [false, 'false'],
    [['https://a.example', 'b'], "['https://a.example', 'b']"],
    [[1, 2], '[1, 2]'],
    [{ a: [1] }, '{"a":[1]}'],
    [['x'.repeat(2_000)], expect.stringMatching(/^.{0,1100}$/)],
  ])('has the value %j of a parameter as the text %j', (value, text) => {
    const found = problem('malformed_request', {}, notFoundParam('a', value));
    expect(errorBody(found, 'application/json', 'en', refused)['param']).toMatchObject({ value: text });
  });

  it('is in the language of the reply, that of a failed operation too', () => {
    const call = { exception: 'Error', error: 'failed', content: 'x'.repeat(5_000) };
    const failed = problem('unexpected_error', {}, { call });
    const body = errorBody(failed, 'application/json', 'fr', refused);
    expect(body['detail']).toBe(failed.detailIn('fr'));
    expect(body['detail']).not.toBe(failed.detail);
    expect(body['call']).toMatchObject({ detail: failed.detailIn('fr') });
    expect(renderJson(body).length).toBeLessThan(2_000);
  });
});
