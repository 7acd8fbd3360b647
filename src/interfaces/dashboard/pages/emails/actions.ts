// The emails of a team: searches them, shows the history of one, and acts on it.
import { cancelScheduled, rescheduleScheduled } from '../../../../mail/emails/scheduled/actions.ts'
import { listAttachments } from '../../../../mail/attachments/store/attachments.ts'
import { listAutomations } from '../../../../campaigns/automations/store/automations.ts'
import { findAutomationsOfRuns } from '../../../../campaigns/automations/store/runs.ts'
import { findTimeline, retryNow } from '../../../../mail/delivery/actions.ts'
import { resendEmail } from '../../../../mail/emails/actions.ts'
import { searchEmails } from '../../../../mail/emails/search/actions.ts'
import { type EmailSummary, findEmailSummary } from '../../../../mail/emails/search/store.ts'
import { signShareLink } from '../../../../mail/reading/sharing/actions.ts'
import { parseShareDuration } from '../../../../mail/reading/sharing/rules.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page, type View, type Visit } from '../../page.ts'
import { requireFound, type PageProblem, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { filesForPage } from '../../ui/mail-frame.ts'
import { PAGE_LENGTH } from '../../ui/table.ts'
import { scheduledTimeFromForm } from '../../ui/scheduled-time.ts'
import { emailsBody } from './list-view.ts'
import { askedSearch, idIn } from './search.ts'
import { emailBody, type ShownSummary } from './view.ts'

/** Maximum options in the select of an automation. */
const AUTOMATIONS_MAX = 100

const DONE = {
  canceled: 'Email canceled.',
  rescheduled: 'Email rescheduled.',
  again: 'Email sent again. This is the new email.',
  test: 'Test email sent to you.',
  now: 'Delivery attempt started. Reload this page to see the result.',
}

export const emailPages: DashboardPage[] = [
  openPage('GET /emails', 'member', async ({ asVisitor, query, parts: { relay, database } }) => {
    const asked = askedSearch(query)
    const id = idIn(query.get('q') ?? '')
    const known = await asVisitor(async ({ tx, team_id }) => ({
      team_id,
      isEmail: id !== undefined && (await findEmailSummary(tx, { team_id, id })) !== undefined,
      automations: await listAutomations(tx, team_id, { limit: AUTOMATIONS_MAX }),
    }))
    if (known.isEmail) return { location: `/emails/${id}` }
    const place = { after: asked.after, most: PAGE_LENGTH }
    // outside of the transaction, which would block others
    const found = await database.read(tx =>
      searchEmails({ tx, team_id: known.team_id, automationsOf: findAutomationsOfRuns }, asked.search, place),
    )
    return { title: 'Emails', body: () => emailsBody({ asked, found, automations: known.automations.rows, relay }) }
  }),

  page('GET /emails/:id', 'member', async visit => emailView(await findShownEmail(visit, visit.params.id))),

  /**
   * The link is signed outside of the transaction. The page after the form shows it once, because another one can be created at
   * any time.
   */
  openPage(
    'POST /emails/:id/share',
    'member',
    async ({ asVisitor, params: { id }, parts }) => {
      const { shown, shared, now } = await asVisitor(async visit => {
        const { team_id, form, now } = visit
        const expires_at = new Date(now.getTime() + parseShareDuration(form.get('expires_in')))
        const shared = { team_id, email_id: id, expires_at }
        return { shown: await findShownEmail(visit, id), shared, now }
      })
      const url = await signShareLink(parts.shares, parts.public_url, shared, now)
      return emailView({ ...shown, share: { url, expires_at: shared.expires_at } })
    },
    { refused: 'Link not created' },
  ),

  page('POST /emails/:id/try-now', 'member', async ({ tx, team_id, params: { id }, now }) => {
    const { last_event } = await findOrNone(tx, team_id, id)
    if (last_event === 'scheduled') return notNow('The email is scheduled. Reschedule it instead.')
    if (!(await retryNow({ tx, team_id, now }, id))) {
      return notNow('No recipient is waiting for an attempt. An attempt may be in progress.')
    }
    return { location: `/emails/${id}?done=now` }
  }),

  page(
    'POST /emails/:id/send-again',
    'member',
    async ({ tx, team_id, params: { id }, now }) => {
      const made = requireFound(await resendEmail({ tx, team_id, now }, id))
      return { location: `/emails/${made.id}?done=again` }
    },
    { refused: 'Email not sent again' },
  ),

  page(
    'POST /emails/:id/cancel',
    'member',
    async ({ tx, team_id, params: { id }, now }) => {
      await cancelScheduled({ tx, team_id, now }, id)
      return { location: `/emails/${id}?done=canceled` }
    },
    { refused: 'Email not canceled' },
  ),

  page(
    'POST /emails/:id/reschedule',
    'member',
    async ({ tx, team_id, visitor: { team }, params: { id }, form, now }) => {
      await rescheduleScheduled({ tx, team_id, now }, id, scheduledTimeFromForm(form, team.time_zone))
      return { location: `/emails/${id}?done=rescheduled` }
    },
    { refused: 'Email not rescheduled' },
  ),
]

async function findShownEmail(visit: Visit<Visitor>, id: string): Promise<ShownSummary> {
  const { tx, team_id, visitor, now, parts } = visit
  const email = await findOrNone(tx, team_id, id)
  const timeline = await findTimeline(tx, email)
  const attachments = await listAttachments(tx, { team_id, email_id: id })
  const files = filesForPage({ email, attachments }, parts.links, now)
  return {
    email,
    timeline,
    files,
    time_zone: visitor.team.time_zone,
  }
}

function emailView(shown: ShownSummary): View {
  return { title: shown.email.subject || 'No subject', done: DONE, body: () => emailBody(shown) }
}

async function findOrNone(tx: Tx, team_id: string, id: string): Promise<EmailSummary> {
  return requireFound(await findEmailSummary(tx, { team_id, id }))
}

function notNow(message: string): PageProblem {
  return problem(409, 'Cannot retry now', message)
}
