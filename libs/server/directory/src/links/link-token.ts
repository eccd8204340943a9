import { createHmac } from 'node:crypto';

/**
 * Token of a one-time link: a random-looking UUID (version 4 layout, lower case, 122 bits) that is derived from the id of
 * the link, so that an address can be made again without storing it.
 */
export function tokenOf(key: Buffer, id: string): string {
  const bytes = digest(key, 'token of', id).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The form in which a token is stored and looked up. */
export function storedToken(key: Buffer, token: string): Buffer {
  return digest(key, 'stored', token);
}

const TOKEN =
  /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/;

/** A token in its one spelling; undefined for what is not a UUID. Accepts braces and `urn:uuid:`, and no upper case. */
export function parseToken(text: string): string | undefined {
  return TOKEN.exec(text)?.slice(1).join('-');
}

/** The words keep what a key is used for apart. */
function digest(key: Buffer, use: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${use} ${text}`).digest();
}
