// The parts of pages about sending a broadcast: problems, the speed, the forms that pause and cancel it, and its progress.
import type { BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import type { BroadcastProblem } from '../../../../campaigns/broadcasts/check/rules.ts'
import type { LocalWait } from '../../../../campaigns/broadcasts/sending/groups/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { refusal } from '../../../../base/text/refusal.ts'
import { withLabels } from '../../ui/field-labels.ts'
import { innerField } from '../../ui/fields.ts'
import { actionForm, inlineForm, confirmForm } from '../../ui/forms.ts'
import { formOutcome, formatNumber } from '../../ui/reader.ts'
import { dateTime } from '../../ui/time.ts'
import { formText } from '../../ui/form-values.ts'
import { problemList } from '../editor/view.ts'
import { CHOOSE_TOPIC } from './form.ts'

/** The pages require a topic, or explicitly none, before a broadcast is sent. The API does not. */
export function topicProblems(lacksTopic: boolean): BroadcastProblem[] {
  return lacksTopic ? [{ code: 'missing_topic', severity: 'error', message: CHOOSE_TOPIC }] : []
}

export function readinessPart(problems: readonly BroadcastProblem[]): Html {
  const part = (title: string, severity: BroadcastProblem['severity']): Html | false => {
    const shown = problems.filter(each => each.severity === severity)
    const labeled = shown.map(({ message, where }) => ({ message: withLabels(message), where }))
    return (
      labeled.length > 0 &&
      html`<p class="soft">${title}:</p>
        ${problemList(title, labeled)}`
    )
  }
  const isReady = problems.every(({ severity }) => severity !== 'error')
  return html`<h2>Checks</h2>
    ${isReady && html`<p>Ready to send.</p>`} ${part('Fix before sending', 'error')} ${part('Warnings', 'warning')}`
}

// ---- the speed ----------------------------------------------------------------------------------------------------

const PER_MINUTE_MAX = 1_000_000

type Speed = Pick<BroadcastRecord, 'per_minute' | 'per_minute_per_destination'>

/** `form`: the fields of a refused form. */
export function speedFields(stored: Speed, form: URLSearchParams | undefined): Html {
  const line = (name: keyof Speed, label: string): Html =>
    innerField(label, { type: 'number', name, min: 1, max: PER_MINUTE_MAX, value: form?.get(name) ?? stored[name] })
  return html`${line('per_minute', 'Emails per minute')}
    ${line('per_minute_per_destination', 'Emails per minute and domain')}
    <p class="soft hint">Leave empty for no limit.</p>`
}

export function speedFromForm(form: URLSearchParams): Speed {
  const speed = (name: keyof Speed): number | null => {
    const text = formText(form, name)
    if (text === '') return null
    const number = Number(text)
    if (Number.isInteger(number) && number >= 1 && number <= PER_MINUTE_MAX) return number
    const fault = `Enter emails per minute as a whole number from 1 to ${formatNumber(PER_MINUTE_MAX)}, or leave it empty.`
    throw refusal('validation_error', fault)
  }
  return { per_minute: speed('per_minute'), per_minute_per_destination: speed('per_minute_per_destination') }
}

// ---- during sending -----------------------------------------------------------------------------------------------

export function sendingForms(broadcast: BroadcastRecord): Html {
  const { id, name, paused_at } = broadcast
  const path = `/broadcasts/${id}`
  const { form } = formOutcome()
  return html`${
    paused_at === null
      ? actionForm({ path: `${path}/pause`, label: 'Pause', about: name })
      : actionForm({ path: `${path}/resume`, label: 'Resume', about: name })
  }
  ${inlineForm({
    path: `${path}/pace`,
    label: 'Change sending speed',
    about: name,
    fields: speedFields(broadcast, form),
    isOpen: form.size > 0,
    button: 'Save sending speed',
  })}
  ${confirmForm({
    path: `${path}/cancel`,
    label: 'Cancel sending',
    about: name,
    question: 'No more emails are sent. Emails already sent are not recalled.',
  })}`
}

/** The progress of sending. */
export interface SendingProgress {
  /** Recipients found so far. */
  recipients: number
  /** Emails created for them. */
  emails: number
  /** The local time that recipients wait for, if the broadcast is sent at one. */
  wait: LocalWait | undefined
}

export function progressPart(broadcast: BroadcastRecord, { recipients, emails, wait }: SendingProgress): Html {
  const { id, status, paused_at, reason } = broadcast
  return html`<section aria-labelledby="progress">
    <h2 id="progress">Progress</h2>
    ${reason !== null && html`<p class="trouble"><bdi>${reason}</bdi></p>`}
    ${paused_at !== null && html`<p class="warning">Paused since ${dateTime(paused_at)}. No emails are sent.</p>`}
    <progress max="${Math.max(recipients, 1)}" value="${emails}" aria-labelledby="progress"></progress>
    <p>
      ${formatNumber(emails)} of ${formatNumber(recipients)} emails queued. ${wait && waitWords(wait)}
      ${speedWords(broadcast)}
      ${status === 'queued' && html`<a href="/broadcasts/${id}?live=yes">Show live progress</a>`}
    </p>
  </section>`
}

function waitWords({ zone, until }: LocalWait): Html {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(until)
  return html`The next emails are sent at ${clock} in ${zone} (${dateTime(until.toISOString())}).`
}

function speedWords({ per_minute, per_minute_per_destination }: Speed): string {
  const limits = [
    ...(per_minute === null ? [] : [`${formatNumber(per_minute)} emails per minute`]),
    ...(per_minute_per_destination === null
      ? []
      : [`${formatNumber(per_minute_per_destination)} per minute and domain`]),
  ]
  return limits.length === 0 ? '' : `Limit: ${limits.join(', ')}.`
}
