import { CreateGroupDto, ListUsersQuery, ResourceQuery } from '@gatehouse/dto';
import { errorsByStatus } from '../declared-errors';
import { fieldErrors } from './field-errors';

const NAME_RULES = [
  'name_has_control_characters',
  'name_has_format_characters',
  'name_has_other_spaces',
  'name_has_outer_spaces',
  'name_has_separators',
  'name_not_normalized',
];

describe('the errors of the fields of a DTO', () => {
  it('are those of its constraints and, for names, those of the rules for all names', () => {
    expect([...errorsByStatus(fieldErrors(CreateGroupDto, 'body'))]).toEqual([
      [400, [...NAME_RULES, 'value_empty', 'value_invalid', 'value_missing']],
      [422, ['value_invalid', 'value_wrong_type']],
    ]);
  });

  it('of a query report no wrong type, because every value of a query is a text', () => {
    const query = errorsByStatus(fieldErrors(ListUsersQuery, 'query'));
    expect(query.get(422)).toContain('value_out_of_range');
    expect(fieldErrors(ResourceQuery, 'query')).toEqual([]);
    expect(fieldErrors(ResourceQuery, 'body')).not.toEqual([]);
  });
});
