// Events for other modules: converts a payload with the schema of its event.
import type { InTeam } from '../../base/store/database.ts'
import { coerced, type Payload } from './payload.ts'
import { findEventByName } from './store.ts'

/** The payload with its fields in the types of the event's schema, if it has one. Refuses (422 validation_error) a mismatch. */
export async function payloadFor({ tx, team_id }: InTeam, event: string, payload: Payload): Promise<Payload> {
  return coerced((await findEventByName(tx, { team_id, name: event }))?.schema ?? null, payload)
}
