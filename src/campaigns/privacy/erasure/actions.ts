// Forgetting a person. They are no contact any more as soon as that is asked for, and nothing is written to them from then
// on, of which a hash of their address is kept; what else is kept of them goes a part at a time.
import { keyOf } from '../../../base/text/addresses.ts'
import { changeDeparted, findContactRecord, removeContact } from '../../../audience/contacts/actions.ts'
import { EMAILS_ERASED_AT_ONCE, eraseEmails, type EraseRest } from '../../../mail/emails/personal/actions.ts'
import { findIdsTo } from '../../../mail/emails/search/actions.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { record } from '../../../base/store/signals/record.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { InTime, TeamUnit } from '../../../base/store/database.ts'
import { suppressErased } from '../../../audience/suppressions/actions.ts'
import { isWaiting, WAITING } from './present.ts'
import { type ErasureRecord, insertErasure, saveErasure } from './store.ts'

export { presentedErasure } from './present.ts'
export { type ErasureRecord, findErasure } from './store.ts'

/** Refuses (404) a contact that is not there. */
export async function beginErasure({ tx, team_id, now }: TeamUnit, id_or_email: string): Promise<ErasureRecord> {
  const contact = await findContactRecord(tx, team_id, id_or_email)
  if (!contact) throw refusal('not_found', 'Contact not found')
  const { id: contact_id, email } = contact
  await changeDeparted({ tx, team_id, now }, email, { everything: true })
  const id = tx.newId('contact_erasures')
  await suppressErased(tx, { team_id, email, id }, now)
  await removeContact({ tx, team_id, now }, contact_id)
  const erasure: ErasureRecord = {
    id,
    team_id,
    contact_id,
    address: keyOf(email),
    stage: 0,
    after: '',
    again_after: null,
    emails: 0,
    created_at: now.toISOString(),
    completed_at: null,
  }
  insertErasure(tx, erasure)
  // without the address, which is to be forgotten
  await record(tx, { type: 'contact.erased', team_id, at: now, object_id: contact_id, name: null })
  await enqueue(tx, 'erase_contact', { team_id, erasure_id: erasure.id }, now, now, erasure.id)
  return erasure
}

/** Where to go on, if more may be left; and whether something waits for others, and is to be looked at again. */
interface ErasedPart {
  after: string | undefined
  waits: boolean
}

/** Takes away some of what a room holds of a person. Says where to go on, or more. */
type ErasePersonal = (
  person: TeamUnit & { contact_id: string; address: string },
  after: string,
) => Promise<string | undefined | ErasedPart>

/** One that is not done. */
type ErasureOfPerson = ErasureRecord & { address: string }

/** What other rooms hold of people. */
export interface Erasers {
  /** Of an email. */
  ofEmail: EraseRest
  /** One after the other, when the emails are done: what becomes of these may be told to them. */
  others: readonly ErasePersonal[]
}

/** Does the next part of an erasure, and writes down how far it is. */
export async function erasePart(
  { tx, now }: InTime,
  erasure: ErasureOfPerson,
  { ofEmail, others }: Erasers,
): Promise<ErasureRecord> {
  const from = isWaiting(erasure) ? { ...erasure, stage: 0, again_after: null } : erasure
  const other = others[from.stage - 1]
  const done = other
    ? afterPart(from, await other({ ...from, tx, now }, from.after))
    : await emailPart({ ...from, tx, now }, from, ofEmail)
  const next = done.after === undefined ? { ...done, stage: done.stage + 1, after: '' } : { ...done, after: done.after }
  const progressed = next.stage <= others.length ? next : ended(next, now)
  saveErasure(tx, progressed)
  return progressed
}

type Progress = Omit<ErasureRecord, 'after'> & { after: string | undefined }

/** What waits is no email, and these need no other look. */
const BEHIND_EMAILS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function afterPart(erasure: ErasureRecord, part: Awaited<ReturnType<ErasePersonal>>): Progress {
  const { after, waits } = typeof part === 'object' ? part : { after: part, waits: false }
  return { ...erasure, after, again_after: erasure.again_after ?? (waits ? BEHIND_EMAILS : null) }
}

async function emailPart(
  unit: TeamUnit & { address: string },
  erasure: ErasureRecord,
  ofEmail: EraseRest,
): Promise<Progress> {
  const { after } = erasure
  const { ids, behind } = await findIdsTo(unit, unit.address, after)
  const some = ids.slice(0, EMAILS_ERASED_AT_ONCE)
  const waiting = await eraseEmails(unit, some, ofEmail)
  const again_after = erasure.again_after ?? (waiting.length > 0 ? after : null)
  const isPart = some.length < ids.length
  return {
    ...erasure,
    again_after,
    emails: erasure.emails + some.length - waiting.length,
    after: isPart ? some.at(-1)! : behind,
  }
}

/** All is gone through. Where others are still to get something, that is looked at again. */
function ended(erasure: ErasureRecord, now: Date): ErasureRecord {
  const { again_after } = erasure
  if (again_after !== null) return { ...erasure, stage: WAITING, after: again_after }
  return { ...erasure, address: null, completed_at: now.toISOString() }
}
