import type { ApiPropertyOptions } from '@nestjs/swagger';
import { PERMISSION_ACCESS } from './vocabulary';

/** Fields of a decision, which several replies contain. */
export const DECIDED_ACCESS: ApiPropertyOptions = {
  description: 'Whether access is allowed or denied.',
  ...PERMISSION_ACCESS,
  example: 'allow',
};

export const DECISION_REASON: ApiPropertyOptions = {
  description:
    'Reason for the decision: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`.',
  example: 'group:4:users',
};

export const DECIDING_RESOURCE: ApiPropertyOptions = {
  description: 'Resource with the deciding assignment; null if no assignment decides.',
  type: 'integer',
  nullable: true,
  example: 30,
};

export const DECIDING_PRINCIPAL: ApiPropertyOptions = {
  description:
    'Principal of the deciding assignment, `user:<id>:<name>` or `group:<id>:<name>`; null if no assignment or those of several groups decide.',
  type: String,
  nullable: true,
  example: 'group:4:users',
};

export const MEMBER_DECISION =
  'For a group, the decision for a member who has no other assignments: that of the group or, where none of its assignments applies, of the anonymous group, which all users belong to. Absent for a user.';
