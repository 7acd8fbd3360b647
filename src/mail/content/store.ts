// Reads the content that mails of a broadcast are made from. Broadcasts write it.
import { nullable, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { table } from '../../base/store/table.ts'

const sources = table('broadcasts', { id: uuid, team_id: uuid, preview_text: nullable(text), updated_at: text })

/** `made_text`: the text made from the HTML when sending began, if the broadcast has no text of its own. */
const contents = table('broadcast_contents', {
  broadcast_id: uuid,
  team_id: uuid,
  html: nullable(text),
  text: nullable(text),
  made_text: nullable(text),
})

export const findSource = sources.find('team_id', 'id').one
/** Every broadcast has a row. */
export const findWholeContent = contents.only('html', 'text', 'made_text').find('team_id', 'broadcast_id').one
const bytesOf = contents
  .only('broadcast_id')
  .query<{ team_id: string; broadcast_id: string }, { bytes: number }>(({ rows, params, knex }) =>
    rows
      .select(
        knex.raw('coalesce(octet_length(??), 0) + coalesce(octet_length(??), octet_length(??), 0) as bytes', [
          'html',
          'text',
          'made_text',
        ]),
      )
      .where(params('team_id', 'broadcast_id')),
  )

/** The size of a broadcast's content, without reading it. */
export async function bytesOfContent(tx: Tx, team_id: string, broadcast_id: string): Promise<number> {
  return (await tx.get(bytesOf, { team_id, broadcast_id }))?.bytes ?? 0
}
