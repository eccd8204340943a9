import type { UnregisteredNamesDto } from '@gatehouse/dto';

/** To whom names are refused since they are not registered: to all but administrators, to some users, or to nobody. */
export type Refusal = 'all' | 'some' | 'none';

export function refusalOf({
  unregistered_names: treatment,
  registered_names_only: areOnlyRegistered,
  total,
}: Pick<UnregisteredNamesDto, 'unregistered_names' | 'registered_names_only' | 'total'>): Refusal {
  if (treatment === 'refuse') return 'all';
  // With `inherit`, the list names denials that such names avoid.
  return total > 0 && (treatment !== 'inherit' || areOnlyRegistered) ? 'some' : 'none';
}
