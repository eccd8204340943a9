import { Injectable } from '@nestjs/common';
import type { MembershipQuery } from '@gatehouse/dto';
import { badRequest, listText } from '@gatehouse/http';

const CHOICES = ['active', 'pending', 'all'];

/** The `status` of listings of memberships. Spec: http-api 8.6. */
@Injectable()
export class MembershipFilter {
  /** Memberships become pending by terms of groups, which do not exist yet: then none is. */
  async apply({ status = 'active' }: MembershipQuery, active: () => Promise<string[]>): Promise<string[]> {
    if (!CHOICES.includes(status)) {
      throw badRequest('This is not a status of memberships.', {
        param: { name: 'status', value: status, compare: listText(CHOICES), conditions: { is_in: false } },
      });
    }
    return status === 'pending' ? [] : active();
  }
}
