import { Injectable } from '@nestjs/common';
import type { MembershipQuery } from '@gatehouse/dto';
import { listText, problem } from '@gatehouse/problems';

const CHOICES = ['active', 'pending', 'all'];

/** The `status` of listings of memberships. */
@Injectable()
export class MembershipFilter {
  /** Memberships would be pending until terms of groups are accepted; terms are not supported, so that none is. */
  async apply({ status = 'active' }: MembershipQuery, active: () => Promise<string[]>): Promise<string[]> {
    if (!CHOICES.includes(status)) {
      const values = listText(CHOICES);
      throw problem(
        'membership_status_invalid',
        { values },
        { param: { name: 'status', value: status, compare: values, conditions: { is_in: false } } },
      );
    }
    return status === 'pending' ? [] : active();
  }
}
