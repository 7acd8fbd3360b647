// Statements for the facts about one contact and the links that it followed.
import type { RecordOf } from '../../../base/store/table.ts'
import { STORED_FACTS } from '../store.ts'

const { facts, clicks, links, domains } = STORED_FACTS

export const clicksOfPerson = clicks.findAny('broadcast_id', 'team_id', 'contact_id')
export const factsOfPerson = facts.findAny('broadcast_id', 'team_id', 'contact_id')
export const linksByKeys = links.findAny('url_key', 'team_id', 'broadcast_id')
export const removeLink = links.remove('team_id', 'broadcast_id', 'url_key')
/** Only if at most one email was sent there. */
export const removeOwnDomain = domains.write<Pick<RecordOf<typeof domains>, 'team_id' | 'broadcast_id' | 'domain'>>(
  ({ rows, params, param, knex }) => {
    const sent = knex('broadcast_domains as counted')
      .select(knex.raw('coalesce(sum(sent), 0)'))
      .where({
        'counted.team_id': param('team_id'),
        'counted.broadcast_id': param('broadcast_id'),
        'counted.domain': param('domain'),
      })
    return rows
      .where(params('team_id', 'broadcast_id', 'domain'))
      .whereRaw('? <= 1', [sent])
      .delete()
  },
).put
export const removeFacts = facts.remove('team_id', 'broadcast_id', 'contact_id')
export const removeClicks = clicks.remove('team_id', 'broadcast_id', 'contact_id')
