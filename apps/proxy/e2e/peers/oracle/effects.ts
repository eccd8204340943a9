import { COLOURS, type DataSet, SETS } from '../servers/features';
import type { Exchange } from '../servers/gateway';
import { coloursOf } from './png';

/** What a server has done for a request, according to its traces and not to the request. */
export interface Effects {
  /** How often the server was reached. */
  readonly reached: number;
  /** The sets whose features, attribute names or values were returned. */
  readonly returned: ReadonlySet<DataSet>;
  /** The sets whose colour is in an image. */
  readonly drawn: ReadonlySet<DataSet>;
  /** The sets whose stored features have changed. */
  readonly changed: ReadonlySet<DataSet>;
  /** Which processes ran. */
  readonly executed: ReadonlySet<DataSet>;
  /** Whether a server with other secrets has answered differently. */
  readonly dependsOnSecrets: boolean;
  /** What the server has fetched from elsewhere. */
  readonly fetched: readonly string[];
}

export const NOTHING_DONE: Effects = {
  reached: 0,
  returned: new Set(),
  drawn: new Set(),
  changed: new Set(),
  executed: new Set(),
  dependsOnSecrets: false,
  fetched: [],
};

/** The secrets that a server has touched, each as a phrase; `open` is what its caller may read and may change. */
export function complaintsAbout(
  effects: Effects,
  open: { readonly read: boolean; readonly write: boolean },
): string[] {
  const closed = (set: DataSet, isOpen: boolean) => set === 'secret' || !isOpen;
  const among = (sets: ReadonlySet<DataSet>, isOpen: boolean, effect: string) =>
    SETS.filter((set) => sets.has(set) && closed(set, isOpen)).map((set) => `${effect} ${set}`);
  return [
    ...among(effects.executed, open.read, 'executed'),
    ...among(effects.returned, open.read, 'returned'),
    ...among(effects.drawn, open.read, 'drew'),
    ...among(effects.changed, open.write, 'changed'),
    ...(effects.dependsOnSecrets ? ['answered what depends on secret'] : []),
    ...effects.fetched.map((address) => `fetched ${address}`),
  ];
}

/** What replies reveal. */
export function effectsIn(exchanges: readonly Exchange[]): Effects {
  const returned = new Set<DataSet>();
  const drawn = new Set<DataSet>();
  for (const { reply } of exchanges) {
    const text = reply.toString('latin1');
    for (const set of SETS) if (marksOf(set).test(text)) returned.add(set);
    const colours = coloursOf(reply);
    for (const set of SETS) if (colours.has(COLOURS[set].join())) drawn.add(set);
  }
  const dependsOnSecrets = exchanges.some(
    ({ reply, twinReply }) => twinReply !== undefined && essence(reply) !== essence(twinReply),
  );
  return { ...NOTHING_DONE, reached: exchanges.length, returned, drawn, dependsOnSecrets };
}

/** Names of attributes, and values, that only this set has. */
export function marksOf(set: DataSet): RegExp {
  return new RegExp(`${set}_mark|${set}-mark`, 'i');
}

/** A reply without the time at which it was generated. */
export function essence(reply: Buffer): string {
  return reply.toString('latin1').replace(/timeStamp"?[=:]\s?"[^"]*"/g, '');
}
