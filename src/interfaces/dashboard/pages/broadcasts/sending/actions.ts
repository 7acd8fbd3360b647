// Sending a broadcast: now or later, its pace, pausing, resuming and canceling.
import { changeBroadcast, needsTopicChoice } from '../../../../../campaigns/broadcasts/actions.ts'
import { type BroadcastRecord, isEditable } from '../../../../../campaigns/broadcasts/rules.ts'
import { findAbTest } from '../../../../../campaigns/broadcasts/ab-test/actions.ts'
import { lookOver, problemsIn } from '../../../../../campaigns/broadcasts/check/actions.ts'
import {
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  sendBroadcast,
} from '../../../../../campaigns/broadcasts/sending/actions.ts'
import { refusal } from '../../../../../base/text/refusal.ts'
import { findSegmentNames } from '../../../../../audience/segments/store.ts'
import { findTopics } from '../../../../../audience/topics/actions.ts'
import { type DashboardPage, openPage, page, type Redirect } from '../../../page.ts'
import { problem } from '../../../problems.ts'
import { backTo, findBroadcastOr, orSay, savingPage, type VisitOfBroadcast } from '../actions.ts'
import { CHOOSE_TOPIC } from '../asked.ts'
import { PER_MINUTE_MAX, paceIn } from './pace.ts'
import { reviewBody } from './review-view.ts'
import { whenAsked } from '../../../ui/when.ts'
import { numeral } from '../../../ui/reader.ts'

/** Recipients are counted outside of the transaction, which would block others. */
const reviewPage = openPage('GET /broadcasts/:id/send', 'member', async ({ asVisitor, parts, fault }) => {
  const known = await asVisitor(async visit => {
    const { tx, team_id, visitor, now } = visit
    const whole = await findBroadcastOr(visit)
    const { segment_id, topic_id } = whole.broadcast
    const segments = await findSegmentNames(tx, team_id, segment_id === null ? [] : [segment_id])
    const topics = await findTopics(tx, team_id, topic_id === null ? [] : [topic_id])
    const names = { segment: segments.get(segment_id ?? ''), topic: topics.get(topic_id ?? '')?.name }
    const test = await findAbTest(tx, whole.broadcast)
    const lacksTopic = await needsTopicChoice(tx, whole.broadcast)
    return { ...whole, ...names, lacksTopic, test, visitor, now, looked: await lookOver(tx, whole) }
  })
  const { broadcast, looked, now } = known
  if (!isEditable(broadcast.status)) {
    if (!fault) return { location: `/broadcasts/${broadcast.id}` }
    throw problem(fault.status, 'It was not sent', fault.message)
  }
  const found = await problemsIn(parts.database, looked, now)
  return { title: `Send ${broadcast.name}`, body: outcome => reviewBody({ ...outcome, ...known, found }) }
})

/** As in the API, every member of the team may do this. */
export const sendingPages: DashboardPage[] = [
  reviewPage,

  /** Sends immediately, unless the form contains a time. */
  page('POST /broadcasts/:id/send', 'member', visit => orSay('It was not sent', () => send(visit)), {
    refused: reviewPage,
  }),

  savingPage('POST /broadcasts/:id/pace', 'It goes on as fast as before', async (visit, whole) => {
    await changeBroadcast(visit, whole, paceOr(visit.form))
    return backTo(whole.broadcast.id, 'paced')
  }),

  page(
    'POST /broadcasts/:id/pause',
    'member',
    async visit => {
      const { broadcast } = await findBroadcastOr(visit)
      await pauseBroadcast(visit, broadcast)
      return backTo(broadcast.id, 'paused')
    },
    { refused: 'It was not paused' },
  ),

  page(
    'POST /broadcasts/:id/resume',
    'member',
    async visit => {
      const { broadcast } = await findBroadcastOr(visit)
      await resumeBroadcast(visit, broadcast)
      return backTo(broadcast.id, 'resumed')
    },
    { refused: 'It does not go on' },
  ),

  /** The editor is next to this button, because a scheduled broadcast can still be changed. */
  savingPage('POST /broadcasts/:id/cancel', 'It was not canceled', async (visit, { broadcast }) => {
    await cancelBroadcast(visit, broadcast)
    return backTo(broadcast.id, 'canceled')
  }),
]

async function send(visit: VisitOfBroadcast): Promise<Redirect> {
  const { visitor, form } = visit
  const { broadcast, content } = await findBroadcastOr(visit)
  const { id, updated_at } = broadcast
  if ((form.get('seen') ?? updated_at) !== updated_at) {
    throw refusal('validation_error', 'it was changed since you looked at it. This is how it is now.', 409)
  }
  if (await needsTopicChoice(visit.tx, broadcast)) throw refusal('validation_error', CHOOSE_TOPIC)
  const scheduled_at = form.has('scheduled_at') ? whenAsked(form, visitor.team.time_zone) : undefined
  await sendBroadcast(visit, { broadcast: { ...broadcast, ...paceOr(form) }, content }, { scheduled_at })
  return scheduled_at === undefined
    ? { location: `${backTo(id, 'sending').location}&live=yes` }
    : backTo(id, 'scheduled')
}

function paceOr(form: URLSearchParams): Pick<BroadcastRecord, 'per_minute' | 'per_minute_per_destination'> {
  return {
    per_minute: numberOr(form, 'per_minute'),
    per_minute_per_destination: numberOr(form, 'per_minute_per_destination'),
  }
}

function numberOr(form: URLSearchParams, name: string): number | null {
  const pace = paceIn(form.get(name))
  if (pace !== undefined) return pace
  const most = numeral(PER_MINUTE_MAX)
  throw refusal('validation_error', `say how many mails go out in a minute, from 1 to ${most}, or leave it empty.`)
}
