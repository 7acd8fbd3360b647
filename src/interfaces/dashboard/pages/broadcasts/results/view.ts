// The results of a broadcast as a table with bars: the number of recipients of each event, and the clicked links.
import type { RecipientType } from '../../../../../engagement/facts/rules.ts'
import type { LinkRecord } from '../../../../../engagement/facts/store.ts'
import type { BroadcastCounts } from '../../../../../engagement/metrics/sums.ts'
import { bar } from '../../../../../base/drawing/bars.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { TestResults } from '../ab-test/view.ts'
import { type Compared, comparisonTable, type DomainResults, domainTable } from './comparison.ts'
import { numeral } from '../../../ui/reader.ts'

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
  compared: readonly Compared[]
}

type Base = 'recipients' | 'sent' | 'delivered'

interface Row {
  title: string
  count: number
  /** The base of the share. */
  of: Base
  mood: '' | 'good' | 'bad'
  type?: RecipientType
}

/** Email events are a share of the sent emails; recipient actions are a share of the delivered ones. */
function rowsOf({ emails, delayed, counts }: Results): Row[] {
  const { sent, delivered } = counts
  return [
    { title: 'Accepted', count: emails, of: 'recipients', mood: '' },
    { title: 'Sent', count: sent, of: 'recipients', mood: '', type: 'sent' },
    { title: 'Delivered', count: delivered, of: 'sent', mood: 'good', type: 'delivered' },
    { title: 'Delayed at first', count: delayed, of: 'sent', mood: '' },
    { title: 'Opened', count: counts.unique_opened, of: 'delivered', mood: 'good', type: 'opened' },
    { title: 'Followed a link', count: counts.unique_clicked, of: 'delivered', mood: 'good', type: 'clicked' },
    { title: 'Bounced', count: counts.bounced, of: 'sent', mood: 'bad', type: 'bounced' },
    { title: 'Complained', count: counts.complained, of: 'delivered', mood: 'bad', type: 'complained' },
    { title: 'Unsubscribed', count: counts.unsubscribed, of: 'delivered', mood: 'bad', type: 'unsubscribed' },
    { title: 'Suppressed', count: counts.suppressed, of: 'recipients', mood: 'bad', type: 'suppressed' },
    { title: 'Failed', count: counts.failed, of: 'recipients', mood: 'bad' },
  ]
}

export function resultsPart(broadcast_id: string, results: Results): Html {
  const { recipients, counts } = results
  const totals = { recipients, sent: counts.sent, delivered: counts.delivered }
  return html`<h2>Results</h2>
    <div class="table-box" role="region" aria-label="Results" tabindex="0">
      <table class="results">
        <caption>
          Openings and links are only known where tracking is on, and programs look at mail, too.
        </caption>
        <thead>
          <tr>
            <th scope="col">What happened</th>
            <th scope="col">People</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          ${rowsOf(results).map(row => resultRow(broadcast_id, row, totals))}
        </tbody>
      </table>
    </div>
    ${results.links.length > 0 && linkTable(results.links)} ${domainTable(results.domains)}
    ${comparisonTable(results.compared)}`
}

function resultRow(
  broadcast_id: string,
  { title, count, of, mood, type }: Row,
  totals: Readonly<Record<Base, number>>,
): Html {
  const total = totals[of]
  const isLed = type !== undefined && count > 0
  return html`<tr>
    <th scope="row">
      ${isLed ? html`<a class="alone" href="/broadcasts/${broadcast_id}/recipients?type=${type}">${title}</a>` : title}
      ${bar(total === 0 ? 0 : count / total, mood)}
    </th>
    <td>${numeral(count)}</td>
    <td>${total > 0 && html`${shareOf(count, total)} <span class="soft">of ${of}</span>`}</td>
  </tr>`
}

function shareOf(count: number, of: number): string {
  return `${numeral((count / of) * 100, { maximumFractionDigits: 1 })} %`
}

function linkTable(links: readonly LinkRecord[]): Html {
  const most = Math.max(...links.map(({ clicks }) => clicks))
  return html`<div class="table-box" role="region" aria-label="Links that were followed" tabindex="0">
    <table class="results">
      <caption>
        Links that were followed, those first that were followed most
      </caption>
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">Times</th>
          <th scope="col">People</th>
        </tr>
      </thead>
      <tbody>
        ${links.map(
          ({ url, clicks, unique_clicks }) =>
            html`<tr>
              <th scope="row"><bdi>${url}</bdi> ${bar(clicks / most, 'good')}</th>
              <td>${numeral(clicks)}</td>
              <td>${numeral(unique_clicks)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
