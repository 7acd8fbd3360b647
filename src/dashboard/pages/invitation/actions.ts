// Coming into a team by the link of an invitation: with a new account, or with the one that a person has.
import type { Context, Middleware } from 'koa'
import { networkOf } from '../../../net/caller-ip.ts'
import { hashOfPassword } from '../../../secrets/passwords.ts'
import type { User } from '../../../teams/actions.ts'
import { passwordFault, usableName } from '../../../teams/actions.ts'
import { type OpenInvitation, findOpenInvitation, join, joinAsNew } from '../../../teams/invitations/actions.ts'
import { chooseTeam, findLiveSession, startSession } from '../../../teams/sessions/actions.ts'
import { cookieOf, removeCookie, setCookie } from '../../session/cookies.ts'
import { checkFormToken, formToken, readForm } from '../../session/csrf.ts'
import { Guests } from '../../session/guests.ts'
import { joinBody, loginFirstBody, newAccountBody, otherPersonBody } from './view.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { type Problem, problem, tooManyTeams } from '../../problems.ts'
import type { Site } from '../../site.ts'

const TOKEN = /^[\w-]{43}$/

interface Arrival {
  token: string
  invitation: OpenInvitation
  /** Who is logged in. */
  user: User | undefined
}

export class InvitationPages {
  readonly #parts: DashboardParts
  readonly #site: Site
  readonly #guests: Guests

  constructor(parts: DashboardParts, site: Site) {
    this.#parts = parts
    this.#site = site
    this.#guests = new Guests(parts.form_secret, site)
  }

  readonly show: Middleware = async ctx => {
    const token = new URLSearchParams(ctx.querystring).get('token')
    if (token === null) return this.#show(ctx, await this.#arrival(ctx))
    if (!TOKEN.test(token)) throw over()
    // out of the address, before it gets into a history, a bookmark or the login's own address
    setCookie(ctx, this.#site, 'invitation', token)
    goTo(ctx, this.#site, '/invitation')
  }

  readonly accept: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const arrival = await this.#arrival(ctx)
    if (arrival.user) await this.#join(ctx, form, arrival.token)
    else await this.#joinAsNew(ctx, form, arrival)
  }

  async #arrival(ctx: Context): Promise<Arrival> {
    const { database, now } = this.#parts
    const token = cookieOf(ctx, this.#site, 'invitation')
    const session = cookieOf(ctx, this.#site, 'session')
    if (!token) throw over()
    const { invitation, live } = await database.unit(async tx => ({
      invitation: await findOpenInvitation(tx, token, now()),
      live: session === undefined ? undefined : await findLiveSession(tx, session, now()),
    }))
    if (!invitation) throw over()
    return { token, invitation, user: live?.user }
  }

  async #join(ctx: Context, form: URLSearchParams, token: string): Promise<void> {
    const { database, form_secret, now } = this.#parts
    const session = cookieOf(ctx, this.#site, 'session')!
    checkFormToken(form_secret, session, form)
    const joined = await database.unit(async tx => {
      const live = await findLiveSession(tx, session, now())
      const team = live && (await join(tx, token, live.user, now()))
      if (team === 'too_many_teams') throw tooManyTeams()
      if (team) await chooseTeam(tx, session, team.team_id)
      return team
    })
    if (!joined) throw over()
    this.#enter(ctx)
  }

  async #joinAsNew(ctx: Context, form: URLSearchParams, arrival: Arrival): Promise<void> {
    const { database, now } = this.#parts
    if (!this.#guests.isForm(ctx, form)) {
      return this.#show(ctx, arrival, { status: 403, text: 'This page was too old. Please try again.' }, form)
    }
    const name = usableName(form.get('name') ?? '')
    const password = form.get('password') ?? ''
    const fault = name
      ? passwordFault(password, arrival.invitation.email)
      : 'Please give a name of up to 100 characters.'
    if (!name || fault) return this.#show(ctx, arrival, { status: 422, text: fault! }, form)
    const password_hash = await hashOfPassword(password, networkOf(ctx.ip))
    const session = await database.unit(async tx => {
      const joined = await joinAsNew(tx, arrival.token, { name, password_hash }, now())
      return joined && startSession(tx, joined.user_id, now(), joined.team_id)
    })
    if (!session) throw over()
    setCookie(ctx, this.#site, 'session', session)
    removeCookie(ctx, this.#site, 'visit')
    this.#enter(ctx)
  }

  #enter(ctx: Context): void {
    removeCookie(ctx, this.#site, 'invitation')
    goTo(ctx, this.#site, '/mailbox')
  }

  #show(ctx: Context, { invitation, user }: Arrival, trouble?: Trouble, form?: URLSearchParams): void {
    const body = user
      ? this.#bodyFor(ctx, invitation, user)
      : invitation.has_account
        ? loginFirstBody(invitation)
        : newAccountBody(invitation, this.#guests.formToken(ctx), trouble?.text, form?.get('name') ?? '')
    showPage(ctx, this.#site, { title: 'Invitation', body, ...(trouble && { status: trouble.status }) })
  }

  #bodyFor(ctx: Context, invitation: OpenInvitation, user: User): ReturnType<typeof joinBody> {
    const form_token = formToken(this.#parts.form_secret, cookieOf(ctx, this.#site, 'session')!)
    // the link alone is not enough where an account exists: it may have been forwarded
    return user.email === invitation.email
      ? joinBody(invitation, form_token)
      : otherPersonBody(invitation, user.email, form_token)
  }
}

interface Trouble {
  status: number
  text: string
}

function over(): Problem {
  return problem(
    404,
    'This invitation is over',
    'It is unknown, was taken up or withdrawn, or has expired. Ask for a new one.',
  )
}
