// Pending work, each with its reason and the page on which it can be resolved.
import { describePause } from '../../../../mail/delivery/routes/pauses.ts'
import { WITH_STATE_MAX } from '../../../../mail/emails/search/store.ts'
import type { Webhook } from '../../../../integrations/webhooks/store.ts'
import { type Content, type Html, html } from '../../../../base/html/html.ts'
import { moodTag, type State } from '../../ui/facts.ts'
import { listItem } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { BROADCAST_STATES } from '../broadcasts/words.ts'
import { DOMAIN_STATES } from '../domains/words.ts'
import { endpointState } from '../webhooks/words.ts'
import type { StartFacts } from './find.ts'
import { link } from '../../ui/link.ts'

type Waiting = Pick<
  StartFacts,
  'delayed' | 'scheduled' | 'pauses' | 'domains' | 'webhooks' | 'imports' | 'unsent' | 'waiting'
>

/** Maximum rows of one kind; the others are on its page. */
const SHOWN_MAX = 5

export function waitingRows(shown: Waiting): Html[] {
  return [
    ...shown.pauses.slice(0, SHOWN_MAX).map(pauseRow),
    ...mailRows(shown),
    ...shown.domains
      .filter(({ status }) => status !== 'verified')
      .slice(0, SHOWN_MAX)
      .map(domainRow),
    ...shown.unsent.slice(0, SHOWN_MAX).map(broadcastRow),
    ...shown.imports.slice(0, SHOWN_MAX).map(importRow),
    ...(shown.webhooks ?? []).filter(isTroubled).slice(0, SHOWN_MAX).map(webhookRow),
  ]
}

const WAITS: State = { words: 'Pending', mood: 'wait' }
const PAUSED: State = { words: 'Paused', mood: 'wait' }

function row(path: string, title: Content, why: Content, state: State): Html {
  return listItem(
    html`<h3>${link(path, title)}</h3>
      <p class="soft">${why}</p>`,
    moodTag(state),
  )
}

function pauseRow(pause: Waiting['pauses'][number]): Html {
  const words = describePause(pause)
  const title = html`<bdi>${words.charAt(0).toUpperCase() + words.slice(1)}</bdi>`
  return row('/delivery', title, html`Since ${dateTime(pause.created_at)}. An operator can resume delivery.`, PAUSED)
}

function mailRows({ delayed, scheduled, waiting }: Waiting): Html[] {
  const rows: Html[] = []
  if (waiting && waiting.count > 0) {
    const title = `${waiting.is_more ? 'More than ' : ''}${counted(waiting.count, 'email')} of all teams`
    rows.push(row('/delivery', title, 'Not delivered yet, including scheduled emails.', WAITS))
  }
  if (delayed > 0)
    rows.push(
      row(
        '/emails?status=delivery_delayed',
        `${atMost(delayed)} delayed`,
        'A mail server was busy or unreachable. Lettermill retries automatically.',
        { words: 'Delayed', mood: 'wait' },
      ),
    )
  if (scheduled > 0)
    rows.push(row('/emails?status=scheduled', `${atMost(scheduled)} scheduled`, 'Sent at the scheduled time.', WAITS))
  return rows
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

const atMost = (count: number): string =>
  counted(count, 'email').replace(' ', count === WITH_STATE_MAX ? ' or more ' : ' ')

function domainRow({ id, name, status }: Waiting['domains'][number]): Html {
  const { sentence, ...state } = DOMAIN_STATES[status]
  return row(`/domains/${id}`, html`<bdi>${name}</bdi>`, sentence, state)
}

function broadcastRow({ id, name, status, paused_at, scheduled_at }: Waiting['unsent'][number]): Html {
  const { sentence, ...state } = BROADCAST_STATES[status]
  const title = html`<bdi>${name}</bdi>`
  if (paused_at !== null)
    return row(`/broadcasts/${id}`, title, html`Since ${dateTime(paused_at)}. No emails are sent.`, PAUSED)
  const at = status === 'scheduled' && scheduled_at !== null && html` Scheduled for ${dateTime(scheduled_at)}.`
  return row(`/broadcasts/${id}`, title, html`${sentence}${at}`, state)
}

function importRow({ id, status, created_at, total, failed }: Waiting['imports'][number]): Html {
  const why = html`Started ${dateTime(created_at)}, ${counted(total, 'row')} so
  far${failed > 0 && `, ${failed.toLocaleString('en')} rejected`}.`
  const state: State = status === 'failed' ? { words: 'Failed', mood: 'bad' } : { words: 'In progress', mood: 'wait' }
  return row(`/contacts/imports/${id}`, 'Contact import', why, state)
}

const isTroubled = ({ failing_since, disabled_reason }: Webhook): boolean =>
  failing_since !== null || disabled_reason !== null

function webhookRow(webhook: Webhook): Html {
  const { sentence, ...state } = endpointState(webhook)
  return row(`/webhooks/${webhook.id}`, html`<bdi>${webhook.endpoint}</bdi>`, sentence, state)
}
