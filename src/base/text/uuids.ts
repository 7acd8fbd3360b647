// UUIDs as bytes (RFC 9562 4), for tokens and cursors, where each byte matters; and the time in a UUIDv7.

export const UUID_BYTES = 16

/** The bytes of several UUIDs, concatenated. */
export function packUuids(...ids: readonly string[]): Buffer {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
}

/** The UUID that starts at this byte. */
export function readUuid(bytes: Buffer, at = 0): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Less than every UUIDv7 created at that time. */
export function smallestIdAt(ms: number): string {
  const time = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The time in a UUIDv7, in milliseconds. */
export function timeFromId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
