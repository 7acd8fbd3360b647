// The operations that read the results of broadcasts.
import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { findBroadcast, findBroadcasts, listBroadcasts } from '../store.ts'
import { refuseBothCursors } from '../../../base/text/cursor.ts'
import { findClicks, listLinks, listRecipients } from '../../../engagement/facts/recipients/store.ts'
import { countBroadcasts } from '../../../engagement/metrics/actions.ts'
import { parseContactCursor, parseLinkCursor, formatLinkCursor, recipientItem, refuseOtherFilter } from './rules.ts'

async function refuseUnknown(tx: Tx, team_id: string, id: string): Promise<string> {
  const broadcast = await findBroadcast(tx, team_id, id)
  if (!broadcast) throw refusal('not_found', 'Broadcast not found')
  return broadcast.id
}

export const listBroadcastRecipients: Handler<'listBroadcastRecipients'> = async ({ tx, caller, path, query }) => {
  const { team_id } = caller
  refuseBothCursors(query)
  refuseOtherFilter(query)
  const broadcast_id = await refuseUnknown(tx, team_id, path.broadcast_id)
  const { type, email, bounce_type, limit, after, before } = query
  const some = { team_id, broadcast_id }
  const { rows, has_more } = await listRecipients(
    tx,
    { ...some, type, bounce_type, address: email?.toLowerCase() || undefined },
    {
      limit,
      after: after && parseContactCursor('after', after),
      before: before && parseContactCursor('before', before),
    },
  )
  const ids = rows.map(({ contact_id }) => contact_id)
  const clicked = type === 'clicked' ? await findClicks(tx, some, ids) : undefined
  const data = rows.map(row => recipientItem(type, row, clicked?.get(row.contact_id)))
  return { status: 200, body: { object: 'list', has_more, data } }
}

export const listBroadcastClickedLinks: Handler<'listBroadcastClickedLinks'> = async ({ tx, caller, path, query }) => {
  const { team_id } = caller
  refuseBothCursors(query)
  const broadcast_id = await refuseUnknown(tx, team_id, path.broadcast_id)
  const { limit, after, before } = query
  const { rows, has_more } = await listLinks(
    tx,
    { team_id, broadcast_id },
    {
      limit,
      after: after ? parseLinkCursor('after', after) : undefined,
      before: before ? parseLinkCursor('before', before) : undefined,
    },
  )
  const data = rows.map(row => ({
    id: formatLinkCursor(row),
    url: row.url,
    clicks: row.clicks,
    unique_clicks: row.unique_clicks,
  }))
  return { status: 200, body: { object: 'list', has_more, data } }
}

/** Without ids, the metrics of this many latest broadcasts are returned. */
const LATEST = 100

export const getBroadcastMetrics: Handler<'getBroadcastMetrics'> = async ({ tx, caller: { team_id }, query }) => {
  const asked = [...new Set(query.broadcast_id?.map(id => id.toLowerCase()))]
  const broadcasts =
    asked.length > 0
      ? await findBroadcasts(tx, team_id, asked)
      : (await listBroadcasts(tx, { team_id }, { limit: LATEST })).rows
  const ids = broadcasts.map(({ id }) => id)
  const { totals, each } = await countBroadcasts(tx, team_id, ids)
  const data = broadcasts.map(({ id: broadcast_id, name: broadcast_name }) =>
    Object.assign({ broadcast_id, broadcast_name }, each.get(broadcast_id)!),
  )
  return { status: 200, body: { object: 'metrics', totals, data } }
}
