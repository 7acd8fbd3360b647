// A team's mail: what was captured instead of sent, and with a mail server, what went out and what became of it.
import type { Context, Middleware } from 'koa'
import { type Mail, clearCaptured, findMail, findMailBytes, listCaptured } from '../../../delivery/actions.ts'
import { listEmails } from '../../../emails/actions.ts'
import { LARGE_BYTES, hasRoomToAnswer } from '../../../http/large-bodies.ts'
import type { Tx } from '../../../store/database.ts'
import type { Page, PageQuery } from '../../../store/page.ts'
import { textOf } from '../../../threads/mails.ts'
import { readForm } from '../../session/csrf.ts'
import { LOOKED_THROUGH, searched, wordsOf } from './search.ts'
import { type View, mailBody } from './view.ts'
import { type ListedMail, type Shelf, mailboxBody } from './list-view.ts'
import { goTo, pageHeaders, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { Problem, notFound } from '../../problems.ts'
import type { Site } from '../../site.ts'
import type { Visit, Visiting } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { placeOf } from '../../ui/table.ts'

const PAGE_LENGTH = 25

/**
 * A mail's own HTML is somebody else's: no script, no form, nothing loaded from anywhere, an origin of its own. Its links
 * open beside the page, and what they lead to is not told where they stood.
 */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
const MAIL_HEAD = '<base target="_blank"><meta name="referrer" content="no-referrer">'

const DONE = { cleared: 'The captured mail is being deleted. When there is much of it, that takes a moment.' }

export class MailboxPages {
  readonly #relay: string | undefined
  readonly #site: Site
  readonly #visiting: Visiting

  constructor({ relay }: DashboardParts, site: Site, visiting: Visiting) {
    this.#relay = relay
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => {
    const place = placeOf(ctx.querystring)
    const words = wordsOf(ctx.querystring)
    const shelf = this.#shelf(ctx)
    const limit = words === undefined ? PAGE_LENGTH : LOOKED_THROUGH
    const visit = await this.#visiting(ctx, (tx, { team }) => listed(tx, team.id, shelf, { limit, ...place }))
    if (!visit) return
    const { visitor, found: page } = visit
    const search = words === undefined ? undefined : { words, ...searched(page, words, PAGE_LENGTH) }
    const { form_token } = visitor
    const done = doneBox(ctx.querystring, DONE)
    const body = mailboxBody({ shelf, relay: this.#relay, page, place, search, form_token, done })
    showPage(ctx, this.#site, { title: 'Mailbox', section: 'mailbox', visitor, body })
  }

  readonly show: Middleware = async ctx => {
    const visit = await this.#mail(ctx)
    if (!visit) return
    const { visitor, found: mail } = visit
    const title = mail.email.subject || 'No subject'
    const view = viewOf(ctx, mail)
    const text = view === 'text' ? await readableText(mail) : null
    showPage(ctx, this.#site, { title, section: 'mailbox', visitor, body: mailBody(mail, view, text) })
  }

  readonly frame: Middleware = async ctx => {
    const visit = await this.#mail(ctx)
    if (!visit) return
    this.#setMailHeaders(ctx)
    ctx.type = 'text/html'
    // behind a document type, which browsers only take at the very beginning
    ctx.body = (visit.found.email.html ?? '').replace(/^\s*(?:<!doctype[^>]*>)?/i, start => start + MAIL_HEAD)
  }

  readonly source: Middleware = async ctx => {
    const visit = await this.#mail(ctx)
    if (!visit) return
    const { email, captured } = visit.found
    if (!captured) throw notFound()
    this.#setMailHeaders(ctx)
    ctx.type = 'message/rfc822'
    ctx.set('Content-Disposition', `attachment; filename="${email.id.replaceAll(/[^\w-]/g, '')}.eml"`)
    ctx.body = captured.raw
  }

  /** Everybody in the team may do this: nothing was sent, and nothing that will be is touched. */
  readonly clear: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(ctx, (tx, { team }, now) => clearCaptured(tx, team.id, now), form)
    if (visit) goTo(ctx, this.#site, `/mailbox?${this.#relay === undefined ? '' : 'shelf=captured&'}done=cleared`)
  }

  #shelf(ctx: Context): Shelf {
    if (this.#relay === undefined) return 'captured'
    return new URLSearchParams(ctx.querystring).get('shelf') === 'captured' ? 'captured' : 'sent'
  }

  async #mail(ctx: Context): Promise<Visit<Mail> | undefined> {
    const { id } = ctx.params as { id: string }
    const visit = await this.#visiting(ctx, async (tx, { team }) => {
      const bytes = (await findMailBytes(tx, team.id, id)) ?? 0
      return bytes > LARGE_BYTES ? bytes : mailOf(tx, team.id, id)
    })
    if (!visit) return undefined
    const { visitor, found } = visit
    if (typeof found !== 'number') return { visitor, found }
    await takeRoom(ctx, visitor.team.id, found)
    return this.#visiting(ctx, (tx, { team }) => mailOf(tx, team.id, id))
  }

  #setMailHeaders(ctx: Context): void {
    ctx.set(pageHeaders(this.#site))
    ctx.set('Content-Security-Policy', MAIL_POLICY)
    ctx.set('X-Frame-Options', 'SAMEORIGIN')
    ctx.set('Referrer-Policy', 'no-referrer')
    // even the names in a mail's links would tell its sender that it was opened
    ctx.set('X-DNS-Prefetch-Control', 'off')
  }
}

async function mailOf(tx: Tx, team_id: string, id: string): Promise<Mail> {
  const mail = await findMail(tx, team_id, id)
  if (!mail) throw notFound()
  return mail
}

async function takeRoom({ res: response }: Context, team_id: string, bytes: number): Promise<void> {
  if (await hasRoomToAnswer(bytes, { response, team_id })) return
  const message = 'Many large mails are being opened at this moment. Try again in a few seconds.'
  throw new Problem(503, 'Please try again', message, 5)
}

async function listed(tx: Tx, team_id: string, shelf: Shelf, query: PageQuery): Promise<Page<ListedMail>> {
  return shelf === 'captured' ? listCaptured(tx, team_id, query) : listEmails(tx, team_id, query)
}

/** What a reader without HTML sees: the text that is sent along with it. */
async function readableText({ email: { text, html } }: Mail): Promise<string | null> {
  return text ?? (html === null ? null : textOf(html))
}

function viewOf(ctx: Context, { email, captured }: Mail): View {
  const view = new URLSearchParams(ctx.querystring).get('view')
  if (view === 'text' || (view === 'headers' && captured)) return view
  return email.html === null ? 'text' : 'html'
}
