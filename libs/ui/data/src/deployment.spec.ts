import { deploymentPaths } from './deployment';

describe('deployment paths', () => {
  it('finds the API at the root of the host when the console is at /ui/', () => {
    expect(deploymentPaths('https://host/ui/')).toEqual({
      origin: 'https://host',
      consoleBase: '/ui/',
      apiRoot: '/',
    });
  });

  it('finds the API below the same prefix as the console', () => {
    expect(deploymentPaths('http://host:8080/a/auth/ui/')).toEqual({
      origin: 'http://host:8080',
      consoleBase: '/a/auth/ui/',
      apiRoot: '/a/auth/',
    });
  });

  it('ignores a page name, a query and a fragment after the base', () => {
    expect(deploymentPaths('https://host/ui/index.html?a=/b/#/c/')).toMatchObject({
      consoleBase: '/ui/',
      apiRoot: '/',
    });
  });
});
