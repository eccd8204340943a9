import { Injectable } from '@nestjs/common';
import type { MembershipQuery } from '@gatehouse/dto';
import { inByteOrder } from '@gatehouse/names';
import { listText, problem } from '@gatehouse/problems';

const CHOICES = ['active', 'pending', 'all'];

/** Filters listings of memberships by `status`. */
@Injectable()
export class MembershipFilter {
  /** Names in the order of listings; `active` and `pending` read those of either status. Throws `membership_status_invalid`. */
  async apply(
    { status = 'active' }: MembershipQuery,
    active: () => Promise<string[]>,
    pending: () => Promise<string[]>,
  ): Promise<string[]> {
    if (status === 'active') return active();
    if (status === 'pending') return pending();
    if (status === 'all') return [...(await active()), ...(await pending())].sort(inByteOrder);
    const values = listText(CHOICES);
    throw problem(
      'membership_status_invalid',
      { values },
      { param: { name: 'status', value: status, compare: values, conditions: { is_in: false } } },
    );
  }
}
