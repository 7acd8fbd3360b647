// Saying who does what a unit of work does.
import type { Actor } from './actor.ts'
import type { Database, Tx } from './database.ts'

/** From here on it is known who acts, by what came from where it came from. */
export function actAs(tx: Tx, { kind, id, name }: Pick<Actor, 'kind' | 'id' | 'name'>): void {
  const { ip, request_id } = tx.actor
  tx.actor = { kind, id, name, ip, request_id }
}

/** The units of a database, all of them by this one. */
export function unitsBy(database: Pick<Database, 'unit'>, actor: Actor): Database['unit'] {
  return (body, from) =>
    database.unit(tx => {
      tx.actor = actor
      return body(tx)
    }, from)
}
