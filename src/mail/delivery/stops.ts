// What delivery requires from broadcasts, as an interface, because broadcasts import delivery and not vice versa.
import type { Tx } from '../../base/store/database.ts'

/** Why an email of a broadcast is not sent now (`until`), or is never sent (`canceled`). */
export type SendStop = 'canceled' | { until: Date; reason: string }

export interface BroadcastEmailKey {
  team_id: string
  broadcast_id: string
  contact_id: string | null
}

export interface SendStops {
  /** `undefined`: nothing stops this email. */
  findStop(tx: Tx, mail: BroadcastEmailKey, now: Date): Promise<SendStop | undefined>
  /** Records that a stopped email waits, so that it is retried when its broadcast resumes. */
  holdMail(tx: Tx, mail: BroadcastEmailKey, now: Date): Promise<void>
}
