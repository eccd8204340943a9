import { errorsByStatus, withStatus } from './declared-errors';

describe('the errors of an operation', () => {
  it('are sorted by status and code, each once, with the status of the catalogue or another one of theirs', () => {
    const errors = errorsByStatus([
      'user_not_found',
      'user_name_taken',
      'group_not_found',
      'user_not_found',
      ...withStatus(400, 'user_not_found'),
    ]);
    expect([...errors]).toEqual([
      [400, ['user_not_found']],
      [404, ['group_not_found', 'user_not_found']],
      [409, ['user_name_taken']],
    ]);
  });

  it('may leave a status of the contract without codes', () => {
    expect([...errorsByStatus(['user_not_found'], [409, 404])]).toEqual([
      [404, ['user_not_found']],
      [409, []],
    ]);
  });

  it('cannot have a status that the catalogue does not give them', () => {
    expect(() => errorsByStatus(withStatus(409, 'user_not_found'))).toThrow(
      'user_not_found is never answered with 409',
    );
  });
});
