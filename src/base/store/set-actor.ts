// Sets the actor of a unit of work.
import type { Actor } from './actor.ts'
import type { Database, Tx } from './database.ts'

/** Sets the actor once the caller is identified; address and request id are unchanged. */
export function setActor(tx: Tx, { kind, id, name }: Pick<Actor, 'kind' | 'id' | 'name'>): void {
  const { ip, request_id } = tx.actor
  tx.actor = { kind, id, name, ip, request_id }
}

/** `unit` of a database, with this actor for every unit. */
export function unitAs(database: Pick<Database, 'unit'>, actor: Actor): Database['unit'] {
  return (body, from) =>
    database.unit(tx => {
      tx.actor = actor
      return body(tx)
    }, from)
}
