// How the list of a team's broadcasts looks, and the form for another one.
import type { BroadcastRecord } from '../../../../campaigns/broadcasts/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { type BroadcastTrouble, type Nameable, newBroadcastForm } from './editor.ts'
import { broadcastTag } from './words.ts'

interface Shown {
  page: ListPage<BroadcastRecord>
  /** Of the segments that are still there. */
  segments: ReadonlyMap<string, string>
  visitor: Visitor
  known: Nameable
  last_topic_id: string | undefined
  done: Html | undefined
  trouble: BroadcastTrouble | undefined
}

export function broadcastsBody(shown: Shown): Html {
  const { page, segments, visitor, known, done, trouble } = shown
  return html`<h1>Broadcasts</h1>
    <p class="lead">One mail to all contacts of a segment of <bdi>${visitor.team.name}</bdi>, the latest first.</p>
    ${done}
    ${
      known.segments.length === 0
        ? html`<p class="note">
            A broadcast goes to a segment, and there is none yet. <a href="/segments">Make a segment</a>, and put
            <a href="/contacts">contacts</a> into it.
          </p>`
        : html`<details class="panel" ${(trouble !== undefined || isBlank(page)) && html`open`}>
            <summary>Write a broadcast</summary>
            ${newBroadcastForm(shown)}
          </details>`
    }
    ${listPage('/broadcasts', page, {
      row: broadcast => broadcastRow(broadcast, segments),
      empty: emptyWords(page, 'There is no broadcast yet.'),
      label: 'Broadcasts',
    })}`
}

function broadcastRow(broadcast: BroadcastRecord, segments: Shown['segments']): Html {
  const { id, name, subject, segment_id, status, paused_at, created_at, scheduled_at, sent_at } = broadcast
  const segment = segments.get(segment_id ?? '')
  return html`<li>
    <div class="what">
      <h2>
        <a href="/broadcasts/${id}"><bdi>${name}</bdi></a>
      </h2>
      ${subject !== null && html`<p><bdi>${subject}</bdi></p>`}
      <p class="soft">
        To ${segment === undefined ? 'a segment that was deleted' : html`<bdi>${segment}</bdi>`}, made
        ${moment(created_at)}${
          sent_at !== null
            ? html`, sent ${moment(sent_at)}`
            : scheduled_at !== null && html`, to be sent ${moment(scheduled_at)}`
        }
      </p>
    </div>
    ${broadcastTag(status, paused_at)}
  </li>`
}
