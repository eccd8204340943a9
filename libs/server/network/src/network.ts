import type { DataSource } from 'typeorm';
import type { UnitOfWork } from '@gatehouse/database';
import type { NetworkPrincipals, UserRules } from '@gatehouse/directory';
import type { SessionStore } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { OutgoingHttp } from '@gatehouse/outgoing';
import type { ProxySettings, Settings } from '@gatehouse/settings';
import { AccountLinks } from './account-links';
import { ConsentRequests } from './consent-requests';
import type { KeyRing } from './key-ring';
import { KeySets } from './key-sets';
import { LinkAttempts } from './link-attempts';
import { MessageVerifier } from './message-verifier';
import { MessageSigner } from './message-signer';
import { NetworkSignIn } from './network-sign-in';
import { NetworkTokens } from './network-tokens';
import { NodeProbe } from './node-probe';
import { NodeRepository } from './node-repository';
import { Nodes } from './nodes';
import { Peers } from './peers';
import { ReceivedMessages } from './received-messages';
import { RemoteIdentities } from './remote-identities';
import { RemoteUserRepository } from './remote-user-repository';
import { RemoteUsers } from './remote-users';

export interface NetworkDependencies {
  readonly dataSource: DataSource;
  readonly unitOfWork: UnitOfWork;
  readonly sessions: SessionStore;
  readonly principals: NetworkPrincipals;
  readonly userRules: UserRules;
  readonly http: OutgoingHttp;
  readonly keys: KeyRing;
  /** Key under which requests for consent are sealed. */
  readonly consentKey: Buffer;
  readonly settings: Pick<
    Settings,
    'networkInstanceName' | 'networkMessageExpiry' | 'networkTokenExpiry' | 'publicUrl'
  >;
  readonly logger: Logger;
}

/** Everything of network mode that the API uses. */
export interface Network {
  readonly keys: KeyRing;
  readonly nodes: Nodes;
  readonly remoteUsers: RemoteUsers;
  readonly tokens: NetworkTokens;
  readonly signer: MessageSigner;
  readonly verifier: MessageVerifier;
  readonly peers: Peers;
  readonly probe: NodeProbe;
  readonly linkAttempts: LinkAttempts;
  readonly accountLinks: AccountLinks;
  readonly received: ReceivedMessages;
}

/** Opens nothing and starts nothing. */
export function createNetwork(dependencies: NetworkDependencies): Network {
  const { dataSource, unitOfWork, sessions, principals, userRules, http, keys, settings, logger } =
    dependencies;
  const { networkInstanceName: instanceName = '', networkMessageExpiry: messageExpiry } = settings;
  const nodes = new NodeRepository(unitOfWork);
  const remoteUsers = new RemoteUserRepository(unitOfWork);
  const identities = new RemoteIdentities(remoteUsers, sessions);
  const keySets = new KeySets(http);
  const received = new ReceivedMessages(dataSource);
  const signer = new MessageSigner(keys, instanceName, messageExpiry);
  const peers = new Peers(http, signer);
  const verifier = new MessageVerifier({ nodes, keySets, received, instanceName });
  const linkAttempts = new LinkAttempts(unitOfWork);
  const parts = {
    nodes: new Nodes({ nodes, principals, targets: http.targets, instanceName, unitOfWork }),
    remoteUsers: new RemoteUsers(remoteUsers, identities, sessions, userRules, unitOfWork),
    signer,
    verifier,
    linkAttempts,
  };
  return {
    ...parts,
    keys,
    tokens: createNetworkTokens(dependencies),
    peers,
    probe: new NodeProbe({ nodes, keySets, peers, messageExpiry, logger }),
    accountLinks: new AccountLinks({
      ...parts,
      unitOfWork,
      consentRequests: new ConsentRequests(dependencies.consentKey),
      publicUrl: settings.publicUrl,
    }),
    received,
  };
}

interface TokenDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly sessions: SessionStore;
  readonly settings: Pick<ProxySettings, 'networkTokenExpiry'>;
}

interface SignInDependencies extends TokenDependencies {
  readonly settings: Pick<ProxySettings, 'networkTokenExpiry' | 'anonymousUser'>;
}

/** The tokens of this instance only, for processes that send no requests to other instances. */
export function createNetworkTokens({ unitOfWork, sessions, settings }: TokenDependencies): NetworkTokens {
  const remoteUsers = new RemoteUserRepository(unitOfWork);
  const identities = new RemoteIdentities(remoteUsers, sessions);
  const expiry = settings.networkTokenExpiry;
  return new NetworkTokens({ unitOfWork, remoteUsers, identities, sessions, expiry });
}

/** Sign-in with network tokens, which the proxy does as well. */
export function createNetworkSignIn(dependencies: SignInDependencies): NetworkSignIn {
  const { sessions, unitOfWork, settings } = dependencies;
  return new NetworkSignIn(createNetworkTokens(dependencies), sessions, unitOfWork, settings.anonymousUser);
}
