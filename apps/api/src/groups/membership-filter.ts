import { Injectable } from '@nestjs/common';
import type { MembershipQuery } from '@gatehouse/dto';
import { listText, problem } from '@gatehouse/problems';

const CHOICES = ['active', 'pending', 'all'];

/** Filters listings of memberships by `status`. */
@Injectable()
export class MembershipFilter {
  /** No membership is ever pending: memberships are pending until terms are accepted, and terms are not supported. */
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
