import { nextReminder } from './token-reminders';

const END = new Date('2027-03-10T12:00:00Z');
const WEEK_BEFORE = new Date('2027-03-03T12:00:00Z');
const DAY_BEFORE = new Date('2027-03-09T12:00:00Z');

describe('the next reminder of the end of a token', () => {
  it.each([
    ['long before', '2027-01-01T00:00:00Z', WEEK_BEFORE],
    ['a moment before the first one', '2027-03-03T11:59:59.999Z', WEEK_BEFORE],
    ['at the time of the first one', '2027-03-03T12:00:00Z', DAY_BEFORE],
    ['between both', '2027-03-07T00:00:00Z', DAY_BEFORE],
    ['at the time of the second one', '2027-03-09T12:00:00Z', undefined],
    ['in the last hours', '2027-03-10T11:00:00Z', undefined],
    ['after the end', '2027-04-01T00:00:00Z', undefined],
  ])('%s is the first whose time has not come', (_, after, expected) => {
    expect(nextReminder(END, new Date(after))).toEqual(expected);
  });
});
