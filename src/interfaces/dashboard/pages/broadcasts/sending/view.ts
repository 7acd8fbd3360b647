// The parts of a page about sending a broadcast: problems, the forms that start, slow and stop it, and its progress.
import type { Broadcast, BroadcastRecord } from '../../../../../campaigns/broadcasts/rules.ts'
import type { BroadcastProblem } from '../../../../../campaigns/broadcasts/check/rules.ts'
import type { LocalWait } from '../../../../../campaigns/broadcasts/sending/turns/actions.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { actForm, changeForm, confirmForm } from '../../../ui/forms.ts'
import { moment } from '../../../ui/time.ts'
import { CHOOSE_TOPIC } from '../asked.ts'
import { PER_MINUTE_MAX } from './pace.ts'
import { withLabels } from '../../../ui/field-labels.ts'
import { numeral } from '../../../ui/reader.ts'

/** The progress of sending. */
export interface SendingProgress {
  /** Recipients found so far. */
  recipients: number
  /** Emails created for them. */
  emails: number
  /** The local time that recipients wait for, if the broadcast is sent at one. */
  wait: LocalWait | undefined
}

interface Sent {
  broadcast: BroadcastRecord
  /** The fields of a refused form. */
  form: URLSearchParams
}

// ---- before sending -----------------------------------------------------------------------------------------------

/** The pages require a topic, or explicitly none, before a broadcast is sent. The API does not. */
export function topicProblems(lacksTopic: boolean): BroadcastProblem[] {
  return lacksTopic ? [{ code: 'missing_topic', severity: 'error', message: CHOOSE_TOPIC }] : []
}

export function readinessPart(problems: readonly BroadcastProblem[]): Html {
  const of = (severity: BroadcastProblem['severity']): BroadcastProblem[] =>
    problems.filter(each => each.severity === severity)
  return html`<h2>Before it is sent</h2>
    ${of('error').length === 0 && html`<p>Nothing stands in its way.</p>`}
    ${problemList('What stands in its way', of('error'))} ${problemList('What could be better', of('warning'))}`
}

function problemList(title: string, problems: readonly BroadcastProblem[]): Html | false {
  if (problems.length === 0) return false
  return html`<p class="soft">${title}:</p>
    <ul class="problems" aria-label="${title}">
      ${problems.map(({ message, where }) => html`<li><bdi>${withLabels(message)}</bdi>${where !== undefined && html` <span class="soft">(${where})</span>`}</li>`)}
    </ul>`
}

/** `form`: the fields of a refused form. */
export function paceFields(
  { per_minute, per_minute_per_destination }: BroadcastRecord,
  form: URLSearchParams | undefined,
): Html {
  const field = (name: string, title: string, stored: number | null): Html =>
    paceField(name, title, form?.get(name) ?? stored)
  return html`${field('per_minute', 'Mails in a minute at the most', per_minute)}
  ${field('per_minute_per_destination', 'Of these to one domain at the most', per_minute_per_destination)}`
}

function paceField(name: string, title: string, value: string | number | null): Html {
  return html`<label
    >${title}; left empty, as many as can
    <input type="number" name="${name}" min="1" max="${PER_MINUTE_MAX}" value="${value}"
  /></label>`
}

// ---- during sending -----------------------------------------------------------------------------------------------

export function underWayForms({ broadcast, form }: Sent): Html {
  const { id, name, paused_at } = broadcast
  const path = `/broadcasts/${id}`
  return html`${
    paused_at === null
      ? actForm({ path: `${path}/pause`, label: 'Pause', about: name })
      : actForm({ path: `${path}/resume`, label: 'Go on', about: name })
  }
  ${changeForm({
    path: `${path}/pace`,
    label: 'Change the pace',
    about: name,
    fields: paceFields(broadcast, form),
    isOpen: form.size > 0,
    button: 'Change',
  })}
  ${confirmForm({
    path: `${path}/cancel`,
    label: 'Cancel',
    about: name,
    question: 'No mail of it that waits is sent any more. What was sent is not called back.',
  })}`
}

export function progressPart(
  { broadcast }: Pick<Broadcast, 'broadcast'>,
  { recipients, emails, wait }: SendingProgress,
): Html {
  const { id, status, paused_at, reason } = broadcast
  const isUnderWay = status === 'queued'
  return html`<section aria-labelledby="progress">
    <h2 id="progress">How far it is</h2>
    ${reason !== null && html`<p class="trouble"><bdi>${reason}</bdi></p>`}
    ${paused_at !== null && html`<p class="warning">Paused since ${moment(paused_at)}: none of its mails goes out.</p>`}
    <progress max="${Math.max(recipients, 1)}" value="${emails}" aria-labelledby="progress"></progress>
    <p>
      ${madeWords(emails, recipients)} ${wait && waitWords(wait)} ${paceWords(broadcast)}
      ${isUnderWay && html`<a href="/broadcasts/${id}?live=yes">Follow it</a>`}
    </p>
  </section>`
}

function madeWords(emails: number, recipients: number): string {
  return `${numeral(emails)} of ${numeral(recipients)} mails are made and accepted to be sent.`
}

function waitWords({ zone, until }: LocalWait): Html {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(until)
  return html`It waits until ${clock} in ${zone}, which is ${moment(until.toISOString())}, for the first of the others.`
}

function paceWords({ per_minute, per_minute_per_destination }: BroadcastRecord): string {
  const all = per_minute === null ? '' : `At most ${numeral(per_minute)} go out in a minute.`
  if (per_minute_per_destination === null) return all
  return `${all} To one domain go at most ${numeral(per_minute_per_destination)} in a minute.`.trim()
}
