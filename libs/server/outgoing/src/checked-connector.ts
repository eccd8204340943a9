import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type buildConnector as Connector, buildConnector } from 'undici';
import { type OutgoingTargets, TargetRefused } from './outgoing-targets';
import { addressIn } from './target-list';

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The resolver of the system, which also reads its hosts file. */
export const systemResolver: Resolver = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/**
 * Connects to allowed targets only. A name is resolved once for each connection, and the addresses that were checked are
 * the ones connected to, regardless of what the name resolves to later.
 */
export function checkedConnector(
  targets: OutgoingTargets,
  resolve: Resolver,
  timeoutMs: number,
): Connector.connector {
  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => [
      protocol,
      buildConnector({
        timeout: timeoutMs,
        maxCachedSessions: 0,
        lookup: checkedLookup(targets, resolve, protocol),
      }),
    ]),
  );
  return (options, callback) => {
    const { protocol, hostname } = options;
    const connect = connectors.get(protocol);
    if (!connect)
      return callback(
        new TargetRefused({
          en: 'the scheme must be https or http',
          fr: 'le schéma doit être https ou http',
        }),
        null,
      );
    try {
      // An address is not looked up.
      const address = addressIn(hostname);
      if (address !== undefined) targets.checkAddresses({ protocol, hostname }, [address]);
    } catch (error) {
      return callback(asError(error), null);
    }
    connect(options, callback);
  };
}

function checkedLookup(targets: OutgoingTargets, resolve: Resolver, protocol: string): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname).then(
      (found) => {
        const addresses = found.map(({ address }) => address);
        try {
          targets.checkAddresses({ protocol, hostname }, addresses);
          const [first] = found;
          if (!first)
            throw new TargetRefused({ en: 'the host has no address', fr: 'l’hôte n’a pas d’adresse' });
          if (all) callback(null, [...found]);
          else {
            const chosen = found.find((one) => one.family === family) ?? first;
            callback(null, chosen.address, chosen.family);
          }
        } catch (error) {
          callback(asError(error), '');
        }
      },
      (error: unknown) => callback(asError(error), ''),
    );
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
