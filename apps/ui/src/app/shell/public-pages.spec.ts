import { publicPageAt } from './public-pages';

const deployment = { origin: 'https://gate.example', consoleBase: '/auth/ui/', apiRoot: '/auth/' };

describe('the pages that need no session', () => {
  it.each([
    '/auth/ui/login',
    '/auth/ui/login/',
    '/auth/ui/register/users',
    '/auth/ui/register/users/ada.lovelace',
    '/auth/ui/tmp/0b1c2d3e',
    '/auth/ui/password/reset',
    '/auth/ui/network/authorize',
  ])('include %s', (path) => {
    expect(publicPageAt(path, deployment)).toEqual(expect.any(Function));
  });

  it.each([
    '/auth/ui/',
    '/auth/ui',
    '/ui/login',
    '/auth/ui/login/x',
    '/auth/ui/users',
    '/auth/ui/xlogin',
    '/auth/ui/tmp',
    '/auth/ui/tmp/a/b',
  ])('do not include %s', (path) => {
    expect(publicPageAt(path, deployment)).toBeUndefined();
  });
});
