// Reads the content of broadcasts for their emails. Broadcasts write it.
import { nullable, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { MailVersion } from '../../base/store/signals/signal.ts'
import { table } from '../../base/store/table.ts'

const sources = table('broadcasts', { id: uuid, team_id: uuid, preview_text: nullable(text), updated_at: text })

/** `made_text`: the text generated from the HTML when sending began, if the broadcast has no text of its own. */
const contents = table('broadcast_contents', {
  broadcast_id: uuid,
  team_id: uuid,
  html: nullable(text),
  text: nullable(text),
  made_text: nullable(text),
})

/** Version B of a broadcast with an A/B test. Missing HTML and text default to those of the broadcast. */
const contentsOfB = table('broadcast_ab_tests', {
  broadcast_id: uuid,
  team_id: uuid,
  html: nullable(text),
  text: nullable(text),
  made_text: nullable(text),
})

export const findContentSource = sources.find('team_id', 'id').one
interface BroadcastKey {
  team_id: string
  broadcast_id: string
}

/** Every broadcast has a row. */
const wholeContent = contents.only('html', 'text', 'made_text').find('team_id', 'broadcast_id')
const HAS_CONTENT = 'coalesce(html, text) is not null'
const wholeContentOfB = contentsOfB
  .only('html', 'text', 'made_text')
  .query<BroadcastKey>(({ rows, params }) => rows.where(params('team_id', 'broadcast_id')).whereRaw(HAS_CONTENT))
const bytesIn = (of: typeof contents, condition: string) =>
  of.only('broadcast_id').query<BroadcastKey, { bytes: number }>(({ rows, params, knex }) =>
    rows
      .select(
        knex.raw('coalesce(octet_length(??), 0) + coalesce(octet_length(??), octet_length(??), 0) as bytes', [
          'html',
          'text',
          'made_text',
        ]),
      )
      .where(params('team_id', 'broadcast_id'))
      .whereRaw(condition),
  )
const bytesOf = bytesIn(contents, '1 = 1')
const bytesOfB = bytesIn(contentsOfB, HAS_CONTENT)

export interface ContentKey extends BroadcastKey {
  /** The version of a broadcast with an A/B test. */
  version?: MailVersion | null | undefined
}

export const isVersionB = (version: ContentKey['version']): boolean => version === 'b' || version === 'rest_b'

export async function findFullContent(tx: Tx, { team_id, broadcast_id, version }: ContentKey) {
  const of = { team_id, broadcast_id }
  const own = isVersionB(version) ? await tx.get(wholeContentOfB, of) : undefined
  return own ?? (await tx.get(wholeContent, of))!
}

/** The size of a broadcast's content, without reading it. */
export async function findStoredContentBytes(tx: Tx, { team_id, broadcast_id, version }: ContentKey): Promise<number> {
  const of = { team_id, broadcast_id }
  const own = isVersionB(version) ? await tx.get(bytesOfB, of) : undefined
  return (own ?? (await tx.get(bytesOf, of)))?.bytes ?? 0
}
