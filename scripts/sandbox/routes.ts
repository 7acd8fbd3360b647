// The routes of a sandbox: its clock, its reset and the captured email.
import type { Context, Middleware } from 'koa'
import { findCallerWithKey } from '../../src/identity/api-keys/actions.ts'
import { durationMs } from '../../src/campaigns/automations/steps/config/duration.ts'
import { findStoredEmail } from '../../src/mail/delivery/actions.ts'
import { listCaptured, type CapturedItem } from '../../src/mail/delivery/store.ts'
import { collectBody, mediaType } from '../../src/interfaces/http/body.ts'
import { sendJson } from '../../src/interfaces/http/json-response.ts'
import { smallJson } from '../../src/interfaces/http/json-body.ts'
import { refusal } from '../../src/base/text/refusal.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import type { PageQuery } from '../../src/base/store/page.ts'
import { findUserByEmail, listTeams } from '../../src/identity/teams/store.ts'
import { describeValue } from '../../src/base/text/describe-value.ts'
import { ADMIN } from './beginning.ts'

export interface SandboxParts {
  readonly database: Database
  now(): Date
  reset(): Promise<void>
  putClock(to: (now: Date) => Date): Promise<void>
}

type Answer = (parts: SandboxParts, ctx: Context) => Promise<unknown>

const ROUTES: Record<string, Record<string, Answer>> = {
  '/sandbox/clock': { GET: async parts => clockAnswer(parts), POST: putClock },
  '/sandbox/reset': { POST: reset },
  '/sandbox/emails': { GET: listEmails },
}

export function sandboxRoutes(parts: SandboxParts): Middleware {
  return async (ctx, next) => {
    const route = ROUTES[ctx.path]
    if (!route) return next()
    const answer = route[ctx.method]
    if (!answer) {
      ctx.set('Allow', Object.keys(route).join(', '))
      throw refusal('method_not_allowed', `${ctx.path} takes ${Object.keys(route).join(' and ')}.`)
    }
    ctx.set('Cache-Control', 'no-store')
    if (ctx.method === 'POST') await checkDeliberate(parts, ctx)
    const body = await answer(parts, ctx)
    sendJson(ctx, body)
  }
}

/** Web forms cannot send this type, and pages do not have a key, so a change is always intended. */
async function checkDeliberate({ database, now }: SandboxParts, ctx: Context): Promise<void> {
  const type = mediaType(ctx.req)
  if (type !== 'application/json')
    throw refusal('validation_error', `Send it as application/json${type ? `, not as ${type}` : ''}.`, 415)
  const token = /^Bearer +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1]
  const found = token === undefined ? undefined : await database.read(tx => findCallerWithKey(tx, token, now()))
  if (!found) throw refusal('invalid_api_key', 'Send an API key of the sandbox: `Authorization: Bearer <API key>`.')
}

// ---- the clock and the reset

const BODY_LIMIT_BYTES = 10_000
const VALUES_MAX = 100
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/
/** The maximum advance per request: all due work is done, and each day adds some. */
const YEAR_MS = 366 * 86_400_000

async function putClock(parts: SandboxParts, ctx: Context): Promise<unknown> {
  const bytes = await collectBody(ctx.req, BODY_LIMIT_BYTES)
  const body = smallJson(bytes, { list: false, values_max: VALUES_MAX }) as Record<string, unknown>
  const { now, advance } = body
  if ((now === undefined) === (advance === undefined)) {
    throw refusal('validation_error', 'Send either `now`, a time, or `advance`, a duration such as "30 days".')
  }
  const to = now === undefined ? laterBy(advance) : momentOf(now)
  await parts.putClock(to)
  return clockAnswer(parts)
}

function momentOf(now: unknown): (now: Date) => Date {
  const at = typeof now === 'string' && MOMENT.test(now) && isDay(now) ? Date.parse(now) : Number.NaN
  if (Number.isNaN(at)) {
    const example = '2026-12-24T08:00:00.000Z'
    throw refusal(
      'validation_error',
      `The \`now\` field must be a time such as ${example}; received ${describeValue(now)}.`,
    )
  }
  return before => {
    if (at - before.getTime() <= YEAR_MS) return new Date(at)
    const words = `at most 366 days after the time of the clock, ${before.toISOString()}`
    throw refusal('validation_error', `The \`now\` field must be ${words}; received ${describeValue(now)}.`)
  }
}

/** `Date` converts 30 February to 2 March. */
function isDay(moment: string): boolean {
  const [day] = moment.split('T')
  const at = Date.parse(day!)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day!)
}

function laterBy(advance: unknown): (now: Date) => Date {
  const ms = typeof advance === 'string' ? durationMs(advance) : undefined
  if (ms !== undefined && ms <= YEAR_MS) return now => new Date(now.getTime() + ms)
  const forms = 'a duration such as "90 seconds", "2 hours" or "30 days", of at most 366 days'
  throw refusal('validation_error', `The \`advance\` field must be ${forms}; received ${describeValue(advance)}.`)
}

async function reset(parts: SandboxParts): Promise<unknown> {
  await parts.reset()
  return { object: 'sandbox', now: parts.now().toISOString() }
}

function clockAnswer(parts: SandboxParts): unknown {
  return { object: 'sandbox_clock', now: parts.now().toISOString() }
}

// ---- captured mail

const LIMIT_MAX = 100
const LIMIT = 20
/** The size of all messages in a response, unless a single one is larger. */
const PAGE_CHARACTERS = 5_000_000

interface WholeMail extends CapturedItem {
  html: string | null
  text: string | null
  raw: string
}

function listEmails({ database }: SandboxParts, ctx: Context): Promise<unknown> {
  const { limit: asked, after, before } = ctx.query
  const limit = asked === undefined ? LIMIT : Number(asked)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    const words = `The pagination limit must be a number between 1 and ${LIMIT_MAX}; received ${describeValue(asked)}.`
    throw refusal('validation_error', words)
  }
  const query: PageQuery = { limit, ...one('after', after), ...one('before', before) }
  return database.read(async tx => {
    const user = (await findUserByEmail(tx, ADMIN.email))!
    const [team] = await listTeams(tx, { user_id: user.id })
    const { rows, has_more } = await listCaptured(tx, { team_id: team!.id }, query)
    // A page before a cursor ends there, so messages that do not fit are omitted at its beginning.
    const backwards = query.before !== undefined
    const data = await wholeMails(tx, team!.id, backwards ? rows.toReversed() : rows)
    const left = data.length < rows.length
    return { object: 'list', has_more: has_more || left, data: backwards ? data.toReversed() : data }
  })
}

function one(name: 'after' | 'before', value: string | string[] | undefined): Record<string, string> {
  if (value === undefined) return {}
  if (typeof value === 'string') return { [name]: value }
  throw refusal('validation_error', `Invalid \`${name}\` parameter: it must be sent once.`)
}

/** Read in sequence, because each may take megabytes. */
async function wholeMails(tx: Tx, team_id: string, items: CapturedItem[]): Promise<WholeMail[]> {
  const mails: WholeMail[] = []
  let characters = 0
  for (const item of items) {
    const mail = await findStoredEmail(tx, team_id, item.id)
    if (!mail?.captured) continue
    const { raw } = mail.captured
    const { html, text } = mail.email
    characters += raw.length + (html?.length ?? 0) + (text?.length ?? 0)
    if (characters > PAGE_CHARACTERS && mails.length > 0) break
    mails.push({ ...item, html, text, raw })
    await tx.pause()
  }
  return mails
}
