// The fields for the time at which an email is sent: a date and time in the team's time zone, or a phrase.
import { type Html, html } from '../../../base/html/html.ts'
import { field } from './fields.ts'
import { link } from './link.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { localMoment } from '../../../base/rules/local-time.ts'

/** `typed`: the fields of a refused form. */
export function scheduledTimeFields(time_zone: string, typed: URLSearchParams | undefined): Html {
  const local = { name: 'scheduled_local', type: 'datetime-local', value: typed?.get('scheduled_local') }
  return html`${field(`Date and time in ${time_zone}`, local)}
    ${field(html`Or in words, such as <code>in 2 hours</code>`, { name: 'scheduled_at', maxlength: 64, autocomplete: 'off', value: typed?.get('scheduled_at') })}
    <p class="hint">In ${link('/team/names', 'the time zone of the team')}.</p>`
}

/** The time in the form of the API. Refuses (422) a missing time, two times, and an invalid date. */
export function scheduledTimeFromForm(form: URLSearchParams, time_zone: string): string {
  const [local, words] = ['scheduled_local', 'scheduled_at'].map(name => form.get(name)?.trim() ?? '') as [
    string,
    string,
  ]
  if (local !== '' && words !== '') throw wrong('say when in one of the two fields, and leave the other one empty.')
  if (local === '' && words === '') throw wrong('say when it is to be sent.')
  if (local === '') return words
  const moment = localMoment(local, time_zone)
  if (!moment) throw wrong('the date must be one such as 2026-12-01T09:00.')
  return moment.toISOString()
}

const wrong = (words: string): Error => refusal('validation_error', words)
