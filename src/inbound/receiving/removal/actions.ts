// Received emails that go, as they are old or as the person who sent them is forgotten; and those, for a person who asks what
// is kept of them.
import type { Schemas } from '../../../../generated/api.ts'
import { leastIdAt } from '../../../base/text/uuids.ts'
import type { InTime, TeamUnit, Tx } from '../../../base/store/database.ts'
import { hastenRemoval } from '../../../mail/attachments/actions.ts'
import { findOldReceived, removeReceived } from '../store.ts'
import * as store from './store.ts'

/** Removed in one unit of work, which blocks all others. */
const EMAILS_AT_ONCE = 20
const FILES_AT_ONCE = 100
/** Read at once. */
const LISTED_AT_ONCE = 50

interface Stored {
  id: string
  raw_blob_id: string
  html_blob_id: string | null
  text_blob_id: string | null
}

/** Removes an email, or of one with many files some of these. Whether it is gone. */
async function removePart(unit: TeamUnit, email: Stored): Promise<boolean> {
  const { tx, team_id } = unit
  const { id, raw_blob_id, html_blob_id, text_blob_id } = email
  const files = await store.listFiles(tx, { team_id, email_id: id, limit: FILES_AT_ONCE })
  for (const file of files) store.removeReceivedFile(tx, { team_id, id: file.id })
  const blob_ids = files.map(({ blob_id }) => blob_id)
  hastenRemoval(unit, blob_ids)
  if (files.length === FILES_AT_ONCE) return false
  removeReceived(tx, { team_id, id })
  hastenRemoval(unit, [raw_blob_id, ...[html_blob_id, text_blob_id].filter(each => each !== null)])
  return true
}

/** Removes some that came before that moment; whether more may be left. */
export async function removeOldReceived({ tx, now }: InTime, before: Date): Promise<boolean> {
  const some = await tx.all(findOldReceived, { until_id: leastIdAt(before.getTime()), limit: EMAILS_AT_ONCE })
  // one with many files is enough for a unit
  for (const email of some) if (!(await removePart({ tx, team_id: email.team_id, now }, email))) return true
  return some.length === EMAILS_AT_ONCE
}

interface Person {
  team_id: string
  address: string
}

/** Removes some of what a person has sent; anything if more may be left. */
export async function eraseReceivedFrom(unit: TeamUnit & Person): Promise<string | undefined> {
  const { tx, team_id, address: sender } = unit
  const some = await store.listStoredFrom(tx, { team_id, sender, limit: EMAILS_AT_ONCE })
  for (const email of some) if (!(await removePart(unit, email))) return 'more'
  return some.length === EMAILS_AT_ONCE ? 'more' : undefined
}

/** Before all ids. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** Some of what a person has sent, the oldest first; behind which one to go on, if there may be more. */
export async function listReceivedFrom(
  tx: Tx,
  { team_id, address: sender }: Person,
  after: string,
): Promise<{ rows: Schemas['ExportedReceivedEmail'][]; behind: string | undefined }> {
  const from = { team_id, sender, after_id: after === '' ? NIL : after, limit: LISTED_AT_ONCE }
  const found = await store.listFromBehind(tx, from)
  const rows = found.map(({ bytes: size, ...email }) => ({ ...email, size }))
  return { rows, behind: found.length === LISTED_AT_ONCE ? found.at(-1)!.id : undefined }
}
