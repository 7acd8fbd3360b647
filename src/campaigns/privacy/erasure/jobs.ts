// Erases contacts, a part at a time: each part is a unit of work with how far it has come, so the next try goes on there.
import type { Work } from '../../../base/queue/runner.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type Erasers, erasePart, type ErasureRecord, findErasure } from './actions.ts'
import { isWaiting } from './present.ts'

/** Between two parts, so that other work goes on. */
const PAUSE_MS = 5
/** Then the job is given back and taken up again, so that a server that stops does not wait for it. */
const PARTS_MAX = 50
/** Until it is looked again whether others have got what they are still to get. */
const WAIT_MS = 60_000

export function eraseContact(erasers: Erasers): (work: Work<'erase_contact'>) => Promise<void> {
  return async work => {
    for (let parts = 0; parts < PARTS_MAX; parts++) {
      const erasure = await work.look(tx => goOn(tx, work, erasers))
      if (!erasure || erasure.completed_at !== null) return
      if (isWaiting(erasure))
        return work.postpone(new Date(work.now().getTime() + WAIT_MS), 'Others are to get an email')
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
    await work.postpone(work.now(), 'there is more')
  }
}

async function goOn(tx: Tx, work: Work<'erase_contact'>, erasers: Erasers): Promise<ErasureRecord | undefined> {
  const { team_id, erasure_id } = work.payload
  const erasure = await findErasure(tx, team_id, erasure_id)
  const { address = null } = erasure ?? {}
  const unit = { tx, now: work.now() }
  return erasure && address !== null ? erasePart(unit, { ...erasure, address }, erasers) : undefined
}
