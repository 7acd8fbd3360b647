// The form of an A/B test, and the results of its two versions.
import { versionB } from '../../../../../campaigns/broadcasts/ab-test/actions.ts'
import {
  type AbTest,
  isMoreThanChance,
  rateOf,
  SHARE,
  type VersionOutcome,
  type Version,
  WAIT_HOURS,
} from '../../../../../campaigns/broadcasts/ab-test/rules.ts'
import type { Broadcast, BroadcastRecord } from '../../../../../campaigns/broadcasts/rules.ts'
import type { Tally } from '../../../../../engagement/facts/rules.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { area, choice, field } from '../../../ui/fields.ts'
import { actForm, changeForm, confirmForm, csrfField, troubleBox } from '../../../ui/forms.ts'
import { type ListColumn, rowList } from '../../../ui/table.ts'
import { counted, numeral } from '../../../ui/reader.ts'
import { moment } from '../../../ui/time.ts'
import { EDITED_MAX } from '../../writing/view.ts'

// ---- before sending -----------------------------------------------------------------------------------------------

interface Shown extends FormOutcome {
  whole: Broadcast
  test: AbTest | undefined
  visitor: Visitor
}

const DEFAULTS = { share: 20, wait_hours: 4, winner_by: 'opened' as const }

export function abTestBody({ whole, test, form, done, trouble }: Shown): Html {
  const { id, name } = whole.broadcast
  const path = `/broadcasts/${id}/ab-test`
  const about = `version B of ${name}`
  return html`<p>
      <a class="back" href="/broadcasts/${id}"><bdi>${name}</bdi></a>
    </p>
    <h1>A/B test</h1>
    <p class="lead">
      Some contacts get the broadcast as it is, version A; as many get version B. Later the rest gets the one that did
      better.
    </p>
    ${done} ${troubleBox(trouble)}
    ${
      test &&
      html`<div class="acts">
        <a href="/broadcasts/${id}/preview?version=b">See version B as people get it</a>
        ${actForm({ path: `${path}/try`, label: 'Send a test of B to myself', about })}
        ${confirmForm({ path: `${path}/remove`, label: 'Remove', about, question: 'Everyone then gets the broadcast as it is.' })}
      </div>`
    }
    <form method="post" action="${path}" class="editor">
      ${csrfField()} ${versionFields(whole, test, form)} ${ruleFields(test ?? DEFAULTS, form)}
      <div class="choice"><button class="main">Save the test</button></div>
    </form>`
}

/** The initial values are a copy of version A. */
function versionFields(whole: Broadcast, test: AbTest | undefined, form: URLSearchParams): Html {
  const { broadcast, content } = test ? versionB(whole, test) : whole
  const { html: markup, text } = content
  const isTooMuch = (markup ?? '').length + (text ?? '').length > EDITED_MAX
  return html`${field('Subject of B', { name: 'subject', maxlength: 998, autocomplete: 'off', value: form.get('subject') ?? broadcast.subject })}
  ${
    isTooMuch
      ? html`<p class="note">It says too much to be changed on this page: B can have another subject.</p>`
      : html`<details ${(test !== undefined && (test.html ?? test.text) !== null) || form.size > 0 ? html`open` : ''}>
          <summary>What B says</summary>
          ${area('HTML', { name: 'html', rows: 14, class: 'code', spellcheck: 'false', value: form.get('html') ?? markup })}
          ${area('Plain text; left empty, it is made from the HTML', { name: 'text', rows: 6, value: form.get('text') ?? text })}
        </details>`
  }`
}

function ruleFields(stored: Pick<AbTest, 'share' | 'wait_hours' | 'winner_by'>, form: URLSearchParams): Html {
  return html`${field('Percent of the audience that takes part, half for each version', { name: 'share', type: 'number', required: true, ...SHARE, value: form.get('share') ?? stored.share })}
    ${field('Hours to wait, from the last mail of the test on', { name: 'wait_hours', type: 'number', required: true, ...WAIT_HOURS, value: form.get('wait_hours') ?? stored.wait_hours })}
    ${choice({
      name: 'winner_by',
      title: 'The better one is the one that more people',
      options: [
        { id: 'opened', name: 'opened' },
        { id: 'clicked', name: 'followed a link in' },
      ],
      chosen: form.get('winner_by') ?? stored.winner_by,
    })}
    <p class="soft">
      This needs a domain that <a href="/domains">tracks</a> it. With 100 percent there is no rest, and the test only
      tells you which one did better.
    </p>`
}

/** The test of a draft in one line. */
export function abTestWords({ share, wait_hours, winner_by }: AbTest): string {
  const how = winner_by === 'opened' ? 'openings' : 'followed links'
  const later = share === 100 ? '' : `; after ${counted(wait_hours, 'hour')} the rest gets the better one`
  return `${share} % get version A or B, compared by ${how}${later}`
}

// ---- during and after sending -------------------------------------------------------------------------------------

/** A test with the current results of each version. */
export interface TestResults extends Record<Version, Tally> {
  test: AbTest
}

const NAMES: Record<Version, string> = { a: 'Version A', b: 'Version B' }

export function abTestPart(broadcast: BroadcastRecord, { test, ...of }: TestResults): Html {
  const outcome = (each: Version): VersionOutcome => {
    const { delivered, unique_opened, unique_clicked } = of[each]
    return { delivered, count: test.winner_by === 'opened' ? unique_opened : unique_clicked }
  }
  const rows = (['a', 'b'] as const).map(version => {
    const subject = version === 'a' ? broadcast.subject : (test.subject ?? broadcast.subject)
    return { version, subject, tally: of[version], rate: rateOf(outcome(version)) }
  })
  const difference = isMoreThanChance(outcome('a'), outcome('b'))
    ? 'The difference is more than chance explains.'
    : 'The difference may be chance.'
  return html`<h2>The A/B test</h2>
    <p>${decisionWords(broadcast, test)} ${rows.every(({ rate }) => rate !== undefined) && difference}</p>
    ${rowList(rows, { columns: columnsOf(broadcast, test), empty: '', label: 'The two versions' })}
    <p class="soft">
      Among those who took part in the test. Behind the share stands where it lies for 95 of 100 such tests.
    </p>`
}

interface Row {
  version: Version
  subject: string | null
  tally: Tally
  rate: ReturnType<typeof rateOf>
}

function columnsOf({ id }: BroadcastRecord, { winner, winner_by }: AbTest): ListColumn<Row>[] {
  const column = (title: string, count: (tally: Tally) => number): ListColumn<Row> => {
    return { title, kind: 'number', cell: ({ tally }) => numeral(count(tally)) }
  }
  return [
    {
      title: 'Version',
      cell: ({ version, subject }) =>
        html`<a href="/broadcasts/${id}/preview?version=${version}">${NAMES[version]}</a
          >${version === winner && ', the winner'}
          <p class="soft"><bdi>${subject}</bdi></p>`,
    },
    column('Sent', ({ sent }) => sent),
    column('Delivered', ({ delivered }) => delivered),
    column('Opened', ({ unique_opened }) => unique_opened),
    column('Followed a link', ({ unique_clicked }) => unique_clicked),
    {
      title: winner_by === 'opened' ? 'Share that opened it' : 'Share that followed a link',
      kind: 'number',
      cell: ({ rate }) => rate && `${percent(rate.rate)} % (${percent(rate.low)} to ${percent(rate.high)} %)`,
    },
  ]
}

const percent = (share: number): string => numeral(share * 100, { maximumFractionDigits: 1 })

function decisionWords({ status }: BroadcastRecord, test: AbTest): Html | string {
  const { share, wait_hours, winner, reason, decides_at } = test
  if (winner !== null) return `${NAMES[winner]} goes to the rest. ${REASONS[reason!]}`
  if (share === 100) return 'Each contact gets one of the two, so there is no rest.'
  if (status !== 'queued') return 'It ended before a winner was decided.'
  if (decides_at === null)
    return `The mails of the test are being made. The winner is decided ${counted(wait_hours, 'hour')} after the last of them.`
  return html`The winner is decided ${moment(decides_at)}.`
}

const REASONS: Record<NonNullable<AbTest['reason']>, string> = {
  more: 'It did better.',
  tie: 'Both did equally well, and then it is A.',
  few: 'Too little happened to tell which is better, and then it is A.',
  hand: 'It was chosen by hand.',
}

/** Buttons that end the wait. */
export function chooseForms({ id, status }: BroadcastRecord, test: AbTest): Html | false {
  if (status !== 'queued' || test.winner !== null || test.share === 100) return false
  return html`${(['a', 'b'] as const).map(version => {
    const label = `Send ${version.toUpperCase()} to the rest`
    return changeForm({
      path: `/broadcasts/${id}/ab-test/choose`,
      label,
      about: NAMES[version],
      fields: html`<input type="hidden" name="version" value="${version}" />
        <p>The rest gets it now, without waiting for the end of the test.</p>`,
      button: `Yes, send ${version.toUpperCase()}`,
    })
  })}`
}
