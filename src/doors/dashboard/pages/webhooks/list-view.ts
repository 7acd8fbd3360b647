// How a team's endpoints look, and the form for a new one.
import type { Webhook, WebhookEventType } from '../../../../watch/webhooks/actions.ts'
import { URL_CHARACTERS_MAX } from '../../../../base/text/destination.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../page.ts'
import type { Visitor } from '../../session/visitor.ts'
import { moodTag } from '../../ui/facts.ts'
import { checkBox, field, radios, VERBATIM } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { isBlank, item, type ListPage, listPage } from '../../ui/table.ts'
import { offeredTypes } from './asked.ts'
import { countWords, endpointState, eventWords, groupOf } from './words.ts'

/** An endpoint with what its attempts of the last days came to. */
export type ListedEndpoint = Webhook & { recent: { attempts: number; succeeded: number } }

interface Shown extends FormOutcome {
  page: ListPage<ListedEndpoint>
  visitor: Visitor
}

export function webhooksBody({ page, visitor, done, trouble, form }: Shown): Html {
  return html`<h1>Webhooks</h1>
    <p class="lead">
      What happens in <bdi>${visitor.team.name}</bdi> is posted to these endpoints: URLs at which programs of yours
      listen. Each post is signed.
    </p>
    ${done}
    ${panelForm({
      title: 'Add an endpoint',
      path: '/webhooks/make',
      csrf_token: visitor.csrf_token,
      trouble,
      isOpen: isBlank(page),
      fields: endpointFields(form),
      label: 'Add the endpoint',
    })}
    ${listPage('/webhooks', page, {
      row: endpointRow,
      empty: 'There is no endpoint yet. Add one for a program that is to hear of deliveries, bounces or contacts.',
      label: 'Endpoints',
    })}`
}

function endpointRow(webhook: ListedEndpoint): Html {
  const { id, endpoint, recent } = webhook
  const failed = recent.attempts - recent.succeeded
  return item(
    html`<h2>
        <a href="/webhooks/${id}"><bdi>${endpoint}</bdi></a>
      </h2>
      <p class="soft">${eventWords(webhook)}</p>
      <p class="soft">
        Last seven days:
        ${
          recent.attempts === 0
            ? 'nothing was posted'
            : `${countWords(recent.attempts, 'attempt')}, ${recent.succeeded.toLocaleString('en')} succeeded, ${failed.toLocaleString('en')} failed`
        }
      </p>`,
    moodTag(endpointState(webhook)),
  )
}

const WHICH = [
  { name: 'all', title: 'All events', description: 'Also types that are added later.' },
  { name: 'chosen', title: 'Chosen types', description: 'Only those that are checked.' },
]

/** With what was typed, or with what the endpoint has. */
export function endpointFields(form: URLSearchParams, webhook?: Pick<Webhook, 'endpoint' | 'events'>): Html {
  const chosen = webhook?.events ?? null
  const which = form.get('which') ?? (chosen === null ? 'all' : 'chosen')
  const isChecked = (type: WebhookEventType): boolean =>
    form.has('which') ? form.has(type) : chosen?.includes(type) === true
  const groups = Map.groupBy(offeredTypes(chosen), groupOf)
  const value = form.get('endpoint') ?? webhook?.endpoint
  return html`${field('URL, such as https://app.example.com/webhooks', { name: 'endpoint', type: 'url', required: true, maxlength: URL_CHARACTERS_MAX, ...VERBATIM, value })}
    ${radios('What is posted to it', WHICH, { name: 'which', value: which })}
    <div class="types">
      ${[...groups].map(
        ([title, types]) =>
          html`<fieldset>
            <legend>${title}</legend>
            ${types.map(type => checkBox(type, type, isChecked(type)))}
          </fieldset>`,
      )}
    </div>`
}
