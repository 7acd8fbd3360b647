// The public pages of a sign-up form. They require no login, and set and read no cookie. The form may be sent from any site,
// because it is designed to be embedded, so there is no CSRF token: a stranger's page can only do what every visitor can.
// Opening the link in the email changes nothing, because mail programs open links to check them.
import type { Context } from 'koa'
import { confirmSignUp, findOpenForm, findSignUp, signUp } from '../../../../campaigns/sign-ups/actions.ts'
import { FIRST_NAME_MAX } from '../../../../campaigns/sign-ups/rules.ts'
import type { Html } from '../../../../base/html/html.ts'
import { networkOf } from '../../../../base/net/client-ip.ts'
import { isUuid } from '../../../../base/store/column.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { parseBareAddress } from '../../../../base/text/addresses.ts'
import { collectBody } from '../../../http/body.ts'
import { requestLog } from '../../../http/request-log.ts'
import { findBrandingWithLogo, NO_BRANDING } from '../../../../mail/recipient-pages/actions.ts'
import type { DashboardParts } from '../../parts.ts'
import { SIGN_UP_CONFIRM_PATH, SIGN_UP_PATH } from '../../paths.ts'
import { asProblem } from '../../problems.ts'
import type { Site } from '../../site.ts'
import { answerRecipient, recipientFrame, type RecipientFrame } from '../unsubscribe/view.ts'
import { confirmPage, HONEYPOT, lookPage, signedUpPage, signUpPage, signUpProblemPage } from './view.ts'
import { SIGN_UP_WORDS, type SignUpProblem } from './words.ts'

type Parts = Pick<DashboardParts, 'database' | 'now'> & { site: Site }

interface SignUpRequest {
  ctx: Context
  parts: Parts
  /** The appearance of the response, which depends on the team once that is known. */
  frame: RecipientFrame
}

/** A larger form is not one of ours. */
const FORM_LIMIT_BYTES = 8_192

export async function answerSignUp(ctx: Context, parts: Parts): Promise<void> {
  const asked = { ctx, parts, frame: recipientFrame(ctx, NO_BRANDING) }
  try {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!isRead && ctx.method !== 'POST') {
      ctx.set('Allow', 'GET, HEAD, POST')
      return answerProblem(asked, 405, 'no_form')
    }
    if (ctx.path === SIGN_UP_CONFIRM_PATH) return await (isRead ? showConfirmation(asked) : takeConfirmation(asked))
    return await (isRead ? showForm(asked) : takeForm(asked))
  } catch (error) {
    const { status } = asProblem(error, requestLog(ctx).logger)
    // the rest of a body that is too large was not read, so the connection has to be closed
    if (status === 413) ctx.set('Connection', 'close')
    answerProblem(asked, status, 'not_now')
  }
}

async function showForm(asked: SignUpRequest): Promise<void> {
  const open = await findForm(asked)
  if (!open) return answerProblem(asked, 404, 'no_form')
  answerPage(asked, 200, signUpPage(asked.frame, open, asked.ctx.path))
}

async function takeForm(asked: SignUpRequest): Promise<void> {
  const { ctx, parts } = asked
  const form = new URLSearchParams((await collectBody(ctx.req, FORM_LIMIT_BYTES)).toString())
  const open = await findForm(asked)
  if (!open) return answerProblem(asked, 404, 'no_form')
  // a program gets the same response as a person, so that it learns nothing
  if (form.get(HONEYPOT)) return answerPage(asked, 200, lookPage(asked.frame))
  const email = parseBareAddress(form.get('email') ?? '')
  if (email === undefined) return answerProblem(asked, 422, 'bad_address')
  const first_name = (form.get('first_name') ?? '').trim().slice(0, FIRST_NAME_MAX).toWellFormed() || null
  const { mail: words } = SIGN_UP_WORDS[asked.frame.language]
  const from = {
    ip: ctx.ip,
    network: networkOf(ctx.ip),
    confirm_url: parts.site.public_url + SIGN_UP_CONFIRM_PATH,
    words,
  }
  try {
    const asks = { email, first_name, ...from }
    const { wait_ms } = await parts.database.unit(tx => signUp({ tx, now: parts.now() }, open, asks))
    if (wait_ms > 0) {
      ctx.set('Retry-After', String(Math.ceil(wait_ms / 1000)))
      return answerProblem(asked, 429, 'too_often')
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // logged, because visitors cannot fix the problem
    requestLog(ctx).logger.warn({ err: error, form_id: open.form.id }, 'a sign-up form could not send its mail')
    return answerProblem(asked, 503, 'not_now')
  }
  answerPage(asked, 200, lookPage(asked.frame))
}

async function showConfirmation(asked: SignUpRequest): Promise<void> {
  const { ctx, parts } = asked
  const token = tokenOf(ctx)
  const pending = await parts.database.read(tx => findSignUp(tx, token, parts.now()))
  if (!pending) return answerProblem(asked, 400, 'bad_link')
  const { sign_up, team } = pending
  await takeLook(asked, sign_up.team_id)
  if (sign_up.confirmed_at !== null) return answerPage(asked, 200, signedUpPage(asked.frame, team))
  answerPage(
    asked,
    200,
    confirmPage(asked.frame, sign_up, `${SIGN_UP_CONFIRM_PATH}?token=${encodeURIComponent(token)}`),
  )
}

async function takeConfirmation(asked: SignUpRequest): Promise<void> {
  const { ctx, parts } = asked
  const confirmed = await parts.database.unit(tx => confirmSignUp({ tx, now: parts.now() }, tokenOf(ctx), ctx.ip))
  if (!confirmed) return answerProblem(asked, 400, 'bad_link')
  await takeLook(asked, confirmed.team_id)
  answerPage(asked, 200, signedUpPage(asked.frame, confirmed.team))
}

const tokenOf = (ctx: Context): string => [ctx.query.token ?? ''].flat()[0]!

async function findForm(asked: SignUpRequest): Promise<Awaited<ReturnType<typeof findOpenForm>>> {
  const id = asked.ctx.path.slice(SIGN_UP_PATH.length)
  if (!isUuid(id)) return undefined
  const open = await asked.parts.database.read(tx => findOpenForm(tx, id))
  if (open) await takeLook(asked, open.form.team_id)
  return open
}

/** Uses the team's appearance for the response from now on. */
async function takeLook(asked: SignUpRequest, team_id: string): Promise<void> {
  const look = await asked.parts.database.read(tx => findBrandingWithLogo({ tx, team_id }))
  asked.frame = recipientFrame(asked.ctx, look)
  requestLog(asked.ctx).team_id = team_id
}

function answerProblem(asked: SignUpRequest, status: number, name: SignUpProblem): void {
  answerPage(asked, status, signUpProblemPage(asked.frame, name))
}

function answerPage({ ctx, parts, frame }: SignUpRequest, status: number, body: Html): void {
  answerRecipient(ctx, parts.site, { status, language: frame.language, body })
}
