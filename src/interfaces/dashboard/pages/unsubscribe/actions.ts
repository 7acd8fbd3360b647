// The unsubscribe page, and the one-click request of mail programs (RFC 8058). It requires no login: the link proves that its
// holder has the email. The token is not in a cookie, so a form of another site, which does not have it, has no effect (CSRF).
// Opening the page changes nothing, because mail programs open links to check them.
import type { Context } from 'koa'
import { collectBody, mediaType } from '../../../http/body.ts'
import { requestLog } from '../../../http/request-log.ts'
import type { Html } from '../../../../base/html/html.ts'
import type { Tx } from '../../../../base/store/database.ts'
import {
  resubscribe,
  type PartialRefusal,
  findPreferences,
  unsubscribe,
  unsubscribeFromAll,
  savePreferences,
} from '../../../../mail/unsubscribe/actions.ts'
import type { Unsubscriber } from '../../../../mail/content/unsubscribe-link/token.ts'
import { openUnsubscribeToken } from '../../../../mail/content/unsubscribe-link/actions.ts'
import { findBrandingWithLogo, NO_BRANDING } from '../../../../mail/recipient-pages/actions.ts'
import type { DashboardParts } from '../../parts.ts'
import { UNSUBSCRIBE_PATH } from '../../paths.ts'
import { asProblem, PageProblem } from '../../problems.ts'
import type { Site } from '../../site.ts'
import { pageHeaders } from '../../ui/page.ts'
import { answerRecipient, preferencesPage, problemPage, recipientFrame, type RecipientFrame } from './view.ts'
import { type Done, DONE, type ProblemName } from './words.ts'

type Parts = Pick<DashboardParts, 'database' | 'now'> & { site: Site }

/** A request for this page, and the appearance of its response, which depends on the team once that is known. */
interface UnsubscribeRequest {
  ctx: Context
  parts: Parts
  frame: RecipientFrame
}

export async function answerLeaver(ctx: Context, parts: Parts): Promise<void> {
  const asked = { ctx, parts, frame: recipientFrame(ctx, NO_BRANDING) }
  try {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return await showPreferences(asked)
    if (ctx.method === 'POST') return await takeForm(asked)
    ctx.set('Allow', 'GET, HEAD, POST')
    answerProblem(asked, 405, 'bad_request')
  } catch (error) {
    const { status } = error instanceof PageProblem ? error : asProblem(error, requestLog(ctx).logger)
    // the rest of a body that is too large was not read, so the connection has to be closed
    if (status === 413) ctx.set('Connection', 'close')
    answerProblem(asked, status, status >= 500 ? 'not_now' : 'bad_request')
  }
}

async function showPreferences(asked: UnsubscribeRequest): Promise<void> {
  const { ctx, parts } = asked
  const { token, leaver } = await findLeaver(asked)
  const preferences = leaver && (await parts.database.read(tx => findPreferences(tx, leaver)))
  if (!preferences) return answerProblem(asked, 400, 'bad_link')
  const done = DONE.find(each => each === ctx.query.done)
  answerPage(asked, 200, preferencesPage({ ...preferences, frame: asked.frame, path: pathOf(token), done }))
}

/** A larger form is not one of ours: one with a hundred topics has several kilobytes. */
const FORM_LIMIT_BYTES = 16_384

async function takeForm(asked: UnsubscribeRequest): Promise<void> {
  const { ctx, parts } = asked
  const body = (await collectBody(ctx.req, FORM_LIMIT_BYTES)).toString()
  const { token, leaver } = await findLeaver(asked)
  if (!leaver) return answerProblem(asked, 400, 'bad_link')
  const type = mediaType(ctx.req)
  const form = new URLSearchParams(type === 'application/x-www-form-urlencoded' ? body : '')
  const { database, now } = parts
  if (isOneClick(form, type, body)) {
    await database.unit(tx => unsubscribe(tx, leaver, now()))
    ctx.set('Cache-Control', 'no-store')
    ctx.status = 204
    return
  }
  const act = ACTS.get(form.get('act') ?? '')
  if (!act) return answerProblem(asked, 400, 'bad_request')
  const declined = await database.unit(tx => act.change(tx, { leaver, form, now: now() }))
  if (declined) {
    ctx.set('Retry-After', String(Math.ceil(declined.wait_ms / 1000)))
    return answerProblem(asked, 429, 'too_often')
  }
  ctx.status = 303
  ctx.set(pageHeaders(parts.site))
  ctx.set('Location', `${pathOf(token)}&done=${act.done}`)
  ctx.body = ''
}

/** RFC 8058 3.2: mail programs send it as either type of form. */
function isOneClick(form: URLSearchParams, type: string | undefined, body: string): boolean {
  if (type !== 'multipart/form-data') return form.get('List-Unsubscribe') === 'One-Click'
  return /name="?List-Unsubscribe"?/i.test(body) && /\r?\n\r?\nOne-Click\r?\n/.test(body)
}

interface Wish {
  leaver: Unsubscriber
  form: URLSearchParams
  now: Date
}

interface Act {
  done: Done
  change: (tx: Tx, wish: Wish) => Promise<PartialRefusal | void>
}

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  [
    'save',
    {
      done: 'saved',
      change: (tx, { leaver, form, now }) => {
        const wishes = { kept: new Set(form.getAll('topic')), tracking_allowed: form.get('tracking') === 'yes' }
        return savePreferences({ tx, now }, leaver, wishes)
      },
    },
  ],
  ['leave', { done: 'left', change: (tx, { leaver, now }) => unsubscribeFromAll(tx, leaver, now) }],
  ['leave-topic', { done: 'left_topic', change: (tx, { leaver, now }) => unsubscribe(tx, leaver, now) }],
  ['return', { done: 'back', change: (tx, { leaver, now }) => resubscribe(tx, leaver, now) }],
])

/** The recipient who sent the request. The response then has the team's appearance. */
async function findLeaver(asked: UnsubscribeRequest): Promise<{ token: string; leaver: Unsubscriber | undefined }> {
  const { ctx, parts } = asked
  const token = [ctx.query.token ?? ''].flat()[0]!
  const { leaver, look } = await parts.database.read(async tx => {
    const leaver = openUnsubscribeToken(tx, token)
    return { leaver, look: leaver ? await findBrandingWithLogo({ tx, team_id: leaver.team_id }) : NO_BRANDING }
  })
  asked.frame = recipientFrame(ctx, look)
  requestLog(ctx).team_id = leaver?.team_id
  return { token, leaver }
}

const pathOf = (token: string): string => `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`

function answerProblem(asked: UnsubscribeRequest, status: number, name: ProblemName): void {
  answerPage(asked, status, problemPage(asked.frame, name))
}

function answerPage({ ctx, parts, frame }: UnsubscribeRequest, status: number, body: Html): void {
  answerRecipient(ctx, parts.site, { status, language: frame.language, body })
}
