// How one broadcast looks: where it stands, what can be done about it, and while it is a draft, what it says.
import { type Broadcast, type BroadcastRecord, isEditable } from '../../../broadcasts/actions.ts'
import type { BroadcastProblem } from '../../../broadcasts/check/actions.ts'
import { type Html, html } from '../../../html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { actForm, confirmForm } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { type BroadcastTrouble, editorForm, type Nameable } from './editor.ts'
import { sendingForms, type SendingProgress, underWayForms, progressPart, readinessPart } from './sending/view.ts'
import { type Results, resultsPart } from './results/view.ts'
import { BROADCAST_STATES, broadcastTag } from './words.ts'

export interface ShownBroadcast extends Broadcast {
  visitor: Visitor
  known: Nameable
  /** What is wrong with it. */
  problems: readonly BroadcastProblem[]
  progress: SendingProgress
  isFollowed: boolean
  /** Of one that was begun. */
  results: Results | undefined
  done: Html | undefined
  trouble: BroadcastTrouble | undefined
}

export function broadcastBody(shown: ShownBroadcast): Html {
  const { broadcast, done } = shown
  const { id, name, status } = broadcast
  return html`<p><a class="back" href="/broadcasts">Broadcasts</a></p>
    <h1><bdi>${name}</bdi></h1>
    ${done}
    <p class="lead">${broadcastTag(status)} ${BROADCAST_STATES[status].sentence}</p>
    ${acts(shown)} ${!isEditable(status) && progressPart(shown, shown.progress, shown.isFollowed)}
    ${shown.results && resultsPart(id, shown.results)} ${facts(shown)}
    <p><a class="alone" href="/broadcasts/${id}/preview">See it as people get it</a></p>
    ${
      isEditable(status) &&
      html`${readinessPart(shown.problems)}
        <h2>What it says</h2>
        ${editorForm(shown)}`
    }`
}

function acts({ broadcast, visitor: { csrf_token } }: ShownBroadcast): Html {
  const { id, name, status } = broadcast
  const path = `/broadcasts/${id}`
  return html`<div class="acts">
    ${isEditable(status) && sendingForms({ broadcast, csrf_token })}
    ${status === 'queued' && underWayForms({ broadcast, csrf_token })}
    ${actForm({ path: `${path}/test`, label: 'Send a test to myself', about: name, csrf_token })}
    ${actForm({ path: `${path}/duplicate`, label: 'Duplicate', about: name, csrf_token })}
    ${
      isEditable(status) &&
      confirmForm({
        path: `${path}/delete`,
        label: 'Delete',
        about: name,
        csrf_token,
        question: 'It is then never sent.',
      })
    }
  </div>`
}

function facts({ broadcast, known }: ShownBroadcast): Html {
  const { id, from, subject, created_at, scheduled_at, sent_at } = broadcast
  return html`<dl class="facts">
    ${from !== null && fact('From', html`<bdi>${from}</bdi>`)}
    ${subject !== null && fact('Subject', html`<bdi>${subject}</bdi>`)}
    ${fact('Goes to', segmentLink(broadcast, known))} ${hoursFact(broadcast)} ${fact('Made', moment(created_at))}
    ${scheduled_at !== null && fact('To be sent', moment(scheduled_at))}
    ${sent_at !== null && fact('Sent', moment(sent_at))} ${fact('Broadcast ID', html`<code>${id}</code>`)}
  </dl>`
}

function hoursFact({ quiet_hours, local_time, time_zone }: BroadcastRecord): Html | false {
  if (!quiet_hours && local_time === null) return false
  const words = [
    ...(local_time === null ? [] : [`from ${local_time} on`]),
    ...(quiet_hours ? [`not from ${quiet_hours.from} to ${quiet_hours.to}`] : []),
  ]
  return fact('Time of the day', html`${words.join(', ')}; ${time_zone} unless known better`)
}

function fact(title: string, value: Html): Html {
  return html`<dt>${title}</dt>
    <dd>${value}</dd>`
}

function segmentLink({ segment_id }: BroadcastRecord, { segments }: Nameable): Html {
  const segment = segments.find(({ id }) => id === segment_id)
  return segment
    ? html`<a href="/segments/${segment.id}"><bdi>${segment.name}</bdi></a>`
    : html`A segment that was deleted`
}
