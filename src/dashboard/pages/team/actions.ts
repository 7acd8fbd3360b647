// A team's people: who is in it, asking somebody in, sending somebody away.
import type { Context, Middleware } from 'koa'
import type { Tx } from '../../../store/database.ts'
import { changeRole, isRole, listMembers, usableEmail } from '../../../teams/actions.ts'
import { TEAM_SIZE_MAX, invite, listInvitations, withdrawInvitation } from '../../../teams/invitations/actions.ts'
import { readForm } from '../../session/csrf.ts'
import { removeWithAccess } from './leaving.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { problem } from '../../problems.ts'
import { ShownOnce, doneBox } from '../../ui/flash.ts'
import type { Site } from '../../site.ts'
import { type InvitationLink, teamBody } from './view.ts'
import { type Visit, type Visiting, type Visitor, checkAdmin } from '../../session/visitor.ts'

const DONE = {
  withdrawn: 'The invitation was withdrawn. Its link does not work any more.',
  removed: 'The person was removed, and what they had given access to this team ended.',
  role: 'The role was changed.',
  team: 'The team was made. This is it.',
}

export class TeamPages {
  readonly #parts: DashboardParts
  readonly #site: Site
  readonly #visiting: Visiting
  readonly #links = new ShownOnce<InvitationLink>()

  constructor(parts: DashboardParts, site: Site, visiting: Visiting) {
    this.#parts = parts
    this.#site = site
    this.#visiting = visiting
  }

  readonly show: Middleware = async ctx => this.#show(ctx)

  readonly invite: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#act(ctx, form, (tx, visitor, now) => invited(tx, form, visitor, now))
    if (!visit) return
    const { visitor, found } = visit
    if (typeof found === 'string') return this.#show(ctx, found, form)
    const url = `${this.#parts.public_url}/invitation?token=${found.token}`
    this.#links.put(visitor.form_token, { email: found.email, url }, this.#parts.now())
    goTo(ctx, this.#site, '/team')
  }

  readonly withdraw: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const id = form.get('invitation_id') ?? ''
    const visit = await this.#act(ctx, form, (tx, { team }) => withdrawInvitation(tx, team.id, id))
    if (!visit) return
    if (!visit.found) throw problem(404, 'No such invitation', 'It was taken up, withdrawn or has expired.')
    goTo(ctx, this.#site, '/team?done=withdrawn')
  }

  readonly changeRole: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const role = form.get('role')
    if (!isRole(role)) throw problem(400, 'No such role', 'There are admins and members.')
    const user_id = form.get('user_id') ?? ''
    const visit = await this.#act(ctx, form, async (tx, { team }) =>
      checkChange(await changeRole(tx, team.id, user_id, role)),
    )
    if (visit) goTo(ctx, this.#site, '/team?done=role')
  }

  /** An admin removes anybody, everybody themselves. */
  readonly remove: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const user_id = form.get('user_id') ?? ''
    const visit = await this.#visiting(
      ctx,
      async (tx, visitor, now) => {
        if (user_id !== visitor.user.id) checkAdmin(visitor)
        return checkChange(await removeWithAccess(tx, this.#parts.oauth, visitor.team.id, user_id, now))
      },
      form,
    )
    if (!visit) return
    goTo(ctx, this.#site, user_id === visit.visitor.user.id ? '/mailbox' : '/team?done=removed')
  }

  /** For admins of the team. */
  #act<T>(
    ctx: Context,
    form: URLSearchParams,
    act: (tx: Tx, visitor: Visitor, now: Date) => Promise<T>,
  ): Promise<Visit<T> | undefined> {
    return this.#visiting(
      ctx,
      (tx, visitor, now) => {
        checkAdmin(visitor)
        return act(tx, visitor, now)
      },
      form,
    )
  }

  async #show(ctx: Context, trouble?: string, form?: URLSearchParams): Promise<void> {
    const visit = await this.#visiting(ctx, async (tx, { team }, now) => ({
      members: await listMembers(tx, team.id),
      invitations: await listInvitations(tx, team.id, now),
    }))
    if (!visit) return
    const { visitor, found } = visit
    const link = this.#links.take(visitor.form_token, this.#parts.now())
    const done = doneBox(ctx.querystring, DONE)
    showPage(ctx, this.#site, {
      title: 'Team',
      section: 'team',
      visitor,
      body: teamBody({ ...found, visitor, done, link, trouble, form }),
      ...(trouble && { status: 422 }),
    })
  }
}

/** The token of a new invitation, or what is wrong with it. */
async function invited(
  tx: Tx,
  form: URLSearchParams,
  { team, user }: Visitor,
  now: Date,
): Promise<{ token: string; email: string } | string> {
  const email = usableEmail(form.get('email') ?? '')
  const role = form.get('role')
  if (!email) return 'This is not an email address.'
  if (!isRole(role)) return 'Choose a role.'
  const made = await invite(tx, { team_id: team.id, email, role, invited_by: user.id }, now)
  if (made === 'is_member') return 'This person is in the team already.'
  if (made === 'team_full') return `The team has as many people and invitations as it can have: ${TEAM_SIZE_MAX}.`
  return { token: made.token, email }
}

function checkChange(change: 'done' | 'unknown' | 'last_admin'): void {
  if (change === 'unknown') throw problem(404, 'No such person', 'They are not in this team (any more).')
  if (change === 'last_admin') {
    throw problem(409, 'The last admin', 'Nobody could lead the team any more. Make somebody else an admin first.')
  }
}
