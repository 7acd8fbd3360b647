// The mailbox of a team: email that was captured instead of sent and, with a relay, sent email and its state.
import type { Context } from 'koa'
import {
  type StoredEmail,
  removeCaptured,
  findStoredEmail,
  findStoredEmailBytes,
  readCaptured,
} from '../../../../mail/delivery/actions.ts'
import { listCaptured } from '../../../../mail/delivery/store.ts'
import { hasDomain } from '../../../../identity/domains/actions.ts'
import { findAutomationsOfRuns } from '../../../../campaigns/automations/store/runs.ts'
import { listEmailRecords } from '../../../../mail/emails/store.ts'
import { searchEmails } from '../../../../mail/emails/search/actions.ts'
import { findIdsOfBroadcasts } from '../../../../mail/emails/search/store.ts'
import { LARGE_BYTES, hasRoomToRespond } from '../../../http/large-bodies.ts'
import type { Tx } from '../../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../../base/store/page.ts'
import { htmlToDisplayText } from '../../../../base/threads/mails.ts'
import { type OpenRequest, type DashboardPage, openPage, page } from '../../page.ts'
import { requireFound, problem } from '../../problems.ts'
import { emailFrameHtml, emailFrameHeaders, filesForPage, type PageFile } from '../../ui/mail-frame.ts'
import { type ListPlace, PAGE_LENGTH, parseListPlace } from '../../ui/table.ts'
import type { ListedMail } from '../emails/list-view.ts'
import { UNASKED_ORIGINS } from '../emails/search.ts'
import { type Shelf, mailboxBody, type ShownRows } from './list-view.ts'
import { LOOKED_THROUGH, searched, wordsOf } from './search.ts'
import { type MailView, mailPageBody } from './view.ts'

const DONE = { cleared: 'Deleting captured emails. This can take a moment.' }

export const mailboxPages: DashboardPage[] = [
  openPage('GET /mailbox', 'member', async ({ asVisitor, query, parts: { relay, database } }) => {
    const place = parseListPlace(query)
    const words = wordsOf(query)
    const shelf = shelfOf(query, relay)
    const limit = words === undefined ? PAGE_LENGTH : LOOKED_THROUGH
    const { team_id, lacksDomain } = await asVisitor(async ({ tx, team_id }) => {
      return { team_id, lacksDomain: !(await hasDomain(tx, team_id)) }
    })
    const of = { team_id, shelf }
    const isApart = words === undefined && query.get('broadcasts') !== 'yes'
    // outside of the transaction, which would block others
    const page = await database.read(tx =>
      isApart ? listApart(tx, of, place) : listShelf(tx, of, { limit, ...place }),
    )
    return {
      title: 'Captured emails',
      done: DONE,
      body: () => {
        const search = words === undefined ? undefined : { words, ...searched(page, words, PAGE_LENGTH) }
        return mailboxBody({ shelf, relay, page, place, search, lacksDomain })
      },
    }
  }),

  /** Every member of the team may do this: captured email was not sent, and pending email is not affected. */
  page('POST /mailbox/clear', 'member', async ({ tx, team_id, now, parts: { relay } }) => {
    await removeCaptured(tx, team_id, now)
    return { location: `/mailbox?${relay === undefined ? '' : 'shelf=captured&'}done=cleared` }
  }),

  openPage('GET /mailbox/:id', 'member', async request => {
    const mail = await openMail(request)
    const view = viewOf(request.query, mail)
    const text = view === 'text' ? await readText(mail) : null
    const shown = { ...mail, view, text, files: filesOf(mail, request) }
    return { title: mail.email.subject || 'No subject', body: () => mailPageBody(shown) }
  }),

  openPage('GET /mailbox/:id/html', 'member', async request => {
    const mail = await openMail(request)
    const content = emailFrameHtml(mail.email.html ?? '', filesOf(mail, request))
    return { type: 'text/html', headers: emailFrameHeaders(request.parts.site.public_url), content }
  }),

  openPage('GET /mailbox/:id/raw', 'member', async request => {
    const { parts } = request
    const { email, captured } = await openMail(request)
    const name = `${email.id.replaceAll(/[^\w-]/g, '')}.eml`
    const headers = {
      ...emailFrameHeaders(parts.site.public_url),
      'Content-Disposition': `attachment; filename="${name}"`,
    }
    const content = await readCaptured(body => parts.database.read(body), email, requireFound(captured))
    return { type: 'message/rfc822', headers, content }
  }),
]

function filesOf(mail: StoredEmail, { parts }: Pick<OpenRequest, 'parts'>): PageFile[] {
  return filesForPage(mail, parts.links, parts.now())
}

/** A large email waits for memory outside of any transaction. */
async function openMail({ asVisitor, ctx, params: { id } }: OpenRequest<'GET /mailbox/:id'>): Promise<StoredEmail> {
  const found = await asVisitor(async ({ tx, team_id }) => {
    const bytes = (await findStoredEmailBytes(tx, team_id, id)) ?? 0
    return bytes > LARGE_BYTES ? { bytes, team_id } : { mail: await findMailOrNone(tx, team_id, id) }
  })
  if ('mail' in found) return found.mail
  await takeRoom(ctx, found.team_id, found.bytes)
  return asVisitor(({ tx, team_id }) => findMailOrNone(tx, team_id, id))
}

async function findMailOrNone(tx: Tx, team_id: string, id: string): Promise<StoredEmail> {
  return requireFound(await findStoredEmail(tx, team_id, id))
}

async function takeRoom({ res: response }: Context, team_id: string, bytes: number): Promise<void> {
  if (await hasRoomToRespond(bytes, { response, team_id })) return
  const message = 'Too many large emails are being opened right now. Try again in a few seconds.'
  throw problem(503, 'Try again', message)
}

interface TeamShelf {
  team_id: string
  shelf: Shelf
}

/** Omits email of broadcasts, which would hide all other email. */
async function listApart(tx: Tx, { team_id, shelf }: TeamShelf, at: ListPlace): Promise<ShownRows> {
  if (shelf === 'captured') return listCapturedApart(tx, team_id, at)
  const place = { after: at.after, most: PAGE_LENGTH }
  const { rows, behind } = await searchEmails(
    { tx, team_id, automationsOf: findAutomationsOfRuns },
    { origins: UNASKED_ORIGINS },
    place,
  )
  return { rows, has_more: behind !== undefined, behind }
}

/** Captured emails that are read at a time, and for one page: there are few, and no index contains their origin. */
const CAPTURED_PART = 100
const CAPTURED_LOOKED_AT = 5_000

async function listCapturedApart(tx: Tx, team_id: string, { after, before }: ListPlace): Promise<ShownRows> {
  const rows: ListedMail[] = []
  const isBack = before !== undefined
  let cursor = before ?? after
  let isPassed = false
  let isMore = true
  for (let looked = 0; isMore && rows.length <= PAGE_LENGTH && looked < CAPTURED_LOOKED_AT; looked += CAPTURED_PART) {
    const place = cursor === undefined ? {} : isBack ? { before: cursor } : { after: cursor }
    const part = await listCaptured(tx, { team_id }, { limit: CAPTURED_PART, ...place })
    const ids = part.rows.map(({ email_id }) => email_id)
    const of_broadcasts = await findIdsOfBroadcasts(tx, team_id, ids)
    const alone = part.rows.filter(({ email_id }) => !of_broadcasts.has(email_id))
    isPassed ||= alone.length < part.rows.length
    rows.push(...(isBack ? alone.toReversed() : alone))
    cursor = (isBack ? part.rows[0] : part.rows.at(-1))?.id
    isMore = part.has_more
    await tx.pause()
  }
  const found = rows.slice(0, PAGE_LENGTH)
  const onward = rows.length > PAGE_LENGTH ? found.at(-1)!.id : isMore ? cursor : undefined
  const page = { has_more: onward !== undefined, isPassed }
  if (isBack) return { ...page, rows: found.toReversed(), ahead: onward, behind: found[0]?.id ?? before }
  return { ...page, rows: found, behind: onward, ahead: after === undefined ? undefined : found[0]?.id }
}

async function listShelf(tx: Tx, { team_id, shelf }: TeamShelf, query: PageQuery): Promise<Page<ListedMail>> {
  return shelf === 'captured' ? listCaptured(tx, { team_id }, query) : listEmailRecords(tx, { team_id }, query)
}

/** The text for a reader without HTML: the email's own text, or text generated from its HTML. */
async function readText({ email: { text, html, team_id } }: StoredEmail): Promise<string | null> {
  return text ?? (html === null ? null : htmlToDisplayText(html, team_id))
}

function shelfOf(query: URLSearchParams, relay: string | undefined): Shelf {
  return relay === undefined || query.get('shelf') === 'captured' ? 'captured' : 'sent'
}

function viewOf(query: URLSearchParams, { email, captured }: StoredEmail): MailView {
  const view = query.get('view')
  if (view === 'text' || (view === 'headers' && captured)) return view
  return email.html === null ? 'text' : 'html'
}
