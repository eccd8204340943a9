import type { NodeCondition } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { type KeySet, type KeySets, KeySetUnavailable } from './key-sets';
import type { NodeWithState } from './node';
import type { NodeRepository } from './node-repository';
import type { PeerReply, Peers } from './peers';

interface Dependencies {
  readonly nodes: NodeRepository;
  readonly keySets: Pick<KeySets, 'fetch'>;
  readonly peers: Pick<Peers, 'send'>;
  /** Seconds for which messages are valid. */
  readonly messageExpiry: number;
  readonly logger: Logger;
}

/** What a check has found. */
export interface Finding {
  readonly condition: NodeCondition;
  /** For administrators; null without details. */
  readonly detail: string | null;
}

/** No user has this name: it is too long. */
const NOBODY = { name: 'x'.repeat(120), subject: undefined };
const MAX_CONCURRENT = 4;

/**
 * Checks the connection with nodes: whether their key set can be read, is that of the instance of this name, and whether
 * the clocks agree; of Gatehouse instances also whether they accept our messages. Reference: network-protocol#states.
 */
export class NodeProbe {
  constructor(private readonly dependencies: Dependencies) {}

  async checkAll(): Promise<void> {
    const nodes = await this.dependencies.nodes.list();
    const next = nodes.values();
    const work = async (): Promise<void> => {
      for (const node of next) await this.check(node);
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  }

  /** Checks a node and stores what was found. */
  async check(node: NodeWithState): Promise<Finding> {
    const finding = await this.find(node);
    await this.dependencies.nodes.noteCondition(node.id, finding.condition, finding.detail);
    if (finding.condition !== node.condition && (finding.condition !== 'ok' || node.condition !== null)) {
      const { condition, detail } = finding;
      this.dependencies.logger[condition === 'ok' ? 'info' : 'warn'](
        { node: node.name, reason: detail === null ? condition : `${condition}: ${detail}` },
        'the state of a network node has changed',
      );
    }
    return finding;
  }

  private async find(node: NodeWithState): Promise<Finding> {
    let set: KeySet;
    try {
      set = await this.dependencies.keySets.fetch(node);
    } catch (error) {
      if (!(error instanceof KeySetUnavailable)) throw error;
      return { condition: error.reason, detail: `jwks_url: ${error.message}` };
    }
    const { gatehouseName, clockAhead } = set;
    if (gatehouseName === undefined) return this.clock(clockAhead) ?? OK;
    if (!node.isGatehouse) await this.dependencies.nodes.noteGatehouse(node.id);
    if (gatehouseName !== node.name) {
      return {
        condition: 'wrong_instance_name',
        detail: `jwks_url is that of the instance ${gatehouseName.slice(0, 64)}`,
      };
    }
    return (
      this.clock(clockAhead) ?? answerOf(await this.dependencies.peers.send(node, 'DELETE', 'check', NOBODY))
    );
  }

  private clock(ahead: number | undefined): Finding | undefined {
    // A message has to arrive before it expires, and takes a while.
    const tolerated = Math.max(2, this.dependencies.messageExpiry / 2);
    if (ahead === undefined || Math.abs(ahead) <= tolerated * 1000) return undefined;
    const seconds = Math.round(Math.abs(ahead) / 1000);
    const direction = ahead > 0 ? 'ahead of' : 'behind';
    return { condition: 'clock_skew', detail: `the clock of the node is ${seconds} s ${direction} ours` };
  }
}

const OK: Finding = { condition: 'ok', detail: null };

/** What a Gatehouse instance answers to a check: 404 for a token that does not exist, once it has accepted the message. */
function answerOf(reply: PeerReply): Finding {
  if (reply.kind === 'failure') return { condition: reply.condition, detail: `token_url: ${reply.reason}` };
  const { status, body } = reply;
  if (status === 404 && body['error_code'] === 'network_token_not_found') return OK;
  if (body['error_code'] === 'network_issuer_unknown') {
    return {
      condition: 'not_registered_there',
      detail: 'the node has no node with our SVC_NETWORK_INSTANCE_NAME',
    };
  }
  if (body['error_code'] === 'network_message_rejected') return rejectionOf(body['call']);
  if (body['error_code'] === 'network_key_set_unavailable') {
    return { condition: 'key_rejected_there', detail: 'the node cannot read the jwks_url that it has of us' };
  }
  return { condition: 'unreachable', detail: `token_url: the reply has status ${status}` };
}

function rejectionOf(call: unknown): Finding {
  const error = (call as { error?: unknown } | undefined)?.error;
  if (error === 'expired' || error === 'lifetime') {
    return { condition: 'clock_skew', detail: 'our messages have expired when the node receives them' };
  }
  if (error === 'audience') {
    return { condition: 'wrong_instance_name', detail: 'the node has another SVC_NETWORK_INSTANCE_NAME' };
  }
  return { condition: 'key_rejected_there', detail: 'the node does not accept our signature' };
}
