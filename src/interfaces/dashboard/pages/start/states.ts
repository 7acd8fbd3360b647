// States of the systems that email depends on: the team's domains and webhooks, and for operators the relay and the disk.
import { type Content, html } from '../../../../base/html/html.ts'
import { type Fact, tag } from '../../ui/facts.ts'
import { dateTime } from '../../ui/time.ts'
import { DOMAIN_STATES } from '../domains/words.ts'
import { endpointState } from '../webhooks/words.ts'
import type { ServerState } from '../../parts.ts'
import type { StartFacts } from './find.ts'
import { link } from '../../ui/link.ts'

interface States extends Pick<StartFacts, 'domains' | 'webhooks'> {
  server: ServerState | undefined
  relay: string | undefined
}

export function stateFacts({ domains, webhooks, server, relay }: States): Fact[] {
  const ofDomains = domains.map(({ status }) => DOMAIN_STATES[status].words)
  const ofWebhooks = webhooks?.map(each => endpointState(each).words)
  return [
    ['Domains', listed('/domains', ofDomains, 'None')],
    ofWebhooks !== undefined && ['Webhooks', listed('/webhooks', ofWebhooks, 'None')],
    server !== undefined && ['Relay', relayState(server, relay)],
    server?.disk !== undefined && ['Disk', diskState(server.disk)],
  ]
}

function listed(path: string, words: readonly string[], none: string): Content {
  const counts = [...Map.groupBy(words, word => word)].map(([word, same]) => `${same.length} ${word.toLowerCase()}`)
  return link(path, counts.length > 0 ? counts.join(', ') : none)
}

function relayState({ relay: status }: ServerState, host: string | undefined): Content {
  if (host === undefined) return 'None. Emails are captured.'
  const name = html`<code>${host}</code>`
  if (status === undefined || status.at === null) return html`${name} ${tag('Not connected yet')}`
  const since = html`${dateTime(status.at)}`
  if (status.state === 'up') return html`${name} ${tag('Connected', 'good')} ${since}`
  return html`${name} ${tag('Unreachable', 'bad')} ${since} <bdi>${status.reply_text}</bdi>`
}

function diskState({ state, free_bytes }: NonNullable<ServerState['disk']>): Content {
  const free = `${Math.floor(free_bytes / 1_000_000).toLocaleString('en')} MB free`
  return html`${free} ${state === 'ok' ? tag('OK', 'good') : tag('Almost full', 'bad')}`
}
