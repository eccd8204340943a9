// Which versions of Node are supported. Every Node must be able to parse this file and the programs that begin with it, also
// unsupported ones: they import the rest after the check.
import process from 'node:process';

/**
 * The first minor version of each major one that is supported, as in `engines` of package.json;
 * later majors are supported as well.
 */
const FIRST_MINOR = new Map([
  [20, 19],
  [22, 13],
  [24, 11],
]);
const LAST_LISTED = 24;

/** Whether this Node is supported; otherwise the supported versions are printed, and the program ends with 1. */
export function isSupportedNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LAST_LISTED || minor >= (FIRST_MINOR.get(major) ?? Infinity)) return true;
  console.error(
    `Gatehouse needs Node.js 20.19, 22.13 or 24.11 (each with later minor versions), or 25 and newer; this is ${process.versions.node}.`,
  );
  process.exitCode = 1;
  return false;
}
