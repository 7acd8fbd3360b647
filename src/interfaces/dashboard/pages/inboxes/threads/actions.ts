// A conversation: its emails, one of them open, and the HTML of an email in its frame.
import { removeInboxThread, guardInbox } from '../../../../../inbound/inboxes/threads/actions.ts'
import { findMessage, type MessageRecord, pageOfMessages } from '../../../../../inbound/inboxes/store/messages.ts'
import { listLabelsOf } from '../../../../../inbound/inboxes/labels/actions.ts'
import { presentMessage } from '../../../../../inbound/inboxes/contents/actions.ts'
import type { ThreadRecord } from '../../../../../inbound/inboxes/store/threads.ts'
import { findQuoted } from '../../../../../inbound/inboxes/replies/actions.ts'
import { startReply } from '../../../../../inbound/inboxes/drafts/actions.ts'
import { listUnsentDraftsIn } from '../../../../../inbound/inboxes/drafts/store.ts'
import { findReceivedEmail, listReceivedAttachments } from '../../../../../inbound/receiving/store.ts'
import { listAttachments } from '../../../../../mail/attachments/store/attachments.ts'
import type { TeamTx } from '../../../../../base/store/database.ts'
import { quickText } from '../../../../../base/text/plain-text.ts'
import { sanitizeHtml, htmlToDisplayText } from '../../../../../base/threads/mails.ts'
import { html } from '../../../../../base/html/html.ts'
import { LARGE_BYTES, hasRoomToRespond } from '../../../../http/large-bodies.ts'
import { type DashboardPage, openPage, type OpenRequest, page, type PageParts } from '../../../page.ts'
import { requireFound, problem } from '../../../problems.ts'
import { emailFrameHtml, emailFrameHeaders, type PageFile, filesForPage } from '../../../ui/mail-frame.ts'
import { findPage } from '../../../ui/table.ts'
import { findLabels, findPeople, orNotFound, threadInPath } from '../find.ts'
import { LISTED_FILES_MAX, receivedFiles } from './received.ts'
import { threadBody } from './view.ts'

const DONE = { changed: 'Conversation updated.', moved: 'Conversation moved.', sent: 'Email queued.' }

const threadPage = openPage('GET /inboxes/:id/threads/:thread_id', 'member', async request => {
  const { asVisitor, query } = request
  const known = await asVisitor(async visit => {
    const { tx, team_id, visitor } = visit
    const { inbox, thread } = await threadInPath(visit)
    const of = { team_id, inbox_id: inbox.id, thread_id: thread.id }
    const page = await findPage(query, asked => pageOfMessages(tx, of, asked))
    const asked = query.get('email')
    const chosen = asked === null ? page.rows[0] : await findMessage(tx, { ...of, id: asked })
    return {
      inbox,
      thread,
      visitor,
      page,
      chosen: requireFound(chosen, 'email'),
      heads: await findHeads(visit, page.rows),
      labels: await findLabels(visit, inbox),
      own_labels: (await listLabelsOf(visit, inbox.id, [thread.id]))(thread.id),
      drafts: await listUnsentDraftsIn(tx, of),
      people: await findPeople(visit),
    }
  })
  const open = await openMessage(request, known)
  const text = await shownText(open, query, known.thread.team_id)
  const data = { ...known, open: { ...open, text, message: known.chosen, images: query.get('images') === 'yes' } }
  const title = known.thread.subject || 'No subject'
  return { title, done: DONE, body: () => threadBody(data) }
})

/** Data for the rows of received messages. */
async function findHeads({ tx, team_id }: TeamTx, messages: readonly MessageRecord[]) {
  const heads = new Map<string, NonNullable<Awaited<ReturnType<typeof findReceivedEmail>>>>()
  for (const { id, direction } of messages) {
    const head = direction === 'inbound' ? await findReceivedEmail(tx, { team_id, id }) : undefined
    if (head) heads.set(id, head)
  }
  return heads
}

interface OpenedEmail {
  email: NonNullable<Awaited<ReturnType<typeof presentMessage>>>
  received: Awaited<ReturnType<typeof findReceivedEmail>>
  files: PageFile[]
  raw_url: string | undefined
}

/** Memory reserved for one email: only its bodies are read here, not its files. */
const BODIES_MAX = 8_000_000

/** Reads a message outside of any transaction. A large one waits until there is enough memory for it. */
async function openMessage(
  { ctx, parts }: Pick<OpenRequest, 'ctx' | 'parts'>,
  { thread, chosen: message }: { thread: ThreadRecord; chosen: MessageRecord },
): Promise<OpenedEmail> {
  const { team_id } = thread
  const { id, direction } = message
  const isInbound = direction === 'inbound'
  const received = isInbound ? await parts.database.read(tx => findReceivedEmail(tx, { team_id, id })) : undefined
  const bytes = Math.min(received?.bytes ?? 0, BODIES_MAX)
  if (bytes > LARGE_BYTES && !(await hasRoomToRespond(bytes, { response: ctx.res, team_id }))) throw busy()
  return parts.database.read(async tx => {
    const email = requireFound(await presentMessage({ tx, team_id }, thread, message), 'email')
    const raw = { team_id, email_id: id, id }
    const raw_url = isInbound ? parts.links.linkTo(raw, parts.now(), 'raw').url : undefined
    return { email, received, files: await findFiles({ tx, team_id }, message, parts), raw_url }
  })
}

async function findFiles({ tx, team_id }: TeamTx, message: MessageRecord, parts: PageParts): Promise<PageFile[]> {
  if (!message.has_attachment) return []
  const of = { team_id, email_id: message.id }
  if (message.direction === 'inbound')
    return receivedFiles((await listReceivedAttachments(tx, of)).slice(0, LISTED_FILES_MAX), parts.links, parts.now())
  const attachments = await listAttachments(tx, of)
  return filesForPage({ email: { team_id, id: message.id }, attachments }, parts.links, parts.now())
}

/** The text of the email; `null` if the page shows its HTML instead. */
async function shownText({ email }: OpenedEmail, query: URLSearchParams, team_id: string): Promise<string | null> {
  const { html: markup, text } = email
  if (markup === null || query.get('view') === 'text')
    return text ?? (markup === null ? '' : htmlToDisplayText(markup, team_id))
  return null
}

type QuotedEmail = Awaited<ReturnType<typeof findQuoted>>

/** Outside of any transaction, because a worker thread converts the HTML to text. */
async function addText({ mail, team_id }: { mail: QuotedEmail; team_id: string }): Promise<QuotedEmail> {
  return mail?.html && !mail.text?.trim() ? { ...mail, text: await htmlToDisplayText(mail.html, team_id) } : mail
}

function busy(): Error {
  return problem(503, 'Try again', 'Too many large emails are being opened right now. Try again in a few seconds.')
}

export const inboxThreadPages: DashboardPage[] = [
  threadPage,

  page('POST /inboxes/:id/threads/:thread_id/delete', 'member', async visit => {
    const { inbox, thread } = await threadInPath(visit)
    guardInbox(visit.tx, inbox)
    await removeInboxThread(visit, thread)
    return { location: `/inboxes/${inbox.id}?folder=trash&done=removed` }
  }),

  openPage(
    'POST /inboxes/:id/threads/:thread_id/emails/:email_id/reply',
    'member',
    async ({ asVisitor, params, form }) => {
      const quoted = await asVisitor(async visit => {
        const { inbox } = await threadInPath(visit)
        return { team_id: inbox.team_id, mail: await orNotFound(findQuoted(visit, inbox, params), 'email') }
      })
      const mail = await addText(quoted)
      return asVisitor(async visit => {
        const { inbox } = await threadInPath(visit)
        const asked = { ...params, all: form.get('all') === 'yes', quoted: mail }
        const id = await orNotFound(startReply(visit, inbox, asked), 'email')
        return { location: `/inboxes/${inbox.id}/drafts/${id}` }
      })
    },
    { refused: 'Reply not created' },
  ),

  openPage('GET /inboxes/:id/threads/:thread_id/emails/:email_id/html', 'member', async request => {
    const { asVisitor, query, parts } = request
    const known = await asVisitor(async visit => {
      const { tx, team_id, params } = visit
      const { inbox, thread } = await threadInPath(visit)
      const of = { team_id, inbox_id: inbox.id, thread_id: thread.id }
      return { thread, chosen: requireFound(await findMessage(tx, { ...of, id: params.email_id })) }
    })
    const { email, files } = await openMessage(request, known)
    const images = query.get('images') === 'yes'
    const content = emailFrameHtml(await safely(email.html ?? '', known.thread.team_id, images), files)
    return { type: 'text/html', headers: emailFrameHeaders(parts.site.public_url, images), content }
  }),
]

/** Falls back to the source as text if the HTML cannot be sanitized in time. */
async function safely(markup: string, team_id: string, images: boolean): Promise<string> {
  const content = await sanitizeHtml(markup, team_id, images).catch(() => html`<pre>${quickText(markup)}</pre>`)
  return `<!doctype html><meta charset="utf-8">${content}`
}
