import type { NetworkNode, NodeCondition } from '@gatehouse/database';
import type { Change, NODE_TABLE, Settable } from '@gatehouse/directory';

/** A node with its state. */
export interface NodeWithState extends NetworkNode {
  /** Its key set has announced Gatehouse. */
  readonly isGatehouse: boolean;
  /** Null: not checked yet. */
  readonly condition: NodeCondition | null;
  readonly detail: string | null;
  readonly checkedAt: Date | null;
}

/** The fields of a node that administrators set. */
export type NodeValues = Settable<typeof NODE_TABLE>;

/** Fields to change; absent ones are unchanged. */
export type NodeChange = Change<typeof NODE_TABLE>;

/** Longest address, in UTF-16 code units. */
export const MAX_URL_LENGTH = 2048;
