// What is done about sending a broadcast: at once or later, how fast, not for now, and not at all.
import { changeBroadcast, type Broadcast, type BroadcastRecord } from '../../../../broadcasts/actions.ts'
import {
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  sendBroadcast,
} from '../../../../broadcasts/sending/actions.ts'
import { type DashboardPage, page, type PageOutcome, unlessRefused, type Visit } from '../../../page.ts'
import { problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { findBroadcastOr } from '../actions.ts'
import { PER_MINUTE_MAX, paceIn } from './pace.ts'

/** As at the API, everybody in the team may do this. */
export const sendingPages: DashboardPage[] = [
  /** At once, unless the form has a time. */
  page('POST /broadcasts/:id/send', visit =>
    doing(visit, 'It was not sent', async ({ broadcast, content }) => {
      const { tx, form, now } = visit
      const scheduled_at = form.get('scheduled_at')?.trim()
      if (scheduled_at === '')
        throw problem(422, 'It was not scheduled', 'Say when it is to be sent, such as in 2 hours.')
      await sendBroadcast(tx, { broadcast: { ...broadcast, ...paceOr(form) }, content }, { scheduled_at }, now)
      return scheduled_at === undefined ? 'sending&live=yes' : 'scheduled'
    }),
  ),

  page('POST /broadcasts/:id/pace', visit =>
    doing(visit, 'It goes on as fast as before', async whole => {
      await changeBroadcast(visit.tx, whole, paceOr(visit.form), visit.now)
      return 'paced'
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

  page('POST /broadcasts/:id/cancel', visit =>
    doing(visit, 'It was not canceled', async ({ broadcast }) => {
      await cancelBroadcast(visit.tx, broadcast, visit.now)
      return 'canceled'
    }),
  ),
]

/** `act`: what is said on the page of the broadcast then. */
function doing(
  { tx, visitor, params }: Visit<Visitor, 'POST /broadcasts/:id'>,
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
  throw problem(422, 'No such pace', `Say how many mails go out in a minute, from 1 to ${most}, or leave it empty.`)
}
