// What others may ask of events: what becomes of a payload when an event of that name is sent.
import type { InTeam } from '../../base/store/database.ts'
import { coerced, type Payload } from './payload.ts'
import { findEventByName } from './store.ts'

/** The payload as the event's schema wants it, if it has one; refuses (422 validation_error) one that does not fit. */
export async function payloadFor({ tx, team_id }: InTeam, event: string, payload: Payload): Promise<Payload> {
  return coerced((await findEventByName(tx, { team_id, name: event }))?.schema ?? null, payload)
}
