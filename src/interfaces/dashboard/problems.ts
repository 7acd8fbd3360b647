// Problems on a page, as text for people.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { toRefusal } from '../http/errors.ts'
import { HashQueueFull } from '../../base/secrets/hash-queue.ts'
import { TEAMS_OF_PERSON_MAX } from '../../identity/teams/rules.ts'

const RETRY_AFTER_S = 5

/** A page that explains why a request was refused or failed. */
export class PageProblem extends Error {
  readonly status: number
  readonly title: string
  /** Seconds after which a retry may succeed. */
  readonly retry_after_s: number | undefined

  constructor(status: number, title: string, message: string) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.title = title
    this.retry_after_s = status === 503 ? RETRY_AFTER_S : undefined
  }
}

/** The fault of a form. Throwing it rolls the transaction back; `refused` of the page decides what is shown. */
export class FormFault extends Error {
  readonly status: number
  readonly retry_after_s: number | undefined

  constructor(message: string, status = 422, retry_after_s?: number) {
    super(message)
    this.name = 'FormFault'
    this.status = status
    this.retry_after_s = retry_after_s
  }
}

export function problem(status: number, title: string, message: string): PageProblem {
  return new PageProblem(status, title, message)
}

export function notFound(): PageProblem {
  return problem(404, 'Page not found', 'This page does not exist.')
}

const NOT_OF_TEAM = 'This team does not have it, or it was deleted.'

/** Returns the row. Throws a 404 page for `undefined` and `false`: "No such `what`", or "Page not found" without `what`. */
export function requireFound<T>(row: T | undefined | false, what?: string, message: string = NOT_OF_TEAM): T {
  if (row !== undefined && row !== false) return row
  throw what === undefined ? notFound() : problem(404, `No such ${what}`, message)
}

export function wrongMethod(): PageProblem {
  return problem(405, 'Method not allowed', 'This URL cannot be opened this way.')
}

export function tooManyTeams(): PageProblem {
  const message = `You can be a member of up to ${TEAMS_OF_PERSON_MAX} teams. Leave one first.`
  return problem(422, 'Too many teams', message)
}

/** Converts any thrown value to a page. */
export function asProblem(thrown: unknown, log: Logger): PageProblem {
  if (thrown instanceof PageProblem) return thrown
  if (thrown instanceof HashQueueFull) return busy()
  const { status } = toRefusal(thrown, log)
  if (status === 503) return problem(503, 'Try again later', 'The database is unavailable. Nothing was saved.')
  if (status >= 500)
    return problem(500, 'Something went wrong', 'An internal error occurred. The server log has the details.')
  return problem(status, 'Invalid request', 'The server could not process this request.')
}

function busy(): PageProblem {
  const message = 'Too many people are logging in right now. Try again in a few seconds.'
  return problem(503, 'Try again', message)
}

/** Whether the client prefers a page: browsers name HTML first in Accept, programs accept any type or JSON. */
export function wantsPage(ctx: Context): boolean {
  const { accept = '*/*' } = ctx.req.headers
  // fast path for what most programs send: without weights and without a text type, JSON is preferred
  if (!accept.includes(';') && !accept.toLowerCase().includes('text/')) return false
  return ctx.accepts('json', 'html') === 'html'
}
