// UUIDs as the bytes that they are (RFC 9562 4), where each byte counts: in tokens and cursors; and as the times that they tell.

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

/** Less than every UUIDv7 that is made at that time. */
export function leastIdAt(ms: number): string {
  const time = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The time that a UUIDv7 tells, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
