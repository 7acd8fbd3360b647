// The results of a broadcast by the domains of its recipients, and compared with those of the broadcasts before it.
import type { BroadcastRecord } from '../../../../../campaigns/broadcasts/rules.ts'
import type { DomainTally } from '../../../../../engagement/facts/store.ts'
import type { BroadcastCounts } from '../../../../../engagement/metrics/sums.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { type ListColumn, rowList } from '../../../ui/table.ts'
import { numeral } from '../../../ui/reader.ts'
import { ago } from '../../../ui/time.ts'

export interface DomainResults {
  rows: readonly (DomainTally & { domain: string })[]
  /** All other domains together. */
  rest: DomainTally
}

interface DomainRow extends DomainTally {
  domain: string | undefined
}

export function domainTable({ rows, rest }: DomainResults): Html | false {
  if (rows.every(({ sent }) => sent === 0)) return false
  const isMore = Object.values(rest).some(count => count > 0)
  const all: DomainRow[] = [...rows, ...(isMore ? [{ ...rest, domain: undefined }] : [])]
  const column = (title: string, name: keyof DomainTally): ListColumn<DomainRow> => {
    return { title, kind: 'number', cell: row => numeral(row[name]) }
  }
  const columns: ListColumn<DomainRow>[] = [
    { title: 'Domain', cell: ({ domain }) => (domain === undefined ? 'All others' : html`<bdi>${domain}</bdi>`) },
    column('Sent', 'sent'),
    column('Delivered', 'delivered'),
    column('Bounced', 'bounced'),
    column('Complained', 'complained'),
    column('Opened', 'unique_opened'),
    column('Followed a link', 'unique_clicked'),
  ]
  return html`<h2>By domain</h2>
    ${rowList(all, { columns, empty: '', label: 'People by the domain of their address' })}`
}

/** A broadcast with its results. */
export interface Compared extends Pick<BroadcastRecord, 'id' | 'name' | 'sent_at'> {
  counts: BroadcastCounts
}

/** Latest first. The first is the broadcast of the page. */
export function comparisonTable(all: readonly Compared[]): Html | false {
  if (all.length < 2) return false
  const column = (title: string, rate: keyof BroadcastCounts): ListColumn<Compared> => {
    return { title, kind: 'number', cell: ({ counts }) => `${numeral(counts[rate], { maximumFractionDigits: 1 })} %` }
  }
  const columns: ListColumn<Compared>[] = [
    {
      title: 'Broadcast',
      cell: ({ id, name }) =>
        id === all[0]!.id ? html`<strong>This one</strong>` : html`<a href="/broadcasts/${id}"><bdi>${name}</bdi></a>`,
    },
    { title: 'Sent', cell: ({ sent_at }) => sent_at !== null && ago(sent_at) },
    column('Delivered', 'delivery_rate'),
    column('Opened', 'open_rate'),
    column('Followed a link', 'click_rate'),
    column('Bounced', 'bounce_rate'),
    column('Complained', 'complaint_rate'),
    column('Unsubscribed', 'unsubscribe_rate'),
  ]
  return html`<h2>Beside the last ones to the same segment</h2>
    ${rowList(all, { columns, empty: '', label: 'This broadcast and those before it' })}
    <p class="soft">Delivered and bounced are shares of the emails sent, the others of those delivered.</p>`
}
