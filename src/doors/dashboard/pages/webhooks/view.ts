// How one endpoint looks: how it does, its secret, and what can be done with it.
import type { Schemas } from '../../../../../generated/api.ts'
import type { Webhook } from '../../../../watch/webhooks/actions.ts'
import { bar } from '../../../../base/drawing/bars.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../page.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts, moodTag } from '../../ui/facts.ts'
import { choice, field } from '../../ui/fields.ts'
import { actForm, confirmForm, panelForm, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { EVENT_TYPES } from './asked.ts'
import { endpointFields } from './list-view.ts'
import { endpointState, eventWords } from './words.ts'

interface Shown extends FormOutcome {
  webhook: Webhook
  statistics: Schemas['WebhookStatistics']
  secret: string
  visitor: Visitor
  now: Date
  /** The form that was refused, by the last part of its address. */
  refused: string | undefined
}

export function webhookBody(shown: Shown): Html {
  const { webhook, done, trouble } = shown
  const state = endpointState(webhook)
  return html`<p><a class="back" href="/webhooks">Webhooks</a></p>
    <h1><bdi>${webhook.endpoint}</bdi></h1>
    ${done} ${troubleBox(trouble)}
    <p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${webhookFacts(shown)}
    <p><a class="alone" href="/webhooks/${webhook.id}/events">Its events, and what was answered</a></p>
    ${daysPart(shown)}
    <h2>What can be done</h2>
    ${panels(shown)} ${acts(shown)}`
}

function webhookFacts({ webhook, statistics: { waiting }, secret, now }: Shown): Html {
  const { id, previous_until, created_at } = webhook
  const isOverlap = previous_until !== null && now.toISOString() < previous_until
  return facts([
    ['Events', eventWords(webhook)],
    ['Wait to be posted', waiting >= 10_000 ? '10,000 events or more' : waiting.toLocaleString('en')],
    [
      'Signing secret',
      html`<details>
        <summary>Show it</summary>
        <code class="secret copied">${secret}</code>
      </details>`,
    ],
    isOverlap && ['Secret before', html`signs posts, too, until ${moment(previous_until)}`],
    ['Made', moment(created_at)],
    ['Endpoint ID', html`<code>${id}</code>`],
  ])
}

const DAYS_SHOWN = 7

function daysPart({ statistics: { days } }: Shown): Html {
  if (days.length === 0)
    return html`<p class="empty">Nothing was posted to it yet. Post a test event to see what it answers.</p>`
  return html`<div class="table-box" role="region" aria-label="How it does" tabindex="0">
    <table class="results">
      <caption>
        Attempts of the last days on which something was posted, in UTC
      </caption>
      <thead>
        <tr>
          ${['Day', 'Succeeded', 'Failed', 'Took'].map(head => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${days.slice(0, DAYS_SHOWN).map(
          ({ day, attempts, succeeded, average_ms }) =>
            html`<tr>
              <th scope="row">${day} ${bar(succeeded / Math.max(attempts, 1), 'good')}</th>
              <td>${succeeded.toLocaleString('en')}</td>
              <td>${(attempts - succeeded).toLocaleString('en')}</td>
              <td>${average_ms.toLocaleString('en')} ms</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function panels({ webhook, visitor, form, refused }: Shown): Html {
  const path = `/webhooks/${webhook.id}`
  const { csrf_token, team } = visitor
  const panel = (act: string, title: string, label: string, fields: Html): Html =>
    panelForm({
      title,
      path: `${path}/${act}`,
      csrf_token,
      fields,
      label,
      isOpen: act === refused,
    })
  const types = EVENT_TYPES.map(id => ({ id, name: id }))
  const typed = refused === 'change' ? form : new URLSearchParams()
  const changing = panel('change', 'Change it', 'Save', endpointFields(typed, webhook))
  if (webhook.status === 'disabled') return changing
  return html`${changing}
  ${panel(
    'test',
    'Post a test event',
    'Post the test event',
    html`${choice({ name: 'type', title: 'Type of event', options: types, chosen: form.get('type'), isNeeded: true })}
      <p class="soft hint">It goes to this endpoint alone, signed as any other. Its data are made up.</p>`,
  )}
  ${panel(
    'replay',
    'Replay what failed',
    'Replay the events',
    html`${field(`Since, in ${team.time_zone}`, { name: 'since', type: 'datetime-local', required: true, value: form.get('since') })}
      <p class="soft hint">Each event that has failed since then is posted once more, the oldest first.</p>`,
  )}`
}

function acts({ webhook: { id, endpoint, status }, visitor: { csrf_token } }: Shown): Html {
  const act = (name: string): { path: string; about: string; csrf_token: string } => {
    return { path: `/webhooks/${id}/${name}`, about: endpoint, csrf_token }
  }
  return html`<div class="acts">
    ${
      status === 'disabled'
        ? actForm({ ...act('enable'), label: 'Enable' })
        : confirmForm({
            ...act('disable'),
            label: 'Disable',
            question:
              'Nothing is posted to it until it is enabled again. Events that wait are kept for then; what happens in the meantime is not.',
          })
    }
    ${confirmForm({
      ...act('rotate'),
      label: 'Rotate the secret',
      question:
        'A new secret is made. For 24 hours posts are signed with both: give the new one to your program within that time. Then the old one ends. The one before the old one ends now.',
    })}
    ${confirmForm({
      ...act('delete'),
      label: 'Delete',
      question: 'Nothing is posted to it any more. Its secret, its events and what was answered are gone for good.',
    })}
  </div>`
}
