// Received emails for other modules.
import { findEmailOutcomes } from '../../mail/emails/actions.ts'
import { readBlobBytes, readFirstChunk, readContent } from '../../mail/attachments/actions.ts'
import { countReceived } from '../../engagement/quotas/actions.ts'
import { record } from '../../base/store/signals/record.ts'
import type { Database, TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { listFilesAfter } from './presentation/store.ts'
import { type ReadEmail, refuseAboveQuota } from './rules.ts'
import * as store from './store.ts'

/**
 * Replaces an arrival by its received email, and records the signal `email.received`. Its id is generated here, not with the
 * arrival: lists are ordered by id, so an email that took long to parse must not appear after a cursor that a client already
 * has.
 */
export async function storeReceivedEmail(
  { tx, team_id, now: at }: TeamUnit,
  arrival: store.Arrival,
  read: ReadEmail,
): Promise<string> {
  const { files, words, ...rest } = read
  const { domain_id, envelope_from, recipients, raw_blob_id, bytes } = arrival
  // the id and the time that were returned to the sending server
  const { id, created_at } = arrival
  const sent_email_id = await findSentEmail({ tx, team_id }, read.message_id)
  const above_quota = await countReceived(tx, { team_id, created_at })
  const row = {
    above_quota,
    id,
    team_id,
    domain_id,
    envelope_from,
    recipients,
    raw_blob_id,
    bytes,
    sent_email_id,
    created_at,
    ...rest,
    // a reply to a returned email of our own could cause an endless loop
    is_automatic: read.is_automatic || sent_email_id !== null,
  }
  store.removeArrival(tx, { team_id, id: arrival.id })
  store.insertReceived(tx, { ...row, attachments: files.length })
  const attachments = files.map(file => ({ id: tx.newId('received_attachments'), ...file }))
  for (const [number, attachment] of attachments.entries())
    store.insertReceivedAttachment(tx, { ...attachment, team_id, email_id: id, number, created_at })
  await record(tx, {
    type: 'email.received',
    team_id,
    at,
    received: { ...row, words, has_attachment: files.length > 0, attachments },
  })
  return id
}

/** The `Message-ID` of emails sent by this server starts with their id. */
const OWN_MESSAGE_ID = /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/

/** Whether there is a received email with this id. Refuses (403) an email received above the quota. */
export async function isReceived({ tx, team_id }: TeamTx, id: string): Promise<boolean> {
  const email = await store.findReceivedEmail(tx, { team_id, id })
  if (email) refuseAboveQuota(email)
  return email !== undefined
}

/** Maximum files of an email on a shared page. */
const FILES_SHARED_MAX = 1000

/** The content of a shared page. */
interface SharedReceived {
  email: Bodies & { from: string; to: string[]; cc: string[]; subject: string; created_at: string }
  files: store.ReceivedAttachment[]
}

export async function findSharedReceived({ tx, team_id }: TeamTx, id: string): Promise<SharedReceived | undefined> {
  const found = await store.findReceivedEmail(tx, { team_id, id })
  const bodies = await findBodiesOf({ tx, team_id }, id)
  if (!found || !bodies) return undefined
  const { from_address, from_name, envelope_from, to, cc, subject, created_at } = found
  const address = from_address ?? envelope_from
  const from = from_name ? `${from_name} <${address}>` : address
  const first = { team_id, email_id: id, number: -1, limit: FILES_SHARED_MAX }
  const files = found.attachments === 0 ? [] : await listFilesAfter(tx, first)
  return { email: { from, to, cc, subject: subject ?? '', created_at, ...bodies }, files }
}

/** The size of the email, which limits what a shared page reads; `undefined` if there is no such email. */
export async function sharedReceivedBytes({ tx, team_id }: TeamTx, id: string): Promise<number | undefined> {
  return (await store.findReceivedEmail(tx, { team_id, id }))?.bytes
}

/** The id of the team's own sent email that was returned, found by its `Message-ID`. */
async function findSentEmail({ tx, team_id }: TeamTx, message_id: string | null): Promise<string | null> {
  const id = OWN_MESSAGE_ID.exec(message_id ?? '')?.[1]
  if (id === undefined) return null
  return (await findEmailOutcomes(tx, team_id, [id])).has(id) ? id : null
}

/** Whether an arrival, a received email or one of its files still uses a blob. */
export async function hasReceivedBlob(
  tx: Tx,
  { team_id, id: blob_id }: { team_id: string; id: string },
): Promise<boolean> {
  for (const find of store.BLOB_USES) if (await find(tx, { team_id, blob_id })) return true
  return false
}

interface Bodies {
  html: string | null
  text: string | null
}

/** The bodies of a received email, each at most `BODY_BYTES_MAX`. */
export async function findBodiesOf({ tx, team_id }: TeamTx, id: string): Promise<Bodies | undefined> {
  const found = await store.findStoredBodies(tx, { team_id, id })
  if (!found) return undefined
  const { html, text, html_blob_id, text_blob_id } = found
  return {
    html: html_blob_id === null ? html : (await readBlobBytes({ tx, team_id }, html_blob_id)).toString(),
    text: text_blob_id === null ? text : (await readBlobBytes({ tx, team_id }, text_blob_id)).toString(),
  }
}

/** The first characters of the bodies of a received email. Only the first chunk of a large body is read. */
export async function findBodyStarts(
  { tx, team_id }: TeamTx,
  { html, text, html_blob_id, text_blob_id }: Pick<ReadEmail, 'html' | 'text' | 'html_blob_id' | 'text_blob_id'>,
  length_max: number,
): Promise<Bodies> {
  const beginning = async (body: string | null, blob_id: string | null): Promise<string | null> => {
    const whole = blob_id === null ? body : (await readFirstChunk({ tx, team_id }, blob_id)).toString()
    return whole && whole.slice(0, length_max)
  }
  return { html: await beginning(html, html_blob_id), text: await beginning(text, text_blob_id) }
}

/** The exact bytes of an email after our own header fields, a chunk at a time. */
export async function* readRaw(
  read: Database['read'],
  {
    team_id,
    raw_blob_id: blob_id,
    bytes,
    trace,
  }: Pick<store.ReceivedRecord, 'team_id' | 'raw_blob_id' | 'bytes' | 'trace'>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(trace)
  yield* readContent(read, { team_id, blob_id, bytes })
}
