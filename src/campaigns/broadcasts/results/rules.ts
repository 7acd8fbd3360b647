// Cursors of the pages of a broadcast's results, and the form of recipients in them.
import type { Schemas } from '../../../../generated/api.ts'
import { noCursor } from '../../../base/text/cursor.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { packUuids, UUID_BYTES, readUuid } from '../../../base/text/uuids.ts'
import type { RecipientRow, LinkCursor, RecipientType } from '../../../engagement/facts/rules.ts'

// ---- cursors ------------------------------------------------------------------------------------------------------

/** The cursor of a list sorted by contact. */
function contactCursor(contact_id: string): string {
  return packUuids(contact_id).toString('base64url')
}

export function parseContactCursor(name: 'after' | 'before', cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = readUuid(bytes)
  if (bytes.length !== UUID_BYTES || contactCursor(id) !== cursor) throw noCursor(name, cursor)
  return id
}

/** The cursor of a list sorted by clicks. */
export function formatLinkCursor({ clicks, url_key }: LinkCursor): string {
  return Buffer.from(`${clicks} ${url_key}`).toString('base64url')
}

export function parseLinkCursor(name: 'after' | 'before', cursor: string): LinkCursor {
  const match = /^(\d{1,9}) ([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw noCursor(name, cursor)
  return { clicks: Number(match[1]), url_key: match[2]! }
}

export function refuseOtherFilter({ type, bounce_type }: { type: RecipientType; bounce_type?: string }): void {
  if (bounce_type === undefined || type === 'bounced') return
  throw refusal('validation_error', `\`bounce_type\` requires \`type=bounced\`; received \`type=${type}\`.`)
}

// ---- recipients ---------------------------------------------------------------------------------------------------

export function recipientItem(
  type: RecipientType,
  { contact_id, email, count = 0, bounce_type }: RecipientRow,
  clicked: readonly { url: string; clicks: number }[] = [],
): Schemas['BroadcastRecipient'] {
  return {
    id: contactCursor(contact_id),
    contact_id,
    // the address was removed if the person was erased
    email: email ?? '',
    ...((type === 'opened' || type === 'clicked') && { count }),
    ...(type === 'clicked' && { clicked_links: clicked.map(({ url, clicks }) => ({ url, clicks })) }),
    ...(type === 'bounced' && { bounce_type: bounce_type ?? 'permanent' }),
  }
}
