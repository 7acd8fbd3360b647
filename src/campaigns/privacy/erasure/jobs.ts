// Erases contacts in parts: each part and the progress are one transaction, so that the next attempt continues there.
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '../../../base/queue/claimed-work.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type Erasers, eraseNextPart } from './actions.ts'
import { type ErasureRecord, findErasure } from './store.ts'
import { isWaiting } from './present.ts'

/** The pause between two parts, in which other work runs. */
const PAUSE_MS = 5
/** After this many parts the job is returned to the queue and started again, so that a shutdown does not wait for it. */
const PARTS_MAX = 50
/** The delay before data that waits for a delivery to other recipients is examined again. */
const WAIT_MS = 60_000
/** By then other processes have written the requests that they have answered to the log: they do so every second. */
const ANSWERED_MS = 1_500

/**
 * `written`: resolves when the requests that this process has answered are written to the log, because they may contain the
 * contact's data.
 */
export function eraseContact(
  erasers: Erasers,
  written: () => Promise<void>,
): (work: Work<'erase_contact'>) => Promise<void> {
  return async work => {
    const asked = await work.read(tx => findErasure(tx, work.payload.team_id, work.payload.erasure_id))
    const isNew = asked !== undefined && work.now().getTime() - Date.parse(asked.created_at) < ANSWERED_MS
    if (work.several && isNew) await pause(ANSWERED_MS)
    await written()
    for (let parts = 0; parts < PARTS_MAX; parts++) {
      const erasure = await work.write(tx => goOn(tx, work, erasers))
      if (!erasure || erasure.completed_at !== null) return
      if (isWaiting(erasure))
        return work.postpone(new Date(work.now().getTime() + WAIT_MS), 'Other recipients are pending')
      await pause(PAUSE_MS)
    }
    await work.postpone(work.now(), 'there is more')
  }
}

async function goOn(tx: Tx, work: Work<'erase_contact'>, erasers: Erasers): Promise<ErasureRecord | undefined> {
  const { team_id, erasure_id } = work.payload
  const erasure = await findErasure(tx, team_id, erasure_id)
  const { address = null } = erasure ?? {}
  const unit = { tx, now: work.now() }
  return erasure && address !== null ? eraseNextPart(unit, { ...erasure, address }, erasers) : undefined
}
