import type { OutgoingHttp, OutgoingReply } from '@gatehouse/outgoing';
import type { NodeCondition } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import { type MessagePurpose, type MessageSigner, claimsOf } from './message-signer';
import type { NodeWithState } from './node';
import type { RemoteIdentity } from './remote-user-repository';

const TOKEN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What a node has answered; `failure`: no usable answer. */
export type PeerReply =
  | { readonly kind: 'reply'; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failure'; readonly reason: string; readonly condition: NodeCondition };

/** Requests to other instances on behalf of users. Reference: network-protocol#tokens. */
export class Peers {
  constructor(
    private readonly http: Pick<OutgoingHttp, 'send'>,
    private readonly signer: MessageSigner,
  ) {}

  /** A new token of a user at a node. Throws `network_request_failed`. */
  async requestToken(node: NodeWithState, user: RemoteIdentity): Promise<string> {
    const reply = await this.send(node, 'POST', 'token', user);
    const token = reply.kind === 'reply' && isSuccess(reply) ? reply.body['token'] : undefined;
    if (typeof token !== 'string' || !TOKEN.test(token)) throw failed(node, reply);
    return token;
  }

  /** Throws `network_token_not_found` or `network_request_failed`. */
  async cancelToken(node: NodeWithState, user: RemoteIdentity): Promise<void> {
    const reply = await this.send(node, 'DELETE', 'token-cancellation', user);
    if (reply.kind === 'reply' && isSuccess(reply)) return;
    // Gatehouse distinguishes an unknown instance from an unknown token.
    const isUnknownToken =
      reply.kind === 'reply' && reply.status === 404 && reply.body['error_code'] !== 'network_issuer_unknown';
    throw isUnknownToken ? problem('network_token_not_found') : failed(node, reply);
  }

  /** Sends a signed message to the `token_url` of a node. Never rejects for what the node does. */
  async send(
    node: NodeWithState,
    method: 'POST' | 'DELETE',
    purpose: MessagePurpose,
    user: RemoteIdentity,
  ): Promise<PeerReply> {
    const token = await this.signer.sign(node.name, purpose, claimsOf(user));
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    try {
      const url = node.tokenUrl;
      const reply = await this.http.send({ method, url, headers, body: JSON.stringify({ token }) });
      return { kind: 'reply', status: reply.status, body: contentOf(reply) };
    } catch (error) {
      const isRefused = error instanceof Error && error.name === 'TargetRefused';
      return isRefused
        ? { kind: 'failure', reason: error.message, condition: 'target_not_allowed' }
        : { kind: 'failure', reason: 'it cannot be reached', condition: 'unreachable' };
    }
  }
}

function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

function contentOf({ body, isTruncated }: OutgoingReply): Record<string, unknown> {
  if (isTruncated) return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Contains the status of the reply, but not its text, which another party controls. */
function failed({ name }: NodeWithState, reply: PeerReply) {
  const reason = reply.kind === 'failure' ? reply.reason : `its reply has status ${reply.status}`;
  const error = reply.kind === 'failure' ? reply.condition : 'refused';
  const content = reply.kind === 'reply' ? { status: reply.status } : null;
  return problem(
    'network_request_failed',
    { node: name, reason },
    { call: { exception: 'NodeRequestFailed', error, content } },
  );
}
