// Access rules of the dashboard. Each page and form names its rule. docs/team.md is generated from the pages.
import { problem } from './problems.ts'
import { type Role, ROLES, ROLE_NAMES, managesMembers } from '../../identity/teams/roles.ts'
import type { Visitor } from './session/visitor.ts'

/** The roles whose members may open the pages (`GET`) of an area, and the roles whose members may send its forms (`POST`). */
interface Reach {
  see: readonly Role[]
  act: readonly Role[]
}

const LEADERS: readonly Role[] = ['owner', 'admin']
const BUILDERS: readonly Role[] = [...LEADERS, 'developer']
const WORKERS: readonly Role[] = [...BUILDERS, 'marketer']
const ALL: readonly Role[] = [...WORKERS, 'viewer']

/** Access by role in the team that the page shows. */
const REACH = {
  account: { see: ALL, act: ALL },
  everyone: { see: ALL, act: ALL },
  owner: { see: ['owner'], act: ['owner'] },
  member: { see: ALL, act: WORKERS },
  worker: { see: WORKERS, act: WORKERS },
  builder: { see: ALL, act: BUILDERS },
  developer: { see: BUILDERS, act: BUILDERS },
  admin: { see: LEADERS, act: LEADERS },
} satisfies Record<string, Reach>

/**
 * Who may open a page. `anybody`: no login is required. `person`: a logged-in person, with or without a team. `self`: the
 * person whom the page is about, and members who manage people. `operator`: an owner or admin of the team that the server was
 * set up with. All others are a `Reach`.
 */
export type AccessRule = keyof typeof REACH | 'anybody' | 'person' | 'self' | 'operator'

/** What decides whether a page may be opened. */
export interface Guarded {
  method: 'GET' | 'POST'
  who: AccessRule
}

/** The access rule of each page, by its method and path. */
export type Access = ReadonlyMap<string, AccessRule>

/** Pages about one subject, with a description of what each of their access rules permits. */
export interface Area {
  pages: readonly (Guarded & { path: string })[]
  what: Partial<Record<AccessRule, string>>
}

/** Throws for a page with an access rule that its area does not describe. */
export function pageArea<Page extends Area['pages'][number]>(what: Area['what'], pages: readonly Page[]) {
  for (const { method, path, who } of pages)
    if (what[who] === undefined)
      throw new Error(`The area of the page \`${method} ${path}\` does not describe \`${who}\`.`)
  return { pages, what }
}

export function accessOf(pages: Area['pages']): Access {
  return new Map(pages.map(({ method, path, who }) => [`${method} ${path}`, who]))
}

/** Whether the role may open a page. For `self` and `operator`, the result does not depend on the role alone. */
export function mayOpen({ method, who }: Guarded, role: Role): boolean {
  if (who === 'anybody' || who === 'person') return true
  if (who === 'self' || who === 'operator') return managesMembers(role)
  const { see, act }: Reach = REACH[who]
  return (method === 'GET' ? see : act).includes(role)
}

/** Whether the visitor may open the page that this path leads to. */
export function mayFollow(access: Access, path: string, visitor: Pick<Visitor, 'team' | 'is_operator'>): boolean {
  const who = access.get(`GET ${path}`) ?? access.get(`GET /${path.split('/')[1]}`)
  if (who === undefined) return true
  return who === 'operator' ? visitor.is_operator : mayOpen({ method: 'GET', who }, visitor.team.role)
}

/**
 * Refuses (403) a visitor without the right that the page requires. `about`: the id of the person whom the page is about, if
 * any.
 */
export function checkAccess(
  page: Guarded,
  { team, user, is_operator }: Visitor,
  about: string | null | undefined,
): void {
  const { who } = page
  if (who === 'operator' && !is_operator)
    throw problem(403, 'Operators only', 'Only an owner or administrator of the first team of this server can do this.')
  if (who === 'operator' || mayOpen(page, team.role) || (who === 'self' && about === user.id)) return
  const able = ROLE_NAMES.filter(role => mayOpen(page, role)).map(role => ROLES[role].title.toLowerCase())
  const asked = new Intl.ListFormat('en', { type: 'disjunction' }).format(able)
  const own = ROLES[team.role].title.toLowerCase()
  throw problem(403, 'Not allowed for your role', `Your role in this team is ${own}. Ask an ${asked} to do this.`)
}

/** The rights of a member with this role in an area, as one word. */
function wordOf(who: AccessRule, role: Role): string {
  if (who === 'self' && !managesMembers(role)) return 'self'
  if (who === 'operator') return 'no'
  if (mayOpen({ method: 'POST', who }, role)) return 'yes'
  return mayOpen({ method: 'GET', who }, role) ? 'view' : 'no'
}

/** The table in docs/team.md, as Markdown. */
export function accessTable(areas: readonly Area[]): string {
  const titles = ['Area', ...ROLE_NAMES.map(role => ROLES[role].title), 'Operator']
  const rows = areas.flatMap(({ what }) =>
    Object.entries(what).map(([who, words]) =>
      [words].concat(
        ROLE_NAMES.map(role => wordOf(who as AccessRule, role)),
        'yes',
      ),
    ),
  )
  return [titles, titles.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
