// What is in the links with which people leave: whose mail it was, who got it, and what it was about.
//
//   what there is (1 byte) | team (16) | those that there are of contact, topic, email and broadcast (16 each) | address
import { bytesOfUuids, UUID_BYTES, uuidAt } from '../../../base/text/uuids.ts'

/** Who leaves, and by which mail. */
export interface Leaver {
  team_id: string
  /** The bare address, in case the contact is none any more or never was. */
  address: string
  contact_id?: string | null
  /** What the mail is about; none: all that goes to many. */
  topic_id?: string | null
  email_id?: string | null
  broadcast_id?: string | null
}

const MAYBE = ['contact_id', 'topic_id', 'email_id', 'broadcast_id'] as const

export function packedLeaver(leaver: Leaver): Buffer {
  const there = MAYBE.filter(name => leaver[name] !== undefined && leaver[name] !== null)
  const flags = there.reduce((sum, name) => sum | (1 << MAYBE.indexOf(name)), 0)
  const ids = bytesOfUuids(leaver.team_id, ...there.map(name => leaver[name]!))
  return Buffer.concat([Buffer.of(flags), ids, Buffer.from(leaver.address)])
}

/** Only of what `packedLeaver` made. */
export function unpackedLeaver(bytes: Buffer): Leaver {
  const there = MAYBE.filter((_, place) => (bytes[0]! & (1 << place)) !== 0)
  const ids = Object.fromEntries(there.map((name, index) => [name, idAt(bytes, index + 1)]))
  const address = bytes.toString('utf8', 1 + (there.length + 1) * UUID_BYTES)
  return { team_id: idAt(bytes, 0), address, ...ids }
}

function idAt(bytes: Buffer, index: number): string {
  return uuidAt(bytes, 1 + index * UUID_BYTES)
}
