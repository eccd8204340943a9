import type { UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { ConsentRequest, ConsentRequests } from './consent-requests';
import { LINK_LIFETIME_SECONDS, type LinkAttempts } from './link-attempts';
import { type MessageVerifier, rejected, remoteIdentityIn } from './message-verifier';
import { type MessageSigner, claimsOf } from './message-signer';
import type { NodeWithState } from './node';
import type { Nodes } from './nodes';
import type { RemoteIdentity } from './remote-user-repository';
import { type RemoteUsers, isRemoteName } from './remote-users';

/** What the consent page was opened with. */
export interface ConsentAddress {
  readonly token?: string | undefined;
  readonly responseType?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly requestToken?: string | undefined;
}

/** A request for consent with the requesting node. */
export interface OpenedConsent {
  readonly request: ConsentRequest;
  readonly node: NodeWithState;
  readonly requestToken: string;
}

/** The user who links an account, with the session in which the link was started. */
export interface LinkingUser {
  readonly userId: number;
  readonly userName: string;
  readonly sessionId: string;
}

export interface AccountLinkDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly nodes: Nodes;
  readonly remoteUsers: RemoteUsers;
  readonly linkAttempts: LinkAttempts;
  readonly consentRequests: ConsentRequests;
  readonly signer: MessageSigner;
  readonly verifier: MessageVerifier;
  readonly publicUrl: Settings['publicUrl'];
}

/**
 * Links accounts on two instances. At the one that it starts on, the signed-in user becomes the local user of the remote
 * user who consents at the other one. Reference: network-protocol#links.
 */
export class AccountLinks {
  constructor(private readonly dependencies: AccountLinkDependencies) {}

  /** The address at the other instance to which the browser continues. `user`: as messages to other instances name it. */
  async begin(node: NodeWithState, user: RemoteIdentity, sessionId: string): Promise<string> {
    const { linkAttempts, signer, publicUrl } = this.dependencies;
    const state = await linkAttempts.begin(sessionId, node.id);
    const token = await signer.sign(node.name, 'link-request', { ...claimsOf(user), state });
    const address = new URL(node.authorizationUrl);
    address.searchParams.set('token', token);
    address.searchParams.set('response_type', 'id_token');
    address.searchParams.set('redirect_uri', `${publicUrl}/network/link`);
    return address.href;
  }

  /** Checks a request for consent. Throws `network_authorization_invalid`, or the error of its message. */
  async open(address: ConsentAddress): Promise<OpenedConsent> {
    const { requestToken } = address;
    return requestToken === undefined ? this.openNew(address) : this.reopen(requestToken);
  }

  /** The address at the other instance that the browser returns to with the consent of a user. */
  async consent(requestToken: string, user: RemoteIdentity): Promise<string> {
    const { request, node } = await this.reopen(requestToken);
    // Signed now, and not when the page was opened: it is valid for seconds.
    const token = await this.dependencies.signer.sign(node.name, 'link-response', {
      requesting_user_name: request.userName,
      ...claimsOf(user),
      ...(request.state === undefined ? {} : { state: request.state }),
    });
    const address = new URL(request.redirectUri);
    address.searchParams.set('token', token);
    return address.href;
  }

  /** Completes a link with the consent that the other instance has signed. Returns the name of its user, and the node. */
  async complete(
    message: string,
    { userId, userName, sessionId }: LinkingUser,
  ): Promise<{ node: NodeWithState; remoteUserName: string }> {
    const { unitOfWork, verifier, linkAttempts, remoteUsers } = this.dependencies;
    const checked = await verifier.check(message, 'link-response');
    const { node, isGatehouse, claims } = checked;
    const { requesting_user_name: requesting, state } = claims;
    const identity = remoteIdentityIn(checked);
    if (typeof requesting !== 'string') throw rejected('malformed');
    if (requesting !== userName) throw problem('network_link_user_mismatch');
    const hasState = typeof state === 'string';
    if (isGatehouse && !hasState) throw problem('network_link_not_started');
    await unitOfWork.run(async () => {
      const nonce = hasState ? state : undefined;
      if (!(await linkAttempts.complete(sessionId, node.id, nonce))) {
        throw problem('network_link_not_started');
      }
      // Only persons have sessions.
      await remoteUsers.link(node, identity, { id: userId, name: userName, kind: 'person' });
      // Last: in another session the message remains usable for the one that has started the link.
      await verifier.receive(checked);
    });
    return { node, remoteUserName: identity.name };
  }

  private async openNew({ token, responseType, redirectUri }: ConsentAddress): Promise<OpenedConsent> {
    if (responseType !== 'id_token') throw invalid('response_type must be id_token');
    if (token === undefined) throw invalid('the message is missing');
    const { verifier, consentRequests } = this.dependencies;
    const { node, claims } = await verifier.accept(token, 'link-request');
    const { user_name: userName, state } = claims;
    if (!isRemoteName(userName)) throw rejected('malformed');
    if (redirectUri === undefined || !node.redirectUris.includes(redirectUri)) {
      throw invalid('redirect_uri is not registered for the node');
    }
    const request: ConsentRequest = {
      nodeId: node.id,
      userName,
      state: typeof state === 'string' ? state : undefined,
      redirectUri,
      expiresAt: Math.floor(Date.now() / 1000) + LINK_LIFETIME_SECONDS,
    };
    return { request, node, requestToken: consentRequests.seal(request) };
  }

  private async reopen(requestToken: string): Promise<OpenedConsent> {
    const { consentRequests, nodes } = this.dependencies;
    const request = consentRequests.open(requestToken);
    if (!request) throw invalid('it has expired');
    const node = (await nodes.list()).find(({ id }) => id === request.nodeId);
    // The node may have been changed meanwhile.
    if (!node?.redirectUris.includes(request.redirectUri)) throw invalid('it has expired');
    return { request, node, requestToken };
  }
}

function invalid(reason: string) {
  return problem('network_authorization_invalid', { reason });
}
