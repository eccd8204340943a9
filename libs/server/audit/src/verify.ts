import type { DataSource } from 'typeorm';
import { readAnchors } from './anchor';
import type { ChainHead, ChainName, ChainProblem } from './chain';
import {
  CHANGE_LINE,
  EVENT_LINE,
  NO_LINK,
  REVISION_LINE,
  eventHash,
  revisionHash,
  sha256,
} from './link-hash';
import { verifyAnchors, verifyRemovedHeads } from './verify-anchors';

export interface Verification {
  /** Number of links that were checked. */
  readonly checked: Readonly<Record<ChainName, number>>;
  /** The last positions that retention has removed; 0 if none. */
  readonly removedThrough: Readonly<Record<ChainName, number>>;
  /** The last positions of removals by versions that did not record what was removed. */
  readonly unproven: Readonly<Record<ChainName, readonly number[]>>;
  /** Expected heads in the removed part, which cannot be compared. */
  readonly unverifiable: readonly ChainHead[];
  /** Empty chains have none. */
  readonly heads: readonly ChainHead[];
  readonly problems: readonly ChainProblem[];
}

/** One link as stored, with the content that it should cover. */
interface Link {
  readonly position: number;
  readonly stored: Buffer | null;
  /** The hash of this content at a position of the chain. */
  readonly hashAt: (previous: Buffer, position: number) => Buffer;
}

/** A link whose content does not have the stored hash. */
interface WrongLink {
  readonly link: Link;
  readonly previous: Buffer;
}

type Database = Pick<DataSource, 'query'>;

const PAGE = 500;
/** Links whose content is compared with others that do not fit, to find out which ones were exchanged. */
const MAX_COMPARED = 20;

/**
 * Computes both chains again from the rows, and reports every position where they differ from the stored links. It uses no
 * function that the database defines. `expected`: heads that were noted outside the database, without which a chain that
 * was rewritten from some position to its end cannot be distinguished from an original. Reference: audit-log#verification.
 */
export async function verifyAuditLog(
  database: Database,
  expected: readonly ChainHead[] = [],
): Promise<Verification> {
  const chains = [
    await verifyChain(database, 'changes', revisionsAfter, expected),
    await verifyChain(database, 'events', eventsAfter, expected),
  ] as const;
  const [changes, events] = chains;
  return {
    checked: { changes: changes.checked, events: events.checked },
    removedThrough: { changes: changes.removedThrough, events: events.removedThrough },
    unproven: { changes: changes.unproven, events: events.unproven },
    unverifiable: chains.flatMap(({ unverifiable }) => unverifiable),
    heads: chains.flatMap(({ head }) => head ?? []),
    problems: chains.flatMap(({ problems }) => problems),
  };
}

async function verifyChain(
  database: Database,
  chain: ChainName,
  linksAfter: (database: Database, position: number) => Promise<readonly Link[]>,
  expected: readonly ChainHead[],
) {
  const anchors = await readAnchors(database, chain);
  const anchor = anchors.at(-1);
  const removedThrough = anchor?.removedThrough ?? 0;
  const { problems: wrongAnchors, unproven } = verifyAnchors(chain, anchors);
  const heads = expected.filter((head) => head.chain === chain);
  const removedHeads = verifyRemovedHeads(
    anchors,
    heads.filter((head) => head.position <= removedThrough),
  );
  const wanted = new Map<number, string[]>();
  for (const head of heads.filter(({ position }) => position > removedThrough))
    wanted.set(head.position, [...(wanted.get(head.position) ?? []), head.hash]);
  const problems: ChainProblem[] = [...wrongAnchors, ...removedHeads.problems];
  const wrong: WrongLink[] = [];
  let position = removedThrough;
  let previous = anchor?.hash ?? NO_LINK;
  let checked = 0;
  for (let page; (page = await linksAfter(database, position)).length > 0;) {
    for (const link of page) {
      if (link.position > position + 1) {
        problems.push({ chain, position: position + 1, problem: 'missing', through: link.position - 1 });
      }
      const isFollower = link.position === position + 1;
      if (!link.stored) problems.push({ chain, position: link.position, problem: 'unsealed' });
      // After a gap there is nothing to compute the link from.
      else if (isFollower && !link.hashAt(previous, link.position).equals(link.stored)) {
        wrong.push({ link, previous });
      }
      const hash = link.stored?.toString('hex');
      if (wanted.get(link.position)?.some((other) => other !== hash)) {
        problems.push({ chain, position: link.position, problem: 'unexpected-head' });
      }
      wanted.delete(link.position);
      ({ position } = link);
      previous = link.stored ?? NO_LINK;
      checked += 1;
    }
  }
  const end = await endOf(database, chain);
  if (end > position) problems.push({ chain, position: position + 1, problem: 'missing', through: end });
  for (const beyond of wanted.keys()) problems.push({ chain, position: beyond, problem: 'unexpected-head' });
  problems.push(...problemsOfAll(chain, wrong));
  problems.sort((one, other) => one.position - other.position);
  const head: ChainHead | undefined =
    checked > 0 ? { chain, position, hash: previous.toString('hex') } : undefined;
  const { unverifiable } = removedHeads;
  return { removedThrough, unproven, unverifiable, checked, head, problems };
}

/**
 * What is wrong with a link that does not fit: nothing if it fits to what another one was or is, which is then the one that
 * was altered.
 */
function problemsOf(
  chain: ChainName,
  { link }: WrongLink,
  wrong: readonly WrongLink[],
  bases: readonly Buffer[],
): ChainProblem[] {
  const { position, stored } = link;
  const fits = (at: number): boolean =>
    stored !== null && bases.some((base) => link.hashAt(base, at).equals(stored));
  if (fits(position)) return [];
  const original = wrong.find(
    (other) =>
      other.link.position !== position &&
      (fits(other.link.position) ||
        (other.link.stored !== null &&
          link.hashAt(other.previous, other.link.position).equals(other.link.stored))),
  );
  return original
    ? [{ chain, position, problem: 'reordered', recordedAs: original.link.position }]
    : [{ chain, position, problem: 'changed' }];
}

/** All that do not fit; the first ones are compared with each other. */
function problemsOfAll(chain: ChainName, wrong: readonly WrongLink[]): ChainProblem[] {
  const compared = wrong.slice(0, MAX_COMPARED);
  const bases = compared.flatMap(({ link, previous }) => [
    previous,
    link.hashAt(previous, link.position),
    ...(link.stored ? [link.stored] : []),
  ]);
  return wrong.flatMap((one) => problemsOf(chain, one, compared, bases));
}

async function revisionsAfter(database: Database, revision: number): Promise<Link[]> {
  const headers = await database.query<{ revision: string; line: string; hash: Buffer | null }[]>(
    `SELECT r.revision, ${REVISION_LINE} AS line, l.hash
       FROM revisions r LEFT JOIN audit_chain l ON l.revision = r.revision
      WHERE r.revision > $1 ORDER BY r.revision LIMIT ${PAGE}`,
    [revision],
  );
  const links: Link[] = [];
  for (const header of headers) {
    const changes = await changesOf(database, header.revision);
    const position = Number(header.revision);
    links.push({
      position,
      stored: header.hash,
      hashAt: (previous, at) => revisionHash(previous, movedTo(header.line, position, at), changes),
    });
  }
  return links;
}

/** The hashes of the changes of a revision, read in pages: a revision may have any number of them. */
async function changesOf(database: Database, revision: string): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  let after = '-1';
  for (;;) {
    const rows = await database.query<{ id: string; line: string }[]>(
      `SELECT c.id, ${CHANGE_LINE} AS line FROM changes c
        WHERE c.revision = $1 AND c.id > $2 ORDER BY c.id LIMIT ${PAGE * 10}`,
      [revision, after],
    );
    for (const { line } of rows) hashes.push(sha256(line));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE * 10) return hashes;
    after = last.id;
  }
}

async function eventsAfter(database: Database, position: number): Promise<Link[]> {
  const rows = await database.query<{ position: string; line: string; hash: Buffer }[]>(
    `SELECT e.position, ${EVENT_LINE} AS line, e.hash FROM audit_events e
      WHERE e.position > $1 ORDER BY e.position LIMIT ${PAGE}`,
    [position],
  );
  return rows.map(({ position: text, line, hash }) => ({
    position: Number(text),
    stored: hash,
    hashAt: (previous, at) => eventHash(previous, movedTo(line, Number(text), at)),
  }));
}

/** A line that begins with a position, at another position. */
function movedTo(line: string, from: number, to: number): string {
  return from === to ? line : `[${to}${line.slice(1 + String(from).length)}`;
}

/** The last position that the chain should have. */
async function endOf(database: Database, chain: ChainName): Promise<number> {
  const [row] = await database.query<{ end: string }[]>(
    chain === 'changes'
      ? 'SELECT value AS end FROM access_revision'
      : 'SELECT position AS end FROM audit_event_head',
  );
  return Number(row?.end ?? 0);
}
