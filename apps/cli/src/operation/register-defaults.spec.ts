import { withoutBcrypt } from './register-defaults';

describe('register_defaults', () => {
  it('names the package bcrypt where it is not installed', () => {
    const error = Object.assign(new Error("Cannot find module 'bcrypt'\nRequire stack: …"), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(() => withoutBcrypt(error)).toThrow('The package bcrypt is not installed');
  });

  it('leaves other errors as they are', () => {
    const error = Object.assign(new Error("Cannot find module 'pg'"), { code: 'MODULE_NOT_FOUND' });
    expect(() => withoutBcrypt(error)).toThrow(error);
  });
});
