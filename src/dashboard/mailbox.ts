// The mail that was captured instead of sent.
import type { Context, Middleware } from 'koa'
import { type CapturedMail, findCaptured, listCaptured } from '../delivery/actions.ts'
import { textOf } from '../threads/mails.ts'
import { mailBody, mailboxBody, type View } from './mailbox-page.ts'
import { pageHeaders, showPage } from './page.ts'
import { placeOf } from './pieces.ts'
import { notFound } from './problems.ts'
import type { Site } from './site.ts'
import type { Visit, Visiting } from './visitor.ts'

const PAGE_LENGTH = 25

/** A mail's own HTML is somebody else's: no script, no form, nothing loaded from anywhere, an origin of its own. */
const MAIL_POLICY =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

export class MailboxPages {
  readonly #site: Site
  readonly #visiting: Visiting

  constructor(site: Site, visiting: Visiting) {
    this.#site = site
    this.#visiting = visiting
  }

  readonly list: Middleware = async ctx => {
    const place = placeOf(ctx.querystring)
    const visit = await this.#visiting(ctx, (tx, { team }) =>
      listCaptured(tx, team.id, { limit: PAGE_LENGTH, ...place }),
    )
    if (!visit) return
    const { visitor, found } = visit
    showPage(ctx, this.#site, { title: 'Mailbox', section: 'mailbox', visitor, body: mailboxBody(found, place) })
  }

  readonly show: Middleware = async ctx => {
    const visit = await this.#mail(ctx)
    if (!visit) return
    const { visitor, found: mail } = visit
    const title = mail.subject || 'No subject'
    const view = viewOf(ctx, mail)
    const shown = view === 'text' ? await withText(mail) : mail
    showPage(ctx, this.#site, { title, section: 'mailbox', visitor, body: mailBody(shown, view) })
  }

  readonly frame: Middleware = async ctx => {
    const visit = await this.#mail(ctx)
    if (!visit) return
    this.#setMailHeaders(ctx)
    ctx.type = 'text/html'
    ctx.body = visit.found.html ?? ''
  }

  readonly source: Middleware = async ctx => {
    const visit = await this.#mail(ctx)
    if (!visit) return
    this.#setMailHeaders(ctx)
    ctx.type = 'message/rfc822'
    ctx.set('Content-Disposition', `attachment; filename="${visit.found.email_id.replaceAll(/[^\w-]/g, '')}.eml"`)
    ctx.body = visit.found.raw
  }

  async #mail(ctx: Context): Promise<Visit<CapturedMail> | undefined> {
    const { id } = ctx.params as { id: string }
    return this.#visiting(ctx, async (tx, { team }) => {
      const mail = await findCaptured(tx, team.id, id)
      if (!mail) throw notFound()
      return mail
    })
  }

  #setMailHeaders(ctx: Context): void {
    ctx.set(pageHeaders(this.#site))
    ctx.set('Content-Security-Policy', MAIL_POLICY)
    ctx.set('X-Frame-Options', 'SAMEORIGIN')
    // even the names in a mail's links would tell its sender that it was opened
    ctx.set('X-DNS-Prefetch-Control', 'off')
  }
}

/** With the text that is sent along with the HTML. */
async function withText(mail: CapturedMail): Promise<CapturedMail> {
  return mail.text === null && mail.html !== null ? { ...mail, text: await textOf(mail.html) } : mail
}

function viewOf(ctx: Context, mail: CapturedMail): View {
  const view = new URLSearchParams(ctx.querystring).get('view')
  if (view === 'headers' || view === 'text') return view
  return mail.html === null ? 'text' : 'html'
}
