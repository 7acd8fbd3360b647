// Events for other modules: converts a payload with the schema of its event.
import type { TeamTx } from '../../base/store/database.ts'
import { coercePayload, type Payload } from './payload.ts'
import { findEventByName } from './store.ts'

/** The payload with its fields in the types of the event's schema, if it has one. Refuses (422 validation_error) a mismatch. */
export async function coerceEventPayload({ tx, team_id }: TeamTx, event: string, payload: Payload): Promise<Payload> {
  return coercePayload((await findEventByName(tx, { team_id, name: event }))?.schema ?? null, payload)
}
