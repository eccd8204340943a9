import fc from 'fast-check';
import type { ServiceRoute } from './routes';
import { NetworkTokenParameter } from './network-token-parameter';

const parameter = new NetworkTokenParameter('gatehouse_token');
const route = (query: string): ServiceRoute => ({
  kind: 'proxy',
  service: 'maps',
  rest: '/a',
  segments: ['a'],
  exceptions: [],
  query,
});
const taken = (query: string) => {
  const { query: left, networkTokens } = parameter.takenFrom(route(query));
  return [left, networkTokens];
};

describe('the parameter of network tokens', () => {
  it.each([
    ['?gatehouse_token=x', '', ['x']],
    ['?gatehouse_token=x&a=1', '?a=1', ['x']],
    ['?a=1&gatehouse_token=x', '?a=1', ['x']],
    ['?a=%2f+%zz&gatehouse_token=x&&b', '?a=%2f+%zz&&b', ['x']],
    ['?gatehouse%5Ftok%65n=x%20y', '', ['x y']],
    ['?gatehouse_token=x&gatehouse_token=y', '', ['x', 'y']],
    ['?gatehouse_token', '', ['']],
    ['?gatehouse_token=', '', ['']],
    ['?gatehouse_token=a=b', '', ['a=b']],
  ])('is removed from %s, and nothing else is', (query, left, tokens) => {
    expect(taken(query)).toEqual([left, tokens]);
  });

  it.each(['', '?', '?a=gatehouse_token', '?gatehouse_tokens=x', '?x%ff=1', '?a=1;gatehouse_token=x'])(
    'is absent in %s, which is unchanged',
    (query) => {
      expect(taken(query)).toEqual([query, undefined]);
    },
  );

  it('is always removed from a query, and the other parameters are kept in their order', () => {
    const name = fc.constantFrom(
      'a',
      'gatehouse_token',
      'gatehouse%5ftoken',
      '%67atehouse_token',
      'b%20',
      '',
    );
    const pair = fc
      .tuple(name, fc.constantFrom('', '=', '=x', '=%ff', '=gatehouse_token'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
        const before = [...new URLSearchParams(query)];
        const after = [...new URLSearchParams(parameter.takenFrom(route(query)).query)];
        expect(after).toEqual(before.filter(([key]) => key !== 'gatehouse_token'));
      }),
    );
  });
});
