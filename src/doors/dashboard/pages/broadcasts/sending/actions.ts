// What is done about sending a broadcast: at once or later, how fast, not for now, and not at all.
import {
  changeBroadcast,
  type Broadcast,
  type BroadcastRecord,
  isEditable,
} from '../../../../../campaigns/broadcasts/actions.ts'
import { lookOver, problemsIn } from '../../../../../campaigns/broadcasts/check/actions.ts'
import {
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  sendBroadcast,
} from '../../../../../campaigns/broadcasts/sending/actions.ts'
import { Refusal, refusal } from '../../../../../base/text/refusal.ts'
import { findSegmentNames } from '../../../../../audience/segments/actions.ts'
import { findTopics } from '../../../../../audience/topics/actions.ts'
import {
  type DashboardPage,
  openPage,
  page,
  type PageOutcome,
  type Redirect,
  unlessRefused,
  type View,
} from '../../../page.ts'
import { problem } from '../../../problems.ts'
import { afterSaving, backTo, findBroadcastOr, type OfBroadcast, type VisitOfBroadcast } from '../actions.ts'
import { EDITOR_FORM_BYTES } from '../asked.ts'
import type { BroadcastTrouble } from '../editor.ts'
import { PER_MINUTE_MAX, paceIn } from './pace.ts'
import { reviewBody } from './review-view.ts'
import { whenAsked } from '../../../ui/when.ts'

/** As at the API, every member of the team may do this. */
export const sendingPages: DashboardPage[] = [
  openPage('GET /broadcasts/:id/send', request => reviewView(request)),

  /** At once, unless the form has a time. */
  openPage('POST /broadcasts/:id/send', async request => {
    try {
      return await request.asVisitor(send)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { form } = request
      return reviewView(request, { form, text: `It was not sent: ${error.message}`, status: error.status })
    }
  }),

  openPage('POST /broadcasts/:id/pace', request =>
    afterSaving(request, 'It goes on as fast as before', async ({ tx, form, now }, whole) => {
      await changeBroadcast(tx, whole, paceOr(form), now)
      return backTo(whole.broadcast.id, 'paced')
    }),
  ),

  page('POST /broadcasts/:id/pause', visit =>
    doing(visit, 'It was not paused', async ({ broadcast }) => {
      await pauseBroadcast(visit.tx, broadcast, visit.now)
      return 'paused'
    }),
  ),

  page('POST /broadcasts/:id/resume', visit =>
    doing(visit, 'It does not go on', async ({ broadcast }) => {
      await resumeBroadcast(visit.tx, broadcast, visit.now)
      return 'resumed'
    }),
  ),

  /** Of one that is scheduled, the editor is beside it. */
  openPage(
    'POST /broadcasts/:id/cancel',
    request =>
      afterSaving(request, 'It was not canceled', async ({ tx, now }, { broadcast }) => {
        await cancelBroadcast(tx, broadcast, now)
        return backTo(broadcast.id, 'canceled')
      }),
    { form_bytes: EDITOR_FORM_BYTES },
  ),
]

async function send({ tx, visitor, params, form, now }: VisitOfBroadcast): Promise<Redirect> {
  const { broadcast, content } = await findBroadcastOr(tx, visitor, params.id)
  const { id, updated_at } = broadcast
  if ((form.get('seen') ?? updated_at) !== updated_at) {
    throw refusal('validation_error', 'it was changed since you looked at it. This is how it is now.', 409)
  }
  const scheduled_at = form.has('scheduled_at') ? whenAsked(form, visitor.team.time_zone) : undefined
  await sendBroadcast(tx, { broadcast: { ...broadcast, ...paceOr(form) }, content }, { scheduled_at }, now)
  return scheduled_at === undefined
    ? { location: `${backTo(id, 'sending').location}&live=yes` }
    : backTo(id, 'scheduled')
}

/** What is counted is read outside of the unit, which would block all others. */
async function reviewView(request: OfBroadcast, trouble?: BroadcastTrouble): Promise<View | Redirect> {
  const known = await request.asVisitor(async ({ tx, visitor, params, now }) => {
    const whole = await findBroadcastOr(tx, visitor, params.id)
    const { segment_id, topic_id } = whole.broadcast
    const segments = await findSegmentNames(tx, visitor.team.id, segment_id === null ? [] : [segment_id])
    const topics = await findTopics(tx, visitor.team.id, topic_id === null ? [] : [topic_id])
    const names = { segment: segments.get(segment_id ?? ''), topic: topics.get(topic_id ?? '')?.name }
    return { ...whole, ...names, visitor, now, looked: await lookOver(tx, whole) }
  })
  const { broadcast, looked, now } = known
  if (!isEditable(broadcast.status)) {
    if (!trouble) return { location: `/broadcasts/${broadcast.id}` }
    throw problem(trouble.status, 'It was not sent', trouble.text)
  }
  const found = await problemsIn(request.parts.database, looked, now)
  return {
    title: `Send ${broadcast.name}`,
    body: () => reviewBody({ ...known, found, trouble }),
    ...(trouble && { status: trouble.status }),
  }
}

/** `act`: what is said on the page of the broadcast then. */
function doing(
  { tx, visitor, params }: VisitOfBroadcast,
  title: string,
  act: (whole: Broadcast) => Promise<string>,
): Promise<PageOutcome> {
  return unlessRefused(title, async () => {
    const whole = await findBroadcastOr(tx, visitor, params.id)
    return { location: `/broadcasts/${whole.broadcast.id}?done=${await act(whole)}` }
  })
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
  const most = PER_MINUTE_MAX.toLocaleString('en')
  throw refusal('validation_error', `say how many mails go out in a minute, from 1 to ${most}, or leave it empty.`)
}
