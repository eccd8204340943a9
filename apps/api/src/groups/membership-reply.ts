import type { MembershipState } from '@gatehouse/directory';
import type { MembershipDto } from '@gatehouse/dto';
import { Reply } from '@gatehouse/http';

/** The reply to a request to join a group: 201, or 202 while terms await acceptance. */
export function membershipReply(content: MembershipDto, state: MembershipState): Reply {
  if (state === 'active') return new Reply(content);
  return new Reply(content, [], 202, 'The user has been sent a mail with the terms to accept.');
}
