// Sending a broadcast: the review before it, now or later, its speed, pausing, resuming and canceling.
import { updateBroadcast, needsTopicChoice } from '../../../../campaigns/broadcasts/actions.ts'
import { isEditable } from '../../../../campaigns/broadcasts/rules.ts'
import { findAbTest } from '../../../../campaigns/broadcasts/ab-test/actions.ts'
import { findBroadcastFindings, checkBroadcastContent } from '../../../../campaigns/broadcasts/check/actions.ts'
import {
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  sendBroadcast,
} from '../../../../campaigns/broadcasts/sending/actions.ts'
import { refusal } from '../../../../base/text/refusal.ts'
import { findSegmentNames } from '../../../../audience/segments/store.ts'
import { findTopics } from '../../../../audience/topics/actions.ts'
import { type DashboardPage, openPage, page, type Redirect } from '../../page.ts'
import { problem } from '../../problems.ts'
import { scheduledTimeFromForm } from '../../ui/scheduled-time.ts'
import type { OneVisit } from '../editor/editor.ts'
import { withFailureTitle } from '../editor/saving.ts'
import { backTo, buttonPage, requireBroadcast, savingPage } from './actions.ts'
import { CHOOSE_TOPIC } from './form.ts'
import { reviewBody } from './review.ts'
import { speedFromForm } from './sending-view.ts'

/** Recipients are counted outside of the transaction, which would block others. */
const reviewPage = openPage('GET /broadcasts/:id/send', 'member', async ({ asVisitor, parts, fault }) => {
  const { checked, now, ...data } = await asVisitor(async visit => {
    const { tx, team_id, visitor } = visit
    const whole = await requireBroadcast(visit)
    const { segment_id, topic_id } = whole.broadcast
    const segments = await findSegmentNames(tx, team_id, segment_id === null ? [] : [segment_id])
    const topics = await findTopics(tx, team_id, topic_id === null ? [] : [topic_id])
    return {
      ...whole,
      segment: segments.get(segment_id ?? ''),
      topic: topics.get(topic_id ?? '')?.name,
      lacksTopic: await needsTopicChoice(tx, whole.broadcast),
      test: await findAbTest(tx, whole.broadcast),
      team: visitor.team,
      checked: await findBroadcastFindings(tx, whole),
      now: visit.now,
    }
  })
  const { id, name, status } = data.broadcast
  if (!isEditable(status)) {
    if (!fault) return { location: `/broadcasts/${id}` }
    throw problem(fault.status, 'Not sent', fault.message)
  }
  const found = await checkBroadcastContent(parts.database, checked, now)
  return { title: `Send ${name}`, body: () => reviewBody(data, found) }
})

/** As in the API, every member of the team may do this. */
export const sendingPages: DashboardPage[] = [
  reviewPage,

  /** Sends immediately, unless the form contains a time. */
  page('POST /broadcasts/:id/send', 'member', visit => withFailureTitle('Not sent', () => send(visit)), {
    refused: reviewPage,
  }),

  savingPage('pace', 'Sending speed not updated', async (visit, whole) => {
    await updateBroadcast(visit, whole, speedFromForm(visit.form))
    return backTo(whole.broadcast.id, 'paced')
  }),

  buttonPage('pause', 'Broadcast not paused', 'paused', (visit, { broadcast }) => pauseBroadcast(visit, broadcast)),
  buttonPage('resume', 'Broadcast not resumed', 'resumed', (visit, { broadcast }) => resumeBroadcast(visit, broadcast)),

  /** The editor is next to this button, because a scheduled broadcast can still be changed. */
  savingPage('cancel', 'Not canceled', async (visit, { broadcast }) => {
    await cancelBroadcast(visit, broadcast)
    return backTo(broadcast.id, 'canceled')
  }),
]

async function send(visit: OneVisit): Promise<Redirect> {
  const { visitor, form } = visit
  const { broadcast, content } = await requireBroadcast(visit)
  const { id, updated_at } = broadcast
  if ((form.get('seen') ?? updated_at) !== updated_at)
    throw refusal('validation_error', 'The broadcast was changed after you opened this page. Review it again.', 409)
  if (await needsTopicChoice(visit.tx, broadcast)) throw refusal('validation_error', CHOOSE_TOPIC)
  const scheduled_at = form.has('scheduled_at') ? scheduledTimeFromForm(form, visitor.team.time_zone) : undefined
  await sendBroadcast(visit, { broadcast: { ...broadcast, ...speedFromForm(form) }, content }, { scheduled_at })
  return scheduled_at === undefined
    ? { location: `${backTo(id, 'sending').location}&live=yes` }
    : backTo(id, 'scheduled')
}
