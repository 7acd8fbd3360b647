// The content of the token in an unsubscribe link: team, recipient, and the contact, topic, email and broadcast.
//
// flags (1 byte) | team (16) | contact, topic, email and broadcast, each (16) if its flag is set | address
import { packUuids, UUID_BYTES, readUuid } from '../../../base/text/uuids.ts'

/** The recipient who unsubscribes, and the email that contained the link. */
export interface Unsubscriber {
  team_id: string
  /** The bare address; used if the contact does not exist or was deleted. */
  address: string
  contact_id?: string | null
  /** The topic of the email; absent for all marketing email. */
  topic_id?: string | null
  email_id?: string | null
  broadcast_id?: string | null
}

const MAYBE = ['contact_id', 'topic_id', 'email_id', 'broadcast_id'] as const

export function packUnsubscriber(leaver: Unsubscriber): Buffer {
  const there = MAYBE.filter(name => leaver[name] !== undefined && leaver[name] !== null)
  const flags = there.reduce((sum, name) => sum | (1 << MAYBE.indexOf(name)), 0)
  const ids = packUuids(leaver.team_id, ...there.map(name => leaver[name]!))
  return Buffer.concat([Buffer.of(flags), ids, Buffer.from(leaver.address)])
}

/** Decodes a token created by `packUnsubscriber`. Rejects all other input. */
export function unpackUnsubscriber(bytes: Buffer): Unsubscriber {
  const there = MAYBE.filter((_, place) => (bytes[0]! & (1 << place)) !== 0)
  const ids = Object.fromEntries(there.map((name, index) => [name, idAt(bytes, index + 1)]))
  const address = bytes.toString('utf8', 1 + (there.length + 1) * UUID_BYTES)
  return { team_id: idAt(bytes, 0), address, ...ids }
}

function idAt(bytes: Buffer, index: number): string {
  return readUuid(bytes, 1 + index * UUID_BYTES)
}
