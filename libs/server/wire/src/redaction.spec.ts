import { redactApiTarget, redactTarget } from './redaction';

describe('a target of the API as it is shown', () => {
  it.each([
    ['/users', '', '/users'],
    ['/users', 'limit=3&after=bob', '/users?limit=3&after=bob'],
    ['/tmp/0b1c', '', '/tmp/***'],
    ['//tmp/0b1c', 'x=1', '/tmp/***?x=1'],
    ['/%74mp/0b1c', '', '/tmp/***'],
    ['/tmp%2F0b1c', '', '/tmp/***'],
    ['%2ftmp%2f0b1c/', '', '/tmp/***'],
    ['/%74mp/0b1c%ff', '', '/tmp/***'],
    ['/tmp', '', '/tmp'],
    ['/ui/tmp/0b1c', '', '/ui/tmp/***'],
    ['//ui//%74mp%2F0b1c', 'x=1', '/ui/tmp/***?x=1'],
    ['/ui/tmp', '', '/ui/tmp'],
    ['/ui/login', 'error=refused&user_name=a', '/ui/login?***'],
    ['/ui%2Flogin', 'pass%zz=canary', '/ui%2Flogin?***'],
    ['/signin', 'user_name=a&password=canary', '/signin?***'],
    ['/%73ignin', 'user_name=a', '/%73ignin?***'],
    ['/network/link', 'anything=canary', '/network/link?***'],
    ['/x', 'PASSWORD=canary&gatehouse_token=canary&a=b', '/x?PASSWORD=***&gatehouse_token=***&a=b'],
    ['/x', 'p%61ssword=canary', '/x?p%61ssword=***'],
    ['/x', 'password', '/x?password'],
    ['/x', 'client_password=canary&api_key=canary', '/x?client_password=***&api_key=***'],
    ['/x', 'state=canary&code=canary&stated=a', '/x?state=***&code=***&stated=a'],
  ])('for %s?%s is %s', (path, query, shown) => {
    expect(redactApiTarget(path, query)).toBe(shown);
  });
});

describe('a target of a service as it is shown', () => {
  it.each([
    ['/tmp/0b1c?a=b', '/tmp/0b1c?a=b'],
    ['/a?gatehouse_token=canary&b=c', '/a?gatehouse_token=***&b=c'],
    ['/a?gatehouse%5Ftok%65n=canary', '/a?gatehouse%5Ftok%65n=***'],
    ['/a?Password=canary&%zzapi_key=canary&token', '/a?Password=***&%zzapi_key=***&token'],
    ['/a?%zz%70assword=canary', '/a?%zz%70assword=***'],
    [
      '/a?api-key=canary&apiKey=canary&X-Amz-Signature=canary',
      '/a?api-key=***&apiKey=***&X-Amz-Signature=***',
    ],
    [
      '/a?X-Amz-Credential=canary&Authorization=canary&sig=canary',
      '/a?X-Amz-Credential=***&Authorization=***&sig=***',
    ],
    ['/a?passphrase=canary&pwd=canary&pass=canary', '/a?passphrase=***&pwd=***&pass=***'],
    ['/a?t%69cket=canary&tickets=2', '/a?t%69cket=***&tickets=2'],
    ['/a?b=c?token=canary', '/a?b=c?token=canary'],
    ['/a?b=1;token=canary;c=2', '/a?b=1;token=***;c=2'],
    ['/a?signed=1&decode=2&estate=3&passage=4', '/a?signed=1&decode=2&estate=3&passage=4'],
  ])('for %s is %s', (target, shown) => {
    expect(redactTarget(target, { secretName: 'ticket' })).toBe(shown);
  });
});
