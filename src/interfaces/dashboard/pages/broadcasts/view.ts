// The page of one broadcast: its state, its actions, and the content of a draft.
import { type Broadcast, type BroadcastRecord, isEditable } from '../../../../campaigns/broadcasts/rules.ts'
import type { BroadcastProblem } from '../../../../campaigns/broadcasts/check/rules.ts'
import type { Image } from '../../../../mail/images/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type Fact, facts, moodTag } from '../../ui/facts.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { actForm, confirmForm, type FormButton, formButton, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import type { AbTest } from '../../../../campaigns/broadcasts/ab-test/rules.ts'
import { abTestPart, abTestWords, chooseForms } from './ab-test/view.ts'
import { agentsNote } from './blocks/view.ts'
import { imagesPart } from '../images/view.ts'
import { type Beside, besidePart, waysToWrite, type Writing } from '../writing/view.ts'
import { EDITOR, editorForm, type Nameable } from './editor.ts'
import { type SendingProgress, underWayForms, progressPart, readinessPart } from './sending/view.ts'
import { type Results, resultsPart } from './results/view.ts'
import { AWAITING_WINNER, BROADCAST_STATES, broadcastTag } from './words.ts'

/** Progress and results. */
interface Figures {
  broadcast: BroadcastRecord
  progress: SendingProgress
  /** Set once sending has begun. */
  results: Results | undefined
}

interface EditedContent {
  writing: Writing
  beside: Beside
  script: Html
  people: ReadonlyMap<string, string>
  images: readonly Image[]
}

export interface ShownBroadcast extends Broadcast, Figures, FormOutcome {
  visitor: Visitor
  known: Nameable
  /** Names of the programs that are connected to its editor. */
  agents: readonly string[]
  /** Problems that block sending it. */
  problems: readonly BroadcastProblem[]
  isFollowed: boolean
  test: AbTest | undefined
  /** The displayed parts of a draft next to its fields. */
  edited: EditedContent | undefined
  public_url: string
}

export function broadcastBody(shown: ShownBroadcast): Html {
  const { broadcast, done, trouble } = shown
  const { id, name, status } = broadcast
  return html`<p><a class="back" href="/broadcasts">Broadcasts</a></p>
    <h1><bdi>${name}</bdi></h1>
    ${done} ${troubleBox(trouble)} ${!shown.isFollowed && statusLine(broadcast, shown.test)} ${acts(shown)}
    ${shown.isFollowed ? followedFrame(id) : figures(shown)} ${broadcastFacts(shown)}
    ${!isEditable(status) && html`<p><a class="alone" href="/broadcasts/${id}/preview">See it as people get it</a></p>`}
    ${
      isEditable(status) &&
      shown.edited &&
      html`<div data-fresh="readiness">${readinessPart(shown.problems)}</div>
        <h2>What it says</h2>
        ${agentsNote(shown.agents)}
        <div class="desk">${editorForm({ ...shown, ...shown.edited })} ${besidePart(shown.edited.beside)}</div>
        ${imagesPart(shown.edited.images, shown.visitor, shown.public_url)} ${shown.edited.script}`
    }`
}

function statusLine({ status, paused_at }: BroadcastRecord, test: AbTest | undefined): Html {
  const awaitsWinner = status === 'queued' && test?.winner === null && test.decides_at !== null
  const state = awaitsWinner ? AWAITING_WINNER : BROADCAST_STATES[status]
  const tag = awaitsWinner && paused_at === null ? moodTag(state) : broadcastTag(status, paused_at)
  return html`<p class="lead">${tag} ${state.sentence}</p>`
}

function figures(shown: Figures): Html | false {
  const { broadcast, progress, results } = shown
  if (isEditable(broadcast.status)) return false
  return html`${progressPart(shown, progress)} ${results?.tested && abTestPart(broadcast, results.tested)}
  ${results && resultsPart(broadcast.id, results)}`
}

/** The part of a broadcast's page that changes while it is sent, for an iframe that is reloaded. */
export function followedBody(shown: Figures): Html {
  const { broadcast } = shown
  const isOver = broadcast.status !== 'queued'
  return html`<main id="content">
    ${statusLine(broadcast, shown.results?.tested?.test)} ${figures(shown)}
    ${isOver && html`<p><a class="alone" href="/broadcasts/${broadcast.id}">See all of it</a></p>`}
  </main>`
}

/** An iframe, because reloading the whole page would lose input and the scroll position. */
function followedFrame(id: string): Html {
  return html`<iframe class="followed" src="/broadcasts/${id}/progress" title="How far it is"></iframe>
    <p>These figures are loaded anew every few seconds. <a href="/broadcasts/${id}">Stop that</a></p>`
}

/** Each button next to the editor saves first, so that it acts on the displayed content and no input is lost. */
function acts(shown: ShownBroadcast): Html {
  const { broadcast, form, edited } = shown
  const { id, name, status } = broadcast
  const path = `/broadcasts/${id}`
  if (edited) return html`<div class="acts">${editingActs(broadcast, edited.writing)}</div>`
  return html`<div class="acts">
    ${status === 'queued' && underWayForms({ broadcast, form })} ${shown.test && chooseForms(broadcast, shown.test)}
    ${actForm({ path: `${path}/test`, label: 'Send a test to myself', about: name })}
    ${actForm({ path: `${path}/duplicate`, label: 'Duplicate', about: name })}
  </div>`
}

function editingActs({ id, name, status, scheduled_at }: BroadcastRecord, writing: Writing): Html {
  const path = `/broadcasts/${id}`
  const act = { form: EDITOR, about: name }
  const next = (value: string): Pick<FormButton, 'field'> => ({ field: { name: 'next', value } })
  // Enter in a field presses the first button
  return html`${formButton({ ...act, label: 'Save' })} ${waysToWrite(writing, act)}
  ${formButton({ ...act, label: 'Save and see it as people get it', ...next('preview') })}
  ${formButton({ ...act, label: 'Save and send a test to myself', path: `${path}/test` })}
  ${formButton({ ...act, label: 'Save and go on to the A/B test', ...next('ab-test') })}
  ${formButton({ ...act, label: 'Save and go on to sending', ...next('send') })}
  ${formButton({ ...act, label: 'Save and duplicate', path: `${path}/duplicate` })}
  ${
    status === 'scheduled' &&
    html`<details class="confirm">
      <summary aria-label="Do not send it: ${name}">Do not send it</summary>
      <p>
        It is a draft again${scheduled_at !== null && html`, and nothing happens ${moment(scheduled_at)}`}. What is
        typed here is saved.
      </p>
      ${formButton({ ...act, label: 'Yes, do not send it', path: `${path}/cancel`, isAnyway: true })}
    </details>`
  }
  ${confirmForm({
    path: `${path}/delete`,
    label: 'Delete',
    about: name,
    question: 'It is then never sent.',
  })}`
}

function broadcastFacts({ broadcast, known, test, edited }: ShownBroadcast): Html {
  const { id, from, subject, created_at, scheduled_at, sent_at } = broadcast
  return facts([
    from !== null && ['From', html`<bdi>${from}</bdi>`],
    subject !== null && ['Subject', html`<bdi>${subject}</bdi>`],
    ['Goes to', segmentLink(broadcast, known)],
    test !== undefined && edited !== undefined && ['A/B test', abTestWords(test)],
    hoursFact(broadcast),
    ['Made', moment(created_at)],
    scheduled_at !== null && ['To be sent', moment(scheduled_at)],
    sent_at !== null && ['Sent', moment(sent_at)],
    ['Broadcast ID', html`<code>${id}</code>`],
  ])
}

function hoursFact({ quiet_hours, local_time, time_zone }: BroadcastRecord): Fact {
  if (!quiet_hours && local_time === null) return false
  const words = [
    ...(local_time === null ? [] : [`from ${local_time} on`]),
    ...(quiet_hours ? [`not from ${quiet_hours.from} to ${quiet_hours.to}`] : []),
  ]
  return ['Time of the day', `${words.join(', ')}; ${time_zone} unless known better`]
}

function segmentLink({ segment_id }: BroadcastRecord, { segments }: Nameable): Html {
  const segment = segments.find(({ id }) => id === segment_id)
  return segment
    ? html`<a href="/segments/${segment.id}"><bdi>${segment.name}</bdi></a>`
    : html`A segment that was deleted`
}
