// Removes received emails: old ones, and those from an erased contact. Lists the emails from a contact for their export.
import type { Schemas } from '../../../../generated/api.ts'
import { smallestIdAt } from '../../../base/text/uuids.ts'
import type { TimedTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import { requestRemovalCheck } from '../../../mail/attachments/store/blobs.ts'
import { findOldReceived, removeReceived } from '../store.ts'
import { record } from '../../../base/store/signals/record.ts'
import * as store from './store.ts'

/** Maximum emails removed in one transaction, which blocks all others on SQLite. */
const EMAILS_AT_ONCE = 20
const FILES_AT_ONCE = 100
/** Maximum exported rows in one transaction. */
const LISTED_AT_ONCE = 50

interface StoredBlobs {
  id: string
  raw_blob_id: string
  html_blob_id: string | null
  text_blob_id: string | null
}

/** Removes an email; of an email with many files, only `FILES_AT_ONCE` of them. Returns whether the email was removed. */
async function removePart(unit: TeamUnit, email: StoredBlobs): Promise<boolean> {
  const { tx, team_id } = unit
  const { id, raw_blob_id, html_blob_id, text_blob_id } = email
  const files = await store.listFiles(tx, { team_id, email_id: id, limit: FILES_AT_ONCE })
  for (const file of files) store.removeReceivedFile(tx, { team_id, id: file.id })
  const blob_ids = files.map(({ blob_id }) => blob_id)
  requestRemovalCheck(unit, blob_ids)
  if (files.length === FILES_AT_ONCE) return false
  removeReceived(tx, { team_id, id })
  requestRemovalCheck(unit, [raw_blob_id, ...[html_blob_id, text_blob_id].filter(each => each !== null)])
  await record(tx, { type: 'received.removed', team_id, at: unit.now, received_id: id })
  return true
}

/** Removes some emails received before that time. Returns whether more may remain. */
export async function removeOldReceived({ tx, now }: TimedTx, before: Date): Promise<boolean> {
  const some = await tx.all(findOldReceived, { until_id: smallestIdAt(before.getTime()), limit: EMAILS_AT_ONCE })
  // an email with many files uses up a transaction alone
  for (const email of some) if (!(await removePart({ tx, team_id: email.team_id, now }, email))) return true
  return some.length === EMAILS_AT_ONCE
}

interface MailPerson {
  team_id: string
  address: string
}

/** Removes some emails from an address; `'more'` if others may remain. */
export async function eraseReceivedFrom(unit: TeamUnit & MailPerson): Promise<string | undefined> {
  const { tx, team_id, address: sender } = unit
  const some = await store.listStoredFrom(tx, { team_id, sender, limit: EMAILS_AT_ONCE })
  for (const email of some) if (!(await removePart(unit, email))) return 'more'
  return some.length === EMAILS_AT_ONCE ? 'more' : undefined
}

/** Smaller than all ids. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** Some emails from an address, oldest first. `behind`: the id to continue after; `undefined` at the end. */
export async function listReceivedFrom(
  tx: Tx,
  { team_id, address: sender }: MailPerson,
  after: string,
): Promise<{ rows: Schemas['ExportedReceivedEmail'][]; behind: string | undefined }> {
  const from = { team_id, sender, after_id: after === '' ? NIL : after, limit: LISTED_AT_ONCE }
  const found = await store.listReceivedFromAfter(tx, from)
  const rows = found.map(({ bytes: size, ...email }) => ({ ...email, size }))
  return { rows, behind: found.length === LISTED_AT_ONCE ? found.at(-1)!.id : undefined }
}
