// Erases a person. The contact is removed immediately, and a hash of the address is kept so that no more email is sent to it. A
// job erases the rest of the data in parts.
import { emailKey } from '../../../base/text/addresses.ts'
import { removeContact } from '../../../audience/contacts/actions.ts'
import { updateDeparted } from '../../../audience/contacts/departed/actions.ts'
import { findContactRecord } from '../../../audience/contacts/store.ts'
import { EMAILS_ERASED_AT_ONCE, eraseEmails, type EraseRelated } from '../../../mail/emails/personal/actions.ts'
import { findIdsTo } from '../../../mail/emails/search/actions.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { record } from '../../../base/store/signals/record.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { TimedTx, TeamUnit } from '../../../base/store/database.ts'
import { suppressErased } from '../../../audience/suppressions/actions.ts'
import { isWaiting, WAITING_STAGE } from './present.ts'
import { type ErasureRecord, insertErasure, saveErasure } from './store.ts'

/** Starts an erasure. Refuses (404) a contact that does not exist. */
export async function startErasure({ tx, team_id, now }: TeamUnit, id_or_email: string): Promise<ErasureRecord> {
  const contact = await findContactRecord(tx, team_id, id_or_email)
  if (!contact) throw refusal('not_found', 'Contact not found')
  const { id: contact_id, email } = contact
  await updateDeparted({ tx, team_id, now }, email, { everything: true })
  const id = tx.newId('contact_erasures')
  await suppressErased(tx, { team_id, email, id }, now)
  await removeContact({ tx, team_id, now }, contact_id)
  const erasure: ErasureRecord = {
    id,
    team_id,
    contact_id,
    address: emailKey(email),
    stage: 0,
    after: '',
    again_after: null,
    emails: 0,
    created_at: now.toISOString(),
    completed_at: null,
  }
  insertErasure(tx, erasure)
  // without the address, which must not remain in the log
  await record(tx, { type: 'contact.erased', team_id, at: now, object_id: contact_id, name: null })
  await enqueue(tx, 'erase_contact', { team_id, erasure_id: erasure.id }, now, now, erasure.id)
  return erasure
}

/** The id to continue after, if more may remain, and whether some data must wait for a delivery and be examined again. */
interface ErasedPart {
  after: string | undefined
  waits: boolean
}

/** Erases a part of the data that a module stores about a person. Returns the id to continue after, if more may remain. */
type ErasePersonal = (
  person: TeamUnit & { contact_id: string; address: string },
  after: string,
) => Promise<string | undefined | ErasedPart>

/** An incomplete erasure, which still has the address. */
type ErasureOfPerson = ErasureRecord & { address: string }

/** The functions of other modules that erase personal data. */
export interface Erasers {
  /** Erases the data that other modules store about one email. */
  ofEmail: EraseRelated
  /** Run sequentially after the emails, because erasing an email can write data that these erase. */
  others: readonly ErasePersonal[]
}

/** Runs the next part of an erasure, and stores its progress. */
export async function eraseNextPart(
  { tx, now }: TimedTx,
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

/** The position after all emails: represents waiting data other than emails, so that no email is examined again for it. */
const BEHIND_EMAILS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function afterPart(erasure: ErasureRecord, part: Awaited<ReturnType<ErasePersonal>>): Progress {
  const { after, waits } = typeof part === 'object' ? part : { after: part, waits: false }
  return { ...erasure, after, again_after: erasure.again_after ?? (waits ? BEHIND_EMAILS : null) }
}

async function emailPart(
  unit: TeamUnit & { address: string },
  erasure: ErasureRecord,
  ofEmail: EraseRelated,
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

/** The erasure after its last stage. If an email still has to be delivered to others, it waits and resumes there. */
function ended(erasure: ErasureRecord, now: Date): ErasureRecord {
  const { again_after } = erasure
  if (again_after !== null) return { ...erasure, stage: WAITING_STAGE, after: again_after }
  return { ...erasure, address: null, completed_at: now.toISOString() }
}
