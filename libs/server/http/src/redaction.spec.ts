import { redact } from './redaction';

describe('redaction', () => {
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
    ['/ui/login', 'error=refused&user_name=a', '/ui/login?***'],
    ['/ui%2Flogin', 'pass%zz=canary', '/ui%2Flogin?***'],
    ['/signin', 'user_name=a&password=canary', '/signin?***'],
    ['/%73ignin', 'user_name=a', '/%73ignin?***'],
    ['/network/link', 'anything=canary', '/network/link?***'],
    ['/x', 'PASSWORD=canary&gatehouse_token=canary&a=b', '/x?PASSWORD=***&gatehouse_token=***&a=b'],
    ['/x', 'p%61ssword=canary', '/x?p%61ssword=***'],
    ['/x', 'password', '/x?password'],
  ])('of %s?%s gives %s', (path, query, told) => {
    expect(redact(path, query)).toBe(told);
  });
});
