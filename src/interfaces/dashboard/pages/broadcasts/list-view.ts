// The page with the list of a team's broadcasts, and the form for a new one.
import type { BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { panelForm } from '../../ui/forms.ts'
import { type ListColumn, emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { ago, moment } from '../../ui/time.ts'
import { type Nameable, newBroadcastFields } from './editor.ts'
import { broadcastTag } from './words.ts'

interface Shown extends FormOutcome {
  page: ListPage<BroadcastRecord>
  /** Names of the segments that still exist. */
  segments: ReadonlyMap<string, string>
  visitor: Visitor
  known: Nameable
  last_topic_id: string | undefined
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
        : panelForm({
            title: 'Write a broadcast',
            path: '/broadcasts/make',
            trouble,
            isOpen: isBlank(page),
            fields: newBroadcastFields(shown),
            label: 'Make the draft',
          })
    }
    ${listPage('/broadcasts', page, {
      columns: columnsOf(segments),
      empty: emptyWords(
        page,
        'There is no broadcast yet. The form above makes a draft; nothing is sent before you say so.',
      ),
      label: 'Broadcasts',
    })}`
}

function columnsOf(segments: Shown['segments']): ListColumn<BroadcastRecord>[] {
  return [
    {
      title: 'Broadcast',
      cell: ({ id, name, subject }) =>
        html`<a href="/broadcasts/${id}"><bdi>${name}</bdi></a
          >${subject !== null && html`<p class="soft"><bdi>${subject}</bdi></p>`}`,
    },
    {
      title: 'To',
      cell: ({ segment_id }) => {
        const segment = segments.get(segment_id ?? '')
        return segment === undefined ? 'A segment that was deleted' : html`<bdi>${segment}</bdi>`
      },
    },
    { title: 'State', cell: ({ status, paused_at }) => broadcastTag(status, paused_at) },
    { title: 'Made', cell: ({ created_at }) => ago(created_at) },
    {
      title: 'Sent',
      cell: ({ sent_at, scheduled_at }) =>
        sent_at !== null ? ago(sent_at) : scheduled_at !== null && html`To be sent ${moment(scheduled_at)}`,
    },
  ]
}
