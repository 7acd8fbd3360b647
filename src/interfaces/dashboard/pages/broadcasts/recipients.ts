// Lists the recipients of a broadcast with a given event.
import { listRecipients } from '../../../../engagement/facts/recipients/store.ts'
import type { RecipientRow, RecipientType } from '../../../../engagement/facts/rules.ts'
import { html } from '../../../../base/html/html.ts'
import { type DashboardPage, openPage } from '../../page.ts'
import { searchForm } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { formatNumber } from '../../ui/reader.ts'
import { filterLinks, type ListColumn, listPage, numberColumn, PAGE_LENGTH } from '../../ui/table.ts'
import { idIn } from '../emails/search.ts'
import { requireBroadcast } from './actions.ts'

const ADDRESS_MAX = 320

const TYPES = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'suppressed'] as const),
] satisfies readonly RecipientType[]

export const recipientPages: DashboardPage[] = [
  openPage('GET /broadcasts/:id/recipients', 'member', async ({ asVisitor, query, parts: { database } }) => {
    const { broadcast } = await asVisitor(requireBroadcast)
    const { id, name, team_id } = broadcast
    const type = TYPES.find(each => each === query.get('type')) ?? 'delivered'
    const words = (query.get('email') ?? '').trim().slice(0, ADDRESS_MAX) || undefined
    const wanted = { team_id, broadcast_id: id, type, address: words?.toLowerCase() }
    const [after, before] = [idIn(query.get('after') ?? ''), idIn(query.get('before') ?? '')]
    // outside of a transaction, which would block others
    const page = await database.read(tx => listRecipients(tx, wanted, { limit: PAGE_LENGTH, after, before }))
    const rows = page.rows.map(row => ({ ...row, id: row.contact_id }))
    const place = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) }
    const path = `/broadcasts/${id}/recipients`
    const all = { path: `${path}?type=${type}`, title: 'All recipients' }
    const body = () =>
      html`${backLink(`/broadcasts/${id}`, name)}
        <h1>Recipients</h1>
        ${filterLinks(path, { name: 'type', values: TYPES, current: type, hasAll: false })}
        ${searchForm({ path, name: 'email', title: 'Email address', length_max: ADDRESS_MAX, words, kept: { type }, all })}
        ${listPage(
          path,
          { rows, has_more: page.has_more, place },
          {
            columns: columnsOf(type),
            empty: words ? 'No recipients match your search.' : 'No recipients with this event yet.',
            label: 'Recipients',
            kept: { type, ...(words && { email: words }) },
          },
        )}`
    return { title: `Recipients of ${name}`, body }
  }),
]

const BOUNCES: Record<string, string> = { permanent: 'Permanent', transient: 'Temporary', undetermined: 'Unknown' }

const countOf = ({ count = 0 }: RecipientRow): string => formatNumber(count)

function columnsOf(type: RecipientType): ListColumn<RecipientRow>[] {
  return [
    {
      title: 'Email address',
      cell: ({ contact_id, email }) =>
        email === null ? 'Erased contact' : html`<a href="/contacts/${contact_id}"><bdi>${email}</bdi></a>`,
    },
    ...(type === 'opened' ? [numberColumn('Opens', countOf)] : []),
    ...(type === 'clicked' ? [numberColumn('Clicks', countOf)] : []),
    ...(type === 'bounced'
      ? [{ title: 'Bounce type', cell: (each: RecipientRow) => BOUNCES[each.bounce_type ?? 'permanent'] }]
      : []),
  ]
}
