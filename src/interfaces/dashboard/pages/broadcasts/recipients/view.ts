// The page with the recipients of a broadcast with a given event.
import type { BroadcastRecord } from '../../../../../campaigns/broadcasts/rules.ts'
import type { FoundRecipient, RecipientType } from '../../../../../engagement/facts/rules.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { searchForm } from '../../../ui/forms.ts'
import { type ListColumn, filterLinks, type ListPlace, listPage } from '../../../ui/table.ts'
import { numeral } from '../../../ui/reader.ts'

export const RECIPIENT_TYPES = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'suppressed'] as const),
] satisfies readonly RecipientType[]

interface Shown {
  broadcast: BroadcastRecord
  page: { rows: readonly FoundRecipient[]; has_more: boolean }
  place: { after: string | undefined; before: string | undefined }
  type: RecipientType
  /** The search words. */
  words: string
}

export function recipientsBody({ broadcast, page, place, type, words }: Shown): Html {
  const path = `/broadcasts/${broadcast.id}/recipients`
  const rows = page.rows.map(row => ({ ...row, id: row.contact_id }))
  const isSearched = words !== ''
  const { after, before } = place
  const at: ListPlace = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) }
  return html`<p>
      <a class="back" href="/broadcasts/${broadcast.id}"><bdi>${broadcast.name}</bdi></a>
    </p>
    <h1>Recipients</h1>
    ${filterLinks(path, { name: 'type', values: RECIPIENT_TYPES, current: type, hasAll: false })}
    ${searchForm({
      path,
      name: 'email',
      title: 'Part of an address',
      length_max: 320,
      words: isSearched ? words : undefined,
      kept: { type },
      all: { path: `${path}?type=${type}`, title: 'All of them' },
    })}
    ${listPage(
      path,
      { rows, has_more: page.has_more, place: at },
      {
        columns: columnsOf(type),
        empty: isSearched ? 'No address here has this in it.' : 'This has happened to no recipient so far.',
        label: 'Recipients',
        kept: { type, ...(isSearched && { email: words }) },
      },
    )}`
}

const BOUNCES: Record<string, string> = {
  permanent: 'For good',
  transient: 'For now',
  undetermined: 'Bounced, cause unknown',
}

function columnsOf(type: RecipientType): ListColumn<FoundRecipient>[] {
  const isCounted = type === 'opened' || type === 'clicked'
  return [
    {
      title: 'Address',
      cell: ({ contact_id, email }) =>
        email === null ? 'An erased contact' : html`<a href="/contacts/${contact_id}"><bdi>${email}</bdi></a>`,
    },
    ...(isCounted ? [{ title: 'Times', kind: 'number' as const, cell: timesOf }] : []),
    ...(type === 'bounced' ? [{ title: 'How', cell: bounceOf }] : []),
  ]
}

const timesOf = ({ count = 0 }: FoundRecipient): string => numeral(count)

const bounceOf = ({ bounce_type }: FoundRecipient): string | undefined => BOUNCES[bounce_type ?? 'permanent']
