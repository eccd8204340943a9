import { Injectable } from '@nestjs/common';
import type { Page } from '@gatehouse/directory';
import type { MembershipQuery } from '@gatehouse/dto';
import { inByteOrder } from '@gatehouse/names';
import { listText, problem } from '@gatehouse/problems';

const CHOICES = ['active', 'pending', 'all'];

/** Reads names in the order of listings. */
type Names = (page: Page) => Promise<readonly string[]>;

/** Filters listings of memberships by `status`. */
@Injectable()
export class MembershipFilter {
  /** Reads the requested names; `active` and `pending` read those of either status. Throws `membership_status_invalid`. */
  apply({ status = 'active' }: MembershipQuery, active: Names, pending: Names): Names {
    if (status === 'active') return active;
    if (status === 'pending') return pending;
    if (status === 'all')
      return async (page) =>
        [...(await active(page)), ...(await pending(page))].sort(inByteOrder).slice(0, page.limit);
    const values = listText(CHOICES);
    throw problem(
      'membership_status_invalid',
      { values },
      { param: { name: 'status', value: status, compare: values, conditions: { is_in: false } } },
    );
  }
}
