// The results of a broadcast: recipients by event, clicked links, results by domain, and a comparison with earlier broadcasts.
import type { BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import type { RecipientType } from '../../../../engagement/facts/rules.ts'
import type { DomainTally, LinkRecord } from '../../../../engagement/facts/store.ts'
import type { BroadcastCounts } from '../../../../engagement/metrics/sums.ts'
import { bar } from '../../../../base/drawing/bars.ts'
import { type Content, type Html, html } from '../../../../base/html/html.ts'
import { type ListColumn, numberColumn, rowList } from '../../ui/table.ts'
import { formatNumber } from '../../ui/reader.ts'
import { timeAgo } from '../../ui/time.ts'
import type { TestResults } from './ab-test-view.ts'

export interface Results {
  /** Recipients found so far. */
  recipients: number
  /** Emails created for them and accepted for sending. */
  emails: number
  /** Recipients whose mail server deferred the first attempt. */
  delayed: number
  counts: BroadcastCounts
  /** The links with the most clicks. */
  links: readonly LinkRecord[]
  /** Set if it has an A/B test. */
  tested: TestResults | undefined
  domains: DomainResults
  /** This broadcast and those before it. */
  compared: readonly ComparedBroadcast[]
}

interface DomainResults {
  rows: readonly (DomainTally & { domain: string })[]
  /** All other domains together. */
  rest: DomainTally
}

interface ComparedBroadcast extends Pick<BroadcastRecord, 'id' | 'name' | 'sent_at'> {
  counts: BroadcastCounts
}

/** What a rate is a percentage of. */
type Base = 'recipients' | 'sent' | 'delivered'

interface EventRow {
  title: string
  count: number
  of: Base
  mood: '' | 'good' | 'bad'
  type?: RecipientType
}

/** Email events are a share of the sent emails; recipient actions are a share of the delivered ones. */
function eventRows({ emails, delayed, counts }: Results): EventRow[] {
  const { sent, delivered } = counts
  return [
    { title: 'Queued', count: emails, of: 'recipients', mood: '' },
    { title: 'Sent', count: sent, of: 'recipients', mood: '', type: 'sent' },
    { title: 'Delivered', count: delivered, of: 'sent', mood: 'good', type: 'delivered' },
    { title: 'Delayed at first', count: delayed, of: 'sent', mood: '' },
    { title: 'Opened', count: counts.unique_opened, of: 'delivered', mood: 'good', type: 'opened' },
    { title: 'Clicked', count: counts.unique_clicked, of: 'delivered', mood: 'good', type: 'clicked' },
    { title: 'Bounced', count: counts.bounced, of: 'sent', mood: 'bad', type: 'bounced' },
    { title: 'Complained', count: counts.complained, of: 'delivered', mood: 'bad', type: 'complained' },
    { title: 'Unsubscribed', count: counts.unsubscribed, of: 'delivered', mood: 'bad', type: 'unsubscribed' },
    { title: 'Suppressed', count: counts.suppressed, of: 'recipients', mood: 'bad', type: 'suppressed' },
    { title: 'Failed', count: counts.failed, of: 'recipients', mood: 'bad' },
  ]
}

export function resultsPart(broadcast_id: string, results: Results): Html {
  const { recipients, counts, links } = results
  const totals = { recipients, sent: counts.sent, delivered: counts.delivered }
  return html`<h2>Results</h2>
    ${barTable({
      label: 'Results',
      caption: 'Opens and clicks require tracking. Some opens and clicks come from machines.',
      titles: ['Event', 'Recipients', 'Rate'],
      rows: eventRows(results).map(row => eventCells(broadcast_id, row, totals)),
    })}
    ${links.length > 0 && linkTable(links)} ${domainTable(results.domains)} ${comparisonTable(results.compared)}`
}

interface BarTable {
  label: string
  caption: string
  titles: readonly string[]
  rows: readonly (readonly Content[])[]
}

/** A table whose first column has bars. */
function barTable({ label, caption, titles, rows }: BarTable): Html {
  return html`<div class="table-box" role="region" aria-label="${label}" tabindex="0">
    <table class="results">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${titles.map(title => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...cells]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${cells.map(cell => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function eventCells(
  broadcast_id: string,
  { title, count, of, mood, type }: EventRow,
  totals: Readonly<Record<Base, number>>,
): Content[] {
  const total = totals[of]
  const path = `/broadcasts/${broadcast_id}/recipients?type=${type}`
  const name = type !== undefined && count > 0 ? html`<a class="alone" href="${path}">${title}</a>` : title
  const rate = `${formatNumber((count / total) * 100, { maximumFractionDigits: 1 })} %`
  return [
    html`${name} ${bar(total === 0 ? 0 : count / total, mood)}`,
    formatNumber(count),
    total > 0 && html`${rate} <span class="soft">of ${of}</span>`,
  ]
}

function linkTable(links: readonly LinkRecord[]): Html {
  const most = Math.max(...links.map(({ clicks }) => clicks))
  return barTable({
    label: 'Clicked links',
    caption: 'Clicked links, most clicks first',
    titles: ['Link', 'Clicks', 'Recipients'],
    rows: links.map(({ url, clicks, unique_clicks }) => [
      html`<bdi>${url}</bdi> ${bar(clicks / most, 'good')}`,
      formatNumber(clicks),
      formatNumber(unique_clicks),
    ]),
  })
}

interface DomainRow extends DomainTally {
  domain: string | undefined
}

function domainTable({ rows, rest }: DomainResults): Html | false {
  if (rows.every(({ sent }) => sent === 0)) return false
  const isMore = Object.values(rest).some(count => count > 0)
  const all: DomainRow[] = [...rows, ...(isMore ? [{ ...rest, domain: undefined }] : [])]
  const column = (title: string, name: keyof DomainTally) =>
    numberColumn<DomainRow>(title, row => formatNumber(row[name]))
  const columns: ListColumn<DomainRow>[] = [
    { title: 'Domain', cell: ({ domain }) => (domain === undefined ? 'Other domains' : html`<bdi>${domain}</bdi>`) },
    column('Sent', 'sent'),
    column('Delivered', 'delivered'),
    column('Bounced', 'bounced'),
    column('Complained', 'complained'),
    column('Opened', 'unique_opened'),
    column('Clicked', 'unique_clicked'),
  ]
  return html`<h2>Results by domain</h2>
    ${rowList(all, { columns, empty: '', label: 'Results by recipient domain' })}`
}

/** Latest first. The first is the broadcast of the page. */
function comparisonTable(all: readonly ComparedBroadcast[]): Html | false {
  if (all.length < 2) return false
  const column = (title: string, rate: keyof BroadcastCounts) =>
    numberColumn<ComparedBroadcast>(
      title,
      ({ counts }) => `${formatNumber(counts[rate], { maximumFractionDigits: 1 })} %`,
    )
  const columns: ListColumn<ComparedBroadcast>[] = [
    {
      title: 'Broadcast',
      cell: ({ id, name }) =>
        id === all[0]!.id
          ? html`<strong>This broadcast</strong>`
          : html`<a href="/broadcasts/${id}"><bdi>${name}</bdi></a>`,
    },
    { title: 'Sent', cell: ({ sent_at }) => sent_at !== null && timeAgo(sent_at) },
    column('Delivered', 'delivery_rate'),
    column('Opened', 'open_rate'),
    column('Clicked', 'click_rate'),
    column('Bounced', 'bounce_rate'),
    column('Complained', 'complaint_rate'),
    column('Unsubscribed', 'unsubscribe_rate'),
  ]
  return html`<h2>Comparison with earlier broadcasts</h2>
    ${rowList(all, { columns, empty: '', label: 'Comparison with earlier broadcasts' })}
    <p class="soft">
      Broadcasts to the same segment. Delivery and bounce rates are based on sent emails, the other rates on delivered
      emails.
    </p>`
}
