import { problem } from '@gatehouse/problems';

/** Deepest nesting of a JSON text; beyond it validation itself would run out of stack. Spec: decisions 4. */
export const MAX_DEPTH = 64;

/** What a JSON text that is about to be parsed holds. */
export interface JsonExtent {
  /** Whether it nests deeper than allowed; the members are not counted then. */
  readonly tooDeep: boolean;
  /** Members and list entries at all levels together, duplicates included. */
  readonly members: number;
}

/**
 * How far a JSON text goes, told by one scan without recursion, before anything parses it. Of a text that is not JSON it
 * says something or other.
 */
export function extentOf(json: string, depth = MAX_DEPTH): JsonExtent {
  let level = 0;
  let members = 0;
  let inText = false;
  // A container that is not empty holds one member more than it has commas.
  let opened = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (inText) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inText = false;
      continue;
    }
    if (character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09) continue;
    const closes = character === 0x7d || character === 0x5d;
    if (character === 0x2c || (opened && !closes)) members += 1;
    opened = character === 0x7b || character === 0x5b;
    if (opened) {
      level += 1;
      if (level > depth) return { tooDeep: true, members: 0 };
    } else if (closes) level -= 1;
    else inText = character === 0x22;
  }
  return { tooDeep: false, members };
}

/**
 * Members that a JSON text holds, so that they can be taken off those that are allowed. Refuses one that is not to be parsed:
 * 400 for one that nests too deep, 413 for one with more than `left` of the `allowed` members.
 */
export function boundedMembers(json: string, allowed: number, left = allowed): number {
  const { tooDeep, members } = extentOf(json);
  if (tooDeep) throw problem('json_too_deep', { maximum: MAX_DEPTH });
  if (members <= left) return members;
  throw problem('too_many_members', { maximum: allowed });
}
