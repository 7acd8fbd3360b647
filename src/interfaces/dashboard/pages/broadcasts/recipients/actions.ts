// Lists the recipients of a broadcast with a given event.
import { listRecipients } from '../../../../../engagement/facts/recipients/store.ts'
import { type DashboardPage, openPage } from '../../../page.ts'
import { idIn } from '../../emails/search.ts'
import { findBroadcastOr } from '../actions.ts'
import { PAGE_LENGTH } from '../../../ui/table.ts'
import { RECIPIENT_TYPES, recipientsBody } from './view.ts'

const ADDRESS_MAX = 320

export const recipientPages: DashboardPage[] = [
  openPage('GET /broadcasts/:id/recipients', 'member', async ({ asVisitor, query, parts: { database } }) => {
    const { broadcast } = await asVisitor(findBroadcastOr)
    const type = RECIPIENT_TYPES.find(each => each === query.get('type')) ?? 'delivered'
    const words = (query.get('email') ?? '').trim().slice(0, ADDRESS_MAX)
    const wanted = { team_id: broadcast.team_id, broadcast_id: broadcast.id, type }
    const address = words === '' ? undefined : words.toLowerCase()
    const place = { after: idIn(query.get('after') ?? ''), before: idIn(query.get('before') ?? '') }
    // outside of a transaction, which would block others
    const page = await database.read(tx => listRecipients(tx, { ...wanted, address }, { limit: PAGE_LENGTH, ...place }))
    return {
      title: `Recipients of ${broadcast.name}`,
      body: () => recipientsBody({ broadcast, page, place, type, words }),
    }
  }),
]
