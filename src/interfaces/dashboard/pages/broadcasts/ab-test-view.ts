// The form of an A/B test, and the results of its two versions.
import { versionB } from '../../../../campaigns/broadcasts/ab-test/actions.ts'
import {
  type AbTest,
  isMoreThanChance,
  rateInterval,
  SHARE_BOUNDS,
  type TestVersion,
  type VersionOutcome,
  WAIT_HOURS_BOUNDS,
} from '../../../../campaigns/broadcasts/ab-test/rules.ts'
import type { Broadcast, BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import type { Tally } from '../../../../engagement/facts/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { textArea, choice, field } from '../../ui/fields.ts'
import { actionForm, inlineForm, confirmForm, csrfField, formMessages } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { formatCount, entered, formOutcome, formatNumber } from '../../ui/reader.ts'
import { type ListColumn, numberColumn, rowList } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { EDITED_MAX } from '../editor/view.ts'

// ---- before sending -----------------------------------------------------------------------------------------------

const DEFAULTS = { share: 20, wait_hours: 4, winner_by: 'opened' as const }

export function abTestBody(whole: Broadcast, test: AbTest | undefined): Html {
  const { id, name } = whole.broadcast
  const path = `/broadcasts/${id}/ab-test`
  const about = `version B of ${name}`
  return html`${backLink(`/broadcasts/${id}`, name)}
    <h1>A/B test</h1>
    <p class="lead">
      Some contacts receive version A, the broadcast itself, and others version B. The remaining contacts receive the
      version with the better results.
    </p>
    ${formMessages()}
    ${
      test &&
      html`<div class="acts">
        <a href="/broadcasts/${id}/preview?version=b">Preview version B</a>
        ${actionForm({ path: `${path}/try`, label: 'Send test email', about })}
        ${confirmForm({ path: `${path}/remove`, label: 'Remove A/B test', about, question: 'All contacts then receive version A.' })}
      </div>`
    }
    <form method="post" action="${path}" class="editor">
      ${csrfField()} ${versionFields(whole, test)} ${ruleFields(test ?? DEFAULTS)}
      <div class="choice"><button class="main">Save A/B test</button></div>
    </form>`
}

/** The initial values are a copy of version A. */
function versionFields(whole: Broadcast, test: AbTest | undefined): Html {
  const { broadcast, content } = test ? versionB(whole, test) : whole
  const { html: markup, text } = content
  const isTooMuch = (markup ?? '').length + (text ?? '').length > EDITED_MAX
  const isOpen = (test !== undefined && (test.html ?? test.text) !== null) || formOutcome().form.size > 0
  return html`${field('Subject of version B', { name: 'subject', maxlength: 998, autocomplete: 'off', value: entered('subject', broadcast.subject) })}
  ${
    isTooMuch
      ? html`<p class="note">
          The content is too large to edit on this page. Only the subject of version B can differ.
        </p>`
      : html`<details ${isOpen && html`open`}>
          <summary>Content of version B</summary>
          ${textArea('HTML', { name: 'html', rows: 14, class: 'code', spellcheck: 'false', value: entered('html', markup) })}
          ${textArea('Plain text', { name: 'text', rows: 6, hint: 'Generated from the HTML if empty.', value: entered('text', text) })}
        </details>`
  }`
}

function ruleFields({ share, wait_hours, winner_by }: Pick<AbTest, 'share' | 'wait_hours' | 'winner_by'>): Html {
  const number = (name: string, label: string, stored: number, more: object): Html =>
    field(label, { name, type: 'number', required: true, ...more, value: entered(name, String(stored)) })
  return html`${number('share', 'Test size (%)', share, { ...SHARE_BOUNDS, hint: 'Percentage of the contacts in the test. Half of them receive version B.' })}
    ${number('wait_hours', 'Waiting time (hours)', wait_hours, { ...WAIT_HOURS_BOUNDS, hint: 'From the last email of the test until the winner is chosen.' })}
    ${choice({
      name: 'winner_by',
      title: 'Winner',
      options: [
        { id: 'opened', name: 'Higher open rate' },
        { id: 'clicked', name: 'Higher click rate' },
      ],
      chosen: entered('winner_by', winner_by),
    })}
    <p class="soft">
      A/B tests require a domain with <a href="/domains">tracking</a>. With a test size of 100 %, no contacts remain for
      the winner.
    </p>`
}

/** The test of a draft in one line. */
export function abTestWords({ share, wait_hours, winner_by }: AbTest): string {
  const rate = winner_by === 'opened' ? 'open rate' : 'click rate'
  const later = share === 100 ? '' : `; the winner is sent to the rest after ${formatCount(wait_hours, 'hour')}`
  return `${share} % of contacts, compared by ${rate}${later}`
}

// ---- during and after sending -------------------------------------------------------------------------------------

/** A test with the current results of each version. */
export interface TestResults extends Record<TestVersion, Tally> {
  test: AbTest
}

const NAMES: Record<TestVersion, string> = { a: 'Version A', b: 'Version B' }

export function abTestPart(broadcast: BroadcastRecord, { test, ...of }: TestResults): Html {
  const outcome = (version: TestVersion): VersionOutcome => {
    const { delivered, unique_opened, unique_clicked } = of[version]
    return { delivered, count: test.winner_by === 'opened' ? unique_opened : unique_clicked }
  }
  const rows = (['a', 'b'] as const).map(version => {
    const subject = version === 'a' ? broadcast.subject : (test.subject ?? broadcast.subject)
    return { version, subject, tally: of[version], rate: rateInterval(outcome(version)) }
  })
  const not = isMoreThanChance(outcome('a'), outcome('b')) ? '' : 'not '
  const difference = `The difference is ${not}statistically significant.`
  return html`<h2>A/B test</h2>
    <p>${decisionWords(broadcast, test)} ${rows.every(({ rate }) => rate !== undefined) && difference}</p>
    ${rowList(rows, { columns: columnsOf(broadcast, test), empty: '', label: 'A/B test results' })}
    <p class="soft">Recipients of the test only. The range is the 95 % confidence interval.</p>`
}

interface VersionRow {
  version: TestVersion
  subject: string | null
  tally: Tally
  rate: ReturnType<typeof rateInterval>
}

function columnsOf({ id }: BroadcastRecord, { winner, winner_by }: AbTest): ListColumn<VersionRow>[] {
  const column = (title: string, name: keyof Tally) =>
    numberColumn<VersionRow>(title, each => formatNumber(each.tally[name]))
  return [
    {
      title: 'Version',
      cell: ({ version, subject }) =>
        html`<a href="/broadcasts/${id}/preview?version=${version}">${NAMES[version]}</a
          >${version === winner && ' (winner)'}
          <p class="soft"><bdi>${subject}</bdi></p>`,
    },
    column('Sent', 'sent'),
    column('Delivered', 'delivered'),
    column('Opened', 'unique_opened'),
    column('Clicked', 'unique_clicked'),
    numberColumn(
      winner_by === 'opened' ? 'Open rate' : 'Click rate',
      ({ rate }) => rate && `${percent(rate.rate)} % (${percent(rate.low)} to ${percent(rate.high)} %)`,
    ),
  ]
}

const percent = (share: number): string => formatNumber(share * 100, { maximumFractionDigits: 1 })

const REASONS: Record<NonNullable<AbTest['reason']>, string> = {
  more: 'It had the better results.',
  tie: 'Both versions had equal results, so version A was chosen.',
  few: 'The results were too few to compare, so version A was chosen.',
  hand: 'It was chosen manually.',
}

function decisionWords({ status }: BroadcastRecord, test: AbTest): Html | string {
  const { share, wait_hours, winner, reason, decides_at } = test
  if (winner !== null) return `The remaining contacts receive version ${winner.toUpperCase()}. ${REASONS[reason!]}`
  if (share === 100) return 'Each contact receives one of the two versions.'
  if (status !== 'queued') return 'Sending ended before a winner was chosen.'
  if (decides_at === null)
    return `The emails of the test are being queued. The winner is chosen ${formatCount(wait_hours, 'hour')} after the last one.`
  return html`The winner is chosen ${dateTime(decides_at)}.`
}

/** Buttons that end the wait. */
export function chooseForms({ id, status }: BroadcastRecord, test: AbTest): Html | false {
  if (status !== 'queued' || test.winner !== null || test.share === 100) return false
  return html`${(['a', 'b'] as const).map(version =>
    inlineForm({
      path: `/broadcasts/${id}/ab-test/choose`,
      label: `Choose version ${version.toUpperCase()}`,
      about: NAMES[version],
      fields: html`<input type="hidden" name="version" value="${version}" />
        <p>The remaining contacts receive this version now, before the end of the test.</p>`,
      button: `Send version ${version.toUpperCase()}`,
    }),
  )}`
}
