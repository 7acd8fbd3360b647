// What delivery needs from broadcasts, as an interface, because broadcasts import delivery and not the other way round.
import type { Tx } from '../../base/store/database.ts'

/** Why a mail of a broadcast is not sent now (`until`), or never (`canceled`). */
export type Stop = 'canceled' | { until: Date; reason: string }

export interface MailOfBroadcast {
  team_id: string
  broadcast_id: string
  contact_id: string | null
}

export interface Stops {
  /** `undefined`: nothing stops this mail. */
  findStop(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<Stop | undefined>
  /** Records that a stopped mail waits, so that it is tried again when its broadcast goes on. */
  holdMail(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<void>
}
