import { describeError } from './logger';

/** An error as the driver of the database throws it. */
const answer = (code: string, message: string) =>
  Object.assign(new Error(message), { code, detail: 'Failing row contains (canary).' });

describe('an error in the log', () => {
  it.each([
    ['28P01', 'password authentication failed for user "gatehouse"'],
    ['53300', 'sorry, too many clients already'],
    ['53100', 'could not extend file: No space left on device'],
    ['57P01', 'terminating connection due to administrator command'],
    ['58030', 'could not read block'],
    ['08006', 'server conn crashed?'],
    ['3D000', 'database "gatehouse" does not exist'],
    ['25006', 'cannot execute INSERT in a read-only transaction'],
  ])('has the message of the database if SQLSTATE %s says that it is about the server', (code, message) => {
    expect(describeError(answer(code, message)).message).toBe(`database error ${code}: ${message}`);
  });

  it.each([
    ['23505', 'duplicate key value violates unique constraint "canary"'],
    ['22P02', 'invalid input syntax for type integer: "canary"'],
    ['40001', 'canary'],
    ['42P01', 'relation "canary" does not exist'],
  ])('has only SQLSTATE %s if the message can quote a row', (code, message) => {
    const { type, message: shown, stack } = describeError(answer(code, message));
    expect([type, shown]).toEqual(['Error', `database error ${code}`]);
    expect(stack).not.toContain('canary');
  });
});
