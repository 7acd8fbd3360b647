// What delivery requires from broadcasts, as an interface, because broadcasts import delivery and not vice versa.
import type { Tx } from '../../base/store/database.ts'

/** Why an email of a broadcast is not sent now (`until`), or is never sent (`canceled`). */
export type Stop = 'canceled' | { until: Date; reason: string }

export interface MailOfBroadcast {
  team_id: string
  broadcast_id: string
  contact_id: string | null
}

export interface Stops {
  /** `undefined`: nothing stops this email. */
  findStop(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<Stop | undefined>
  /** Records that a stopped email waits, so that it is retried when its broadcast resumes. */
  holdMail(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<void>
}
