// A team's emails: searched, one of them with what became of it, and what can be done about one.
import { cancelScheduled, rescheduleScheduled } from '../../../emails/scheduled/actions.ts'
import { listAttachments } from '../../../attachments/actions.ts'
import { listAutomations } from '../../../automations/actions.ts'
import { automationsOfRuns } from '../../../automations/runs/actions.ts'
import { findTimeline, tryNow } from '../../../delivery/actions.ts'
import { sendAgain } from '../../../emails/actions.ts'
import { type EmailSummary, findEmailSummary, searchEmails } from '../../../emails/search/actions.ts'
import { Refusal } from '../../../refusal.ts'
import type { Tx } from '../../../store/database.ts'
import { type DashboardPage, openPage, page, type PageOutcome } from '../../page.ts'
import { notFound, type PageProblem, problem } from '../../problems.ts'
import { doneBox } from '../../ui/flash.ts'
import { emailsBody } from './list-view.ts'
import { askedSearch, idIn } from './search.ts'
import { emailBody } from './view.ts'

const PAGE_LENGTH = 25
/** To choose from. */
const AUTOMATIONS_MAX = 100

const DONE = {
  canceled: 'It is canceled and will not be sent.',
  rescheduled: 'It has another time.',
  again: 'This is the new email, made from the other one.',
  now: 'It is being tried now. Load this page again to see what comes of it.',
}

export const emailPages: DashboardPage[] = [
  openPage('GET /emails', async ({ asVisitor, query, parts: { relay, database } }) => {
    const asked = askedSearch(query)
    const id = idIn(query.get('q') ?? '')
    const known = await asVisitor(async ({ tx, visitor: { team } }) => ({
      team_id: team.id,
      isEmail: id !== undefined && (await findEmailSummary(tx, team.id, id)) !== undefined,
      automations: await listAutomations(tx, team.id, { limit: AUTOMATIONS_MAX }),
    }))
    if (known.isEmail) return { location: `/emails/${id}` }
    const place = { after: asked.after, most: PAGE_LENGTH }
    // outside of the unit, which holds up all others
    const found = await database.read(tx => searchEmails(tx, known.team_id, asked.search, place, automationsOfRuns))
    return { title: 'Emails', body: () => emailsBody({ asked, found, automations: known.automations.rows, relay }) }
  }),

  page('GET /emails/:id', async ({ tx, visitor, params: { id }, query }) => {
    const email = await findOrNone(tx, visitor.team.id, id)
    const timeline = await findTimeline(tx, email)
    const files = await listAttachments(tx, { team_id: visitor.team.id, email_id: id })
    const { csrf_token } = visitor
    const done = doneBox(query, DONE)
    const body = { email, timeline, files: files.length, csrf_token, done }
    return { title: email.subject || 'No subject', body: () => emailBody(body) }
  }),

  page('POST /emails/:id/try-now', async ({ tx, visitor: { team }, params: { id }, now }) => {
    const { last_event } = await findOrNone(tx, team.id, id)
    if (last_event === 'scheduled') return notNow('It is scheduled: give it another time instead.')
    if (!(await tryNow(tx, team.id, id, now))) {
      return notNow('Nothing of it waits: it is being tried at this moment, or there is nothing left to be done.')
    }
    return { location: `/emails/${id}?done=now` }
  }),

  page('POST /emails/:id/send-again', async ({ tx, visitor: { team }, params: { id }, now }) => {
    await findOrNone(tx, team.id, id)
    if ((await listAttachments(tx, { team_id: team.id, email_id: id })).length > 0) {
      return problem(
        422,
        'It was not sent again',
        'It has attachments, which only the program has that sent it: send it from there.',
      )
    }
    return unlessRefused('It was not sent again', async () => {
      const made = await sendAgain(tx, team.id, id, now)
      return made ? { location: `/emails/${made.id}?done=again` } : notFound()
    })
  }),

  page('POST /emails/:id/cancel', async ({ tx, visitor: { team }, params: { id }, now }) =>
    unlessRefused('It was not canceled', async () => {
      await cancelScheduled(tx, { team_id: team.id, id }, now)
      return { location: `/emails/${id}?done=canceled` }
    }),
  ),

  page('POST /emails/:id/reschedule', async ({ tx, visitor: { team }, params: { id }, form, now }) =>
    unlessRefused('It keeps its time', async () => {
      await rescheduleScheduled(tx, { team_id: team.id, id }, form.get('scheduled_at') ?? '', now)
      return { location: `/emails/${id}?done=rescheduled` }
    }),
  ),
]

async function findOrNone(tx: Tx, team_id: string, id: string): Promise<EmailSummary> {
  const email = await findEmailSummary(tx, team_id, id)
  if (!email) throw notFound()
  return email
}

function notNow(message: string): PageProblem {
  return problem(409, 'It cannot be tried now', message)
}

/** What the API would say no to, as a page. */
async function unlessRefused(title: string, act: () => Promise<PageOutcome>): Promise<PageOutcome> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) return problem(error.status, title, error.message)
    throw error
  }
}
