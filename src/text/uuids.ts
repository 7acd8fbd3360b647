// UUIDs as the bytes that they are (RFC 9562 4), where each byte counts: in tokens and cursors.

export const UUID_BYTES = 16

/** Of several one behind the other. */
export function bytesOfUuids(...ids: readonly string[]): Buffer {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
}

/** The one that begins at this byte. */
export function uuidAt(bytes: Buffer, at = 0): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
