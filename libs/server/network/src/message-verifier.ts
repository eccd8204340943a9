import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { type Problem, problem } from '@gatehouse/problems';
import { type KeySet, type KeySets, KeySetUnavailable } from './key-sets';
import type { MessagePurpose } from './message-signer';
import type { NodeWithState } from './node';
import type { NodeRepository } from './node-repository';
import type { ReceivedMessages } from './received-messages';
import type { RemoteIdentity } from './remote-user-repository';
import { isRemoteName } from './remote-users';

/** A message whose signature, issuer, audience and time have been checked. */
export interface VerifiedMessage {
  readonly node: NodeWithState;
  /** Whether the node is a Gatehouse instance, whose messages have a purpose and are accepted once. */
  readonly isGatehouse: boolean;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Why a message is not accepted; the word in `call.error`. */
export type Rejection =
  | 'issuer_unknown'
  | 'malformed'
  | 'unknown_key'
  | 'signature'
  | 'audience'
  | 'expired'
  | 'lifetime'
  | 'purpose'
  | 'replayed';

interface Dependencies {
  readonly nodes: Pick<NodeRepository, 'findByName' | 'noteGatehouse'>;
  readonly keySets: Pick<KeySets, 'withKey'>;
  readonly received: ReceivedMessages;
  readonly instanceName: string;
}

const MAX_LENGTH = 8192;
/** Seconds. No message needs to be valid for longer, and its identifier is stored until then. */
const MAX_LIFETIME_SECONDS = 600;
const MAX_ID_LENGTH = 128;

/** Verifies messages that other instances have signed. Reference: network-protocol#messages. */
export class MessageVerifier {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * A message for this instance and one of these purposes, which has not been received before. Messages of other software than
   * Gatehouse have no purpose and no identifier. Throws `network_issuer_unknown`, `network_message_rejected` or
   * `network_key_set_unavailable`.
   */
  async accept(token: string, ...purposes: readonly MessagePurpose[]): Promise<VerifiedMessage> {
    const message = await this.check(token, ...purposes);
    await this.receive(message);
    return message;
  }

  /** Like {@link accept}, but the message can still be accepted, until {@link receive} was called with it. */
  async check(token: string, ...purposes: readonly MessagePurpose[]): Promise<VerifiedMessage> {
    const message = await this.verify(token);
    const { node, isGatehouse, claims } = message;
    const { purpose: stated, jti } = claims;
    const isMeant = stated === undefined ? !isGatehouse : purposes.some((one) => one === stated);
    if (!isMeant) throw rejected('purpose');
    if (!isGatehouse) return message;
    if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_LENGTH) throw rejected('malformed');
    if (await this.dependencies.received.has(node.id, jti)) throw rejected('replayed');
    return message;
  }

  /** Uses up a message that was checked. Throws `network_message_rejected` if it was received meanwhile. */
  async receive({ node, isGatehouse, claims: { jti, exp } }: VerifiedMessage): Promise<void> {
    if (!isGatehouse) return;
    const expiresAt = new Date(Number(exp) * 1000);
    if (!(await this.dependencies.received.note(node.id, String(jti), expiresAt))) throw rejected('replayed');
  }

  /** A message for this instance, of any purpose. Does not count as its receipt. Throws as {@link accept} does. */
  async verify(token: string): Promise<VerifiedMessage> {
    const { issuer, kid } = read(token);
    const node = await this.dependencies.nodes.findByName(issuer);
    if (!node) throw problem('network_issuer_unknown', {}, { call: call('issuer_unknown') });
    const set = await this.keySetOf(node, kid);
    const key = set.keys.get(kid);
    if (!key) throw rejected('unknown_key');
    const claims = this.checked(token, key, issuer);
    if (set.gatehouseName !== undefined && !node.isGatehouse) {
      await this.dependencies.nodes.noteGatehouse(node.id);
    }
    return { node, isGatehouse: node.isGatehouse || set.gatehouseName !== undefined, claims };
  }

  private async keySetOf(node: NodeWithState, kid: string): Promise<KeySet> {
    try {
      return await this.dependencies.keySets.withKey(node, kid);
    } catch (error) {
      if (!(error instanceof KeySetUnavailable)) throw error;
      const data = { node: node.name, reason: error.message };
      throw problem('network_key_set_unavailable', data, { call: call(error.reason) });
    }
  }

  private checked(token: string, key: KeyObject, issuer: string): Record<string, unknown> {
    let claims: unknown;
    try {
      claims = jwt.verify(token, key, { algorithms: ['RS256'], issuer, ignoreExpiration: true });
    } catch (error) {
      throw rejected(error instanceof jwt.NotBeforeError ? 'expired' : 'signature');
    }
    if (!isRecord(claims)) throw rejected('malformed');
    const { aud, exp } = claims;
    if (aud !== this.dependencies.instanceName) throw rejected('audience');
    if (typeof exp !== 'number' || !Number.isFinite(exp)) throw rejected('malformed');
    const now = Date.now() / 1000;
    if (exp <= now) throw rejected('expired');
    if (exp > now + MAX_LIFETIME_SECONDS) throw rejected('lifetime');
    return claims;
  }
}

/** Issuer and key of a message, not verified. Throws for one that is malformed or not of RS256. */
function read(token: string): { issuer: string; kid: string } {
  const decoded = token.length > MAX_LENGTH ? null : decode(token);
  if (!decoded || !isRecord(decoded.payload)) throw rejected('malformed');
  const { alg, kid, crit } = decoded.header;
  const { iss } = decoded.payload;
  if (alg !== 'RS256' || crit !== undefined) throw rejected('malformed');
  if (typeof kid !== 'string' || typeof iss !== 'string') throw rejected('malformed');
  // PostgreSQL cannot store these, and no node has such a name.
  if (/[\0\p{Surrogate}]/u.test(iss))
    throw problem('network_issuer_unknown', {}, { call: call('issuer_unknown') });
  return { issuer: iss, kid };
}

function decode(token: string): jwt.Jwt | null {
  try {
    return jwt.decode(token, { complete: true });
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const REASONS: Readonly<Record<Rejection, string>> = {
  issuer_unknown: 'its issuer is not a registered node',
  malformed: 'it is malformed',
  unknown_key: 'its key is not in the key set of the issuer',
  signature: 'its signature is not valid',
  audience: 'it is addressed to another instance',
  expired: 'it has expired',
  lifetime: 'it is valid for too long',
  purpose: 'it is meant for another operation',
  replayed: 'it was received before',
};

/** The user that a message is about. Throws `network_message_rejected`. */
export function remoteIdentityIn({ isGatehouse, claims }: VerifiedMessage): RemoteIdentity {
  const { user_name: name, sub } = claims;
  // Other software may use the claim for anything.
  const subject = isGatehouse ? sub : undefined;
  if (!isRemoteName(name) || !(subject === undefined || isSubject(subject))) throw rejected('malformed');
  return { name, subject };
}

function isSubject(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value);
}

export function rejected(rejection: Rejection): Problem {
  return problem('network_message_rejected', { reason: REASONS[rejection] }, { call: call(rejection) });
}

function call(error: string) {
  return { exception: 'MessageRejected', error, content: null };
}
