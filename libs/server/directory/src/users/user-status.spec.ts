import { UserStatus } from '@gatehouse/database';
import { nameOfStatus, parseStatus, parseStatusFilter } from './user-status';

describe('the status of a user', () => {
  it.each([
    [1, UserStatus.OK],
    ['1', UserStatus.OK],
    [' ok ', UserStatus.OK],
    ['WebhookError', UserStatus.WebhookError],
    ['WEBHOOKERROR', UserStatus.WebhookError],
    [4, UserStatus.Pending],
    ['pending', UserStatus.Pending],
    ['Ok', undefined],
    ['webhookerrors', undefined],
    ['3', undefined],
    [true, undefined],
    [null, undefined],
    [['OK'], undefined],
  ])('%j is read as %s', (value, status) => {
    expect(parseStatus(value)).toBe(status);
  });

  it('has a name for each value', () => {
    expect(Object.values(UserStatus).map(nameOfStatus)).toEqual(['OK', 'WebhookError', 'Pending']);
  });
});

describe('a filter of statuses', () => {
  it.each([
    ['all', [1, 2, 4], false],
    ['pending', [4], true],
    ['OK,4', [1, 4], true],
    ['1;2', [1, 2], false],
    ['OK,nonsense', [1], false],
  ])('%j selects %j', (text, statuses, namesPending) => {
    expect(parseStatusFilter(text)).toEqual({ statuses, namesPending });
  });

  it.each(['', 'nonsense', 'aLL', ',', '3'])('%j selects nothing', (text) => {
    expect(parseStatusFilter(text)).toBeUndefined();
  });
});
