// The list of broadcasts and the page of one: its status, its buttons, its results, and the editor of a draft.
import { type BroadcastRecord, isEditable } from '../../../../campaigns/broadcasts/rules.ts'
import type { AbTest } from '../../../../campaigns/broadcasts/ab-test/rules.ts'
import type { BroadcastProblem } from '../../../../campaigns/broadcasts/check/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type Fact, facts, moodTag } from '../../ui/facts.ts'
import { actionForm, confirmForm, formMessages, panelForm } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { doneNote, formOutcome } from '../../ui/reader.ts'
import { emptyText, isListEmpty, type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { timeAgo, dateTime } from '../../ui/time.ts'
import { editorButton, type EditorData, editorPart, formatButtons } from '../editor/view.ts'
import { abTestPart, abTestWords, chooseForms } from './ab-test-view.ts'
import { broadcastFields, type BroadcastOptions, hoursFields, newBroadcastFields } from './form.ts'
import { type Results, resultsPart } from './results.ts'
import { progressPart, readinessPart, type SendingProgress, sendingForms } from './sending-view.ts'
import { AWAITING_WINNER, BROADCAST_STATES, broadcastTag } from './words.ts'

interface ListData {
  rows: ListPage<BroadcastRecord>
  /** Names of the segments that still exist. */
  segments: ReadonlyMap<string, string>
  options: BroadcastOptions
  last_topic_id: string | undefined
}

export function broadcastsBody({ rows, segments, options, last_topic_id }: ListData): Html {
  const label = 'Create broadcast'
  return html`<h1>Broadcasts</h1>
    <p class="lead">A broadcast is one email to all contacts in a segment.</p>
    ${doneNote()}
    ${
      options.segments.length === 0
        ? html`<p class="note">
            Broadcasts need a segment. <a href="/segments">Create a segment</a> and add
            <a href="/contacts">contacts</a> to it.
          </p>`
        : panelForm({
            title: label,
            path: '/broadcasts/make',
            trouble: formOutcome().trouble,
            isOpen: isListEmpty(rows),
            fields: newBroadcastFields(options, last_topic_id),
            label,
          })
    }
    ${listPage('/broadcasts', rows, {
      columns: columnsOf(segments),
      empty: emptyText(rows, 'No broadcasts yet. Create a draft; it is not sent until you send or schedule it.'),
      label: 'Broadcasts',
    })}`
}

function columnsOf(segments: ListData['segments']): ListColumn<BroadcastRecord>[] {
  return [
    {
      title: 'Broadcast',
      cell: ({ id, name, subject }) =>
        html`<a href="/broadcasts/${id}"><bdi>${name}</bdi></a
          >${subject !== null && html`<p class="soft"><bdi>${subject}</bdi></p>`}`,
    },
    {
      title: 'Segment',
      cell: ({ segment_id }) => {
        const segment = segments.get(segment_id ?? '')
        return segment === undefined ? 'Deleted segment' : html`<bdi>${segment}</bdi>`
      },
    },
    { title: 'Status', cell: ({ status, paused_at }) => broadcastTag(status, paused_at) },
    { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
    {
      title: 'Sent',
      cell: ({ sent_at, scheduled_at }) =>
        sent_at !== null ? timeAgo(sent_at) : scheduled_at !== null && html`Scheduled for ${dateTime(scheduled_at)}`,
    },
  ]
}

// ---- the page of one ----------------------------------------------------------------------------------------------

interface Figures {
  broadcast: BroadcastRecord
  progress: SendingProgress
  /** Set once sending has started. */
  results: Results | undefined
}

export interface BroadcastPageData extends Figures {
  options: BroadcastOptions
  test: AbTest | undefined
  /** Whether its progress is shown in a frame that is reloaded. */
  isFollowed: boolean
}

/** `editor`: the editor of a draft. `problems`: what blocks sending it, and warnings. */
export function broadcastBody(
  data: BroadcastPageData,
  editor: EditorData | undefined,
  problems: readonly BroadcastProblem[],
): Html {
  const { broadcast } = data
  const { id, name } = broadcast
  return html`${backLink('/broadcasts', 'Broadcasts')}
    <h1><bdi>${name}</bdi></h1>
    ${formMessages()} ${!data.isFollowed && statusLine(broadcast, data.test)}
    <div class="acts">${editor ? editorButtons(broadcast, editor) : sendingButtons(data)}</div>
    ${data.isFollowed ? followedFrame(id) : figures(data)} ${broadcastFacts(data)}
    ${
      editor
        ? html`<div data-fresh="readiness">${readinessPart(problems)}</div>
            <h2>Content</h2>
            ${editorPart(editor, {
              fields: broadcastFields(broadcast, data.options),
              more: hoursFields(broadcast),
              button: html`<button name="next" value="send">Review and send</button>`,
            })}`
        : html`<p><a class="alone" href="/broadcasts/${id}/preview">Preview</a></p>`
    }`
}

function statusLine({ status, paused_at }: BroadcastRecord, test: AbTest | undefined): Html {
  const awaitsWinner = status === 'queued' && test?.winner === null && test.decides_at !== null
  const state = awaitsWinner ? AWAITING_WINNER : BROADCAST_STATES[status]
  const tag = awaitsWinner && paused_at === null ? moodTag(state) : broadcastTag(status, paused_at)
  return html`<p class="lead">${tag} ${state.sentence}</p>`
}

function figures({ broadcast, progress, results }: Figures): Html | false {
  if (isEditable(broadcast.status)) return false
  return html`${progressPart(broadcast, progress)} ${results?.tested && abTestPart(broadcast, results.tested)}
  ${results && resultsPart(broadcast.id, results)}`
}

/** The part of a broadcast's page that changes while it is sent, for an iframe that is reloaded. */
export function followedBody(data: Figures): Html {
  const { broadcast, results } = data
  return html`<main id="content">
    ${statusLine(broadcast, results?.tested?.test)} ${figures(data)}
    ${broadcast.status !== 'queued' && html`<p><a class="alone" href="/broadcasts/${broadcast.id}">View broadcast</a></p>`}
  </main>`
}

/** An iframe, because reloading the whole page would lose input and the scroll position. */
function followedFrame(id: string): Html {
  return html`<iframe class="followed" src="/broadcasts/${id}/progress" title="Progress"></iframe>
    <p>These figures update every few seconds. <a href="/broadcasts/${id}">Stop updating</a></p>`
}

function sendingButtons({ broadcast, test }: BroadcastPageData): Html {
  const { id, name, status } = broadcast
  const path = `/broadcasts/${id}`
  return html`${status === 'queued' && sendingForms(broadcast)} ${test && chooseForms(broadcast, test)}
  ${actionForm({ path: `${path}/test`, label: 'Send test email', about: name })}
  ${actionForm({ path: `${path}/duplicate`, label: 'Duplicate', about: name })}`
}

function editorButtons({ id, name, status, scheduled_at }: BroadcastRecord, editor: EditorData): Html {
  const { edited } = editor
  // Enter in a field presses the first button
  return html`${editorButton(edited, 'Save')} ${formatButtons(editor)}
  ${editorButton(edited, 'Preview', { next: 'preview' })} ${editorButton(edited, 'Send test email', { act: 'test' })}
  ${editorButton(edited, 'Set up A/B test', { next: 'ab-test' })}
  ${editorButton(edited, 'Review and send', { next: 'send' })}
  ${editorButton(edited, 'Duplicate', { act: 'duplicate' })}
  ${
    status === 'scheduled' &&
    html`<details class="confirm">
      <summary aria-label="Unschedule: ${name}">Unschedule</summary>
      <p>
        The broadcast becomes a draft${scheduled_at !== null && html` and is not sent ${dateTime(scheduled_at)}`}. Your
        changes are saved.
      </p>
      ${editorButton(edited, 'Yes, unschedule', { act: 'cancel' })}
    </details>`
  }
  ${confirmForm({
    path: `/broadcasts/${id}/delete`,
    label: 'Delete broadcast',
    about: name,
    question: 'A deleted broadcast is never sent.',
  })}`
}

function broadcastFacts({ broadcast, options, test }: BroadcastPageData): Html {
  const { id, from, subject, segment_id, status, created_at, scheduled_at, sent_at } = broadcast
  const segment = options.segments.find(each => each.id === segment_id)
  return facts([
    from !== null && ['From', html`<bdi>${from}</bdi>`],
    subject !== null && ['Subject', html`<bdi>${subject}</bdi>`],
    [
      'Segment',
      segment ? html`<a href="/segments/${segment.id}"><bdi>${segment.name}</bdi></a>` : html`Deleted segment`,
    ],
    test !== undefined && isEditable(status) && ['A/B test', abTestWords(test)],
    hoursFact(broadcast),
    ['Created', dateTime(created_at)],
    scheduled_at !== null && ['Scheduled for', dateTime(scheduled_at)],
    sent_at !== null && ['Sent', dateTime(sent_at)],
    ['Broadcast ID', html`<code>${id}</code>`],
  ])
}

function hoursFact({ quiet_hours, local_time, time_zone }: BroadcastRecord): Fact {
  if (!quiet_hours && local_time === null) return false
  const words = [
    ...(local_time === null ? [] : [`from ${local_time}`]),
    ...(quiet_hours ? [`not from ${quiet_hours.from} to ${quiet_hours.to}`] : []),
  ]
  return ['Local delivery time', `${words.join(', ')}; default time zone: ${time_zone}`]
}
