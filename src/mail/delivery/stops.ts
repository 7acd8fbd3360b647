// What delivery asks of broadcasts, as an interface: broadcasts import delivery, not the other way round.
import type { Tx } from '../../base/store/database.ts'

/** Why a mail of a broadcast is not sent now, or ever. */
export type Stop = 'canceled' | { until: Date; reason: string }

export interface MailOfBroadcast {
  team_id: string
  broadcast_id: string
  contact_id: string | null
}

export interface Stops {
  /** What stops this mail. */
  findStop(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<Stop | undefined>
  /** Notes that a mail which is stopped now waits, so that it is looked at again when it may go. */
  holdMail(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<void>
}
