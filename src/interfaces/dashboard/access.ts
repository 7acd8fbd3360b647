// Access rights of the dashboard: every page and every form, listed once. The server enforces this table, and docs/team.md is
// generated from it.
import { problem } from './problems.ts'
import { type Role, ROLES, ROLE_NAMES, leads } from '../../identity/teams/roles.ts'
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
export type Who = keyof typeof REACH | 'anybody' | 'person' | 'self' | 'operator'

interface Area {
  /** The text of its row in docs/team.md. */
  what: string
  who: Who
  pages: string
}

const AREAS: readonly Area[] = [
  {
    what: 'Log in and out, accept invitations, open shared emails',
    who: 'anybody',
    pages: `GET /; GET /login; POST /login; GET /login/code; POST /login/code; POST /login/passkey; GET /login/provider;
      GET /login/provider/callback; GET /login/provider/confirm; POST /login/provider/confirm; POST /logout; GET /invitation; POST /invitation; GET /shared; GET /shared/html`,
  },
  {
    what: 'Connect apps to their own teams',
    who: 'person',
    pages: `GET /consent/:sealed; POST /consent/:sealed; GET /device; POST /device; GET /device/:sealed;
      POST /device/:sealed`,
  },
  {
    what: 'Own account: password, two-factor authentication, passkeys, sessions',
    who: 'account',
    pages: `GET /account; POST /account/password; POST /account/log-out-everywhere; POST /account/sessions/end;
      POST /account/passkeys/begin; POST /account/passkeys/add; POST /account/passkeys/remove; POST /account/provider/remove; GET /two-factor;
      POST /two-factor/begin; POST /two-factor/confirm; POST /two-factor/codes; POST /two-factor/remove; POST /team/switch`,
  },
  {
    what: 'Start page and search',
    who: 'member',
    pages: `GET /start; GET /search`,
  },
  {
    what: 'Emails: view, share, cancel, send again; delete captured emails',
    who: 'member',
    pages: `GET /mailbox; GET /mailbox/:id; GET /mailbox/:id/html; GET /mailbox/:id/raw; POST /mailbox/clear; GET /emails;
      GET /emails/:id; POST /emails/:id/share; POST /emails/:id/cancel; POST /emails/:id/reschedule;
      POST /emails/:id/send-again; POST /emails/:id/try-now; GET /people/:address;
      POST /people/:address/lift-suppression`,
  },
  {
    what: 'Inboxes: create, edit, delete; read, organize, reply, forward',
    who: 'member',
    pages: `GET /inboxes; POST /inboxes/make; GET /inboxes/:id; POST /inboxes/:id/rename; POST /inboxes/:id/delete;
      POST /inboxes/:id/mark; GET /inboxes/:id/agent; POST /inboxes/:id/agent; GET /inboxes/:id/labels; POST /inboxes/:id/labels/make;
      POST /inboxes/:id/labels/:label_id/change; POST /inboxes/:id/labels/:label_id/delete;
      GET /inboxes/:id/threads/:thread_id; POST /inboxes/:id/threads/:thread_id/delete;
      POST /inboxes/:id/threads/:thread_id/emails/:email_id/reply;
      GET /inboxes/:id/threads/:thread_id/emails/:email_id/html;
      GET /inboxes/:id/threads/:thread_id/emails/:email_id/forward;
      POST /inboxes/:id/threads/:thread_id/emails/:email_id/forward; GET /inboxes/:id/drafts;
      POST /inboxes/:id/drafts/make; GET /inboxes/:id/drafts/:draft_id; POST /inboxes/:id/drafts/:draft_id/save;
      POST /inboxes/:id/drafts/:draft_id/autosave;
      POST /inboxes/:id/drafts/:draft_id/send; POST /inboxes/:id/drafts/:draft_id/delete`,
  },
  {
    what: 'Broadcasts: view, edit, send',
    who: 'member',
    pages: `GET /broadcasts; POST /broadcasts/make; GET /broadcasts/:id; POST /broadcasts/:id/delete;
      GET /broadcasts/:id/html; GET /broadcasts/:id/preview; GET /broadcasts/:id/recipients; GET /broadcasts/:id/progress;
      GET /broadcasts/:id/send; POST /broadcasts/:id/send; POST /broadcasts/:id/pace; POST /broadcasts/:id/pause;
      POST /broadcasts/:id/resume; POST /broadcasts/:id/change; POST /broadcasts/:id/duplicate; POST /broadcasts/:id/test;
      POST /broadcasts/:id/cancel; GET /broadcasts/:id/blocks; POST /broadcasts/:id/blocks;
      POST /broadcasts/:id/autosave; POST /broadcasts/:id/blocks/autosave;
      GET /broadcasts/:id/ab-test; POST /broadcasts/:id/ab-test;
      POST /broadcasts/:id/ab-test/remove; POST /broadcasts/:id/ab-test/try; POST /broadcasts/:id/ab-test/choose`,
  },
  {
    what: 'Templates: view, edit, publish',
    who: 'member',
    pages: `GET /templates; POST /templates/make; GET /templates/:id; GET /templates/:id/html; POST /templates/:id/change;
      POST /templates/:id/autosave; POST /templates/:id/publish; POST /templates/:id/test; POST /templates/:id/duplicate;
      POST /templates/:id/broadcast; POST /templates/:id/delete; GET /templates/:id/blocks;
      POST /templates/:id/blocks; POST /templates/:id/blocks/autosave; GET /templates/:id/versions; GET /templates/:id/versions/:version_id;
      GET /templates/:id/versions/:version_id/html; POST /templates/:id/versions/:version_id/restore`,
  },
  {
    what: 'Images: view, upload, delete; branding of recipient pages',
    who: 'member',
    pages: `GET /images; POST /images/upload; GET /images/:id; POST /images/:id/delete; GET /recipient-pages;
      POST /recipient-pages; GET /recipient-pages/preview`,
  },
  {
    what: 'Automations: create, edit, simulate, enable, disable; view and cancel runs',
    who: 'member',
    pages: `GET /automations; GET /automations/:id; POST /automations/:id/enable; POST /automations/:id/disable;
      GET /automations/:id/runs; GET /automations/:id/runs/:run_id; POST /automations/:id/runs/:run_id/cancel;
      POST /automations/make; POST /automations/:id/duplicate; POST /automations/:id/delete; GET /automations/:id/edit;
      POST /automations/:id/edit/add; POST /automations/:id/edit/step; POST /automations/:id/edit/remove;
      POST /automations/:id/edit/save; POST /automations/:id/edit/discard; GET /automations/:id/simulate;
      POST /automations/:id/simulate`,
  },
  {
    what: 'Contacts, properties, segments and topics: view, import, edit, erase',
    who: 'member',
    pages: `GET /contacts; GET /contacts/:id; POST /contacts/add;
      POST /contacts/:id/change; POST /contacts/:id/delete; POST /contacts/:id/erase; GET /contacts/erasures/:id;
      POST /contacts/:id/property; POST /contacts/:id/add-segment; POST /contacts/:id/remove-segment;
      POST /contacts/:id/topic; POST /contacts/:id/subscribe; POST /contacts/:id/unsubscribe; GET /contacts/imports;
      GET /contacts/imports/:id; POST /contacts/imports/upload; POST /contacts/imports/:id/start;
      POST /contacts/imports/:id/cancel; GET /contact-properties; POST /contact-properties/make;
      POST /contact-properties/:id/change; POST /contact-properties/:id/delete; GET /segments; POST /segments/make;
      GET /segments/:id; POST /segments/:id/add; POST /segments/:id/take-out; POST /segments/:id/rename;
      POST /segments/:id/delete; GET /segments/by-rule; POST /segments/by-rule; GET /segments/:id/rule;
      POST /segments/:id/rule; GET /topics; GET /topics/:id; POST /topics/make; POST /topics/:id/change;
      POST /topics/:id/delete`,
  },
  {
    what: 'Suppressions: view, add, remove',
    who: 'member',
    pages: `GET /suppressions; POST /suppressions/add; POST /suppressions/:id/lift`,
  },
  {
    what: 'Sign-up forms: create, edit, delete; view sign-ups',
    who: 'member',
    pages: `GET /sign-up-forms; POST /sign-up-forms/make; GET /sign-up-forms/:id; POST /sign-up-forms/:id/change;
      POST /sign-up-forms/:id/delete`,
  },
  {
    what: 'Export contacts',
    who: 'worker',
    pages: `GET /contacts/export; GET /contacts/:id/export`,
  },
  {
    what: 'Domains: view, add, verify, claim, edit, delete',
    who: 'builder',
    pages: `GET /domains; GET /domains/:id; POST /domains/add; POST /domains/claim; POST /domains/:id/settings;
      POST /domains/:id/verify; POST /domains/:id/verify-claim; POST /domains/:id/rotate-dkim; POST /domains/:id/remove`,
  },
  {
    what: 'Webhooks: view with secrets and events; create, edit, test, replay, delete',
    who: 'developer',
    pages: `GET /webhooks; GET /webhooks/:id; POST /webhooks/make; POST /webhooks/:id/change; POST /webhooks/:id/enable;
      POST /webhooks/:id/disable; POST /webhooks/:id/rotate; POST /webhooks/:id/delete; POST /webhooks/:id/test;
      POST /webhooks/:id/replay; GET /webhooks/:id/events; GET /webhooks/:id/events/:event_id;
      POST /webhooks/:id/events/:event_id/replay`,
  },
  {
    what: 'API keys: view, create (marketers: sending access only)',
    who: 'worker',
    pages: `GET /api-keys; POST /api-keys/make`,
  },
  {
    what: 'API keys: rename, restrict, delete',
    who: 'builder',
    pages: `POST /api-keys/:id/rename; POST /api-keys/:id/restrict; POST /api-keys/:id/delete`,
  },
  {
    what: 'Connected apps and agents: view, revoke',
    who: 'member',
    pages: `GET /agents; GET /grants; POST /grants/:id/revoke`,
  },
  {
    what: 'Request log: view with bodies',
    who: 'developer',
    pages: `GET /logs; GET /logs/:id`,
  },
  { what: 'View usage', who: 'everyone', pages: `GET /usage` },
  { what: 'View members', who: 'everyone', pages: `GET /team` },
  { what: 'Audit log: view, download', who: 'developer', pages: `GET /audit-events; GET /audit-events/export` },
  {
    what: 'Leave the team; remove members',
    who: 'self',
    pages: `GET /team/remove/:user_id; POST /team/remove`,
  },
  {
    what: 'Team name, invitations, roles (owner role: owners only)',
    who: 'admin',
    pages: `GET /team/names; POST /team/names; POST /team/invite; POST /team/withdraw; POST /team/role`,
  },
  {
    what: 'Require two-factor authentication for the team',
    who: 'owner',
    pages: `POST /team/two-factors`,
  },
  {
    what: 'Server: create teams, register and disable OAuth clients, view and pause delivery',
    who: 'operator',
    pages: `POST /team/found; GET /clients; POST /clients; POST /clients/:id/disable; POST /clients/:id/enable;
      GET /delivery; POST /delivery/pause; POST /delivery/pauses/:id/end`,
  },
]

/** The access right of every page, by its method and path. */
export const ACCESS: ReadonlyMap<string, Who> = new Map(
  AREAS.flatMap(({ who, pages }) => pages.split(';').map(page => [page.trim(), who] as const)),
)

/** The access rule of a page in the table. Throws for a page without a rule, so that no page is open by default. */
export function accessRuleOf(page: string, access: ReadonlyMap<string, Who> = ACCESS): Who {
  const who = access.get(page)
  if (who === undefined)
    throw new Error(`The page \`${page}\` has no access rule. Add it to an area in src/interfaces/dashboard/access.ts.`)
  return who
}

/** Whether the role may open this page. For `self` and `operator`, the result does not depend on the role alone. */
export function mayOpen(page: string, role: Role, who: Who = accessRuleOf(page)): boolean {
  if (who === 'anybody' || who === 'person') return true
  if (who === 'self' || who === 'operator') return leads(role)
  const { see, act } = REACH[who]
  return (page.startsWith('GET ') ? see : act).includes(role)
}

/** Whether the visitor may open the page that this path leads to. */
export function mayFollow(path: string, { team, is_operator }: Pick<Visitor, 'team' | 'is_operator'>): boolean {
  const pages = [`GET ${path}`, `GET /${path.split('/')[1]}`]
  const page = pages.find(each => ACCESS.has(each))
  if (page === undefined) return true
  return ACCESS.get(page) === 'operator' ? is_operator : mayOpen(page, team.role)
}

/**
 * Refuses (403) a visitor without the right that the page requires. `about`: the id of the person whom the page is about, if
 * any.
 */
export function checkAccess(
  page: string,
  who: Who,
  { team, user, is_operator }: Visitor,
  about: string | null | undefined,
): void {
  if (who === 'operator' && !is_operator)
    throw problem(403, 'For operators', 'Only an administrator of the first team of this server can do this.')
  if (who === 'operator' || mayOpen(page, team.role, who) || (who === 'self' && about === user.id)) return
  const able = ROLE_NAMES.filter(role => mayOpen(page, role, who)).map(role => ROLES[role].title.toLowerCase())
  const asked = new Intl.ListFormat('en', { type: 'disjunction' }).format(able)
  const own = ROLES[team.role].title.toLowerCase()
  throw problem(403, 'Access denied', `Your role in this team is ${own}. Ask an ${asked} to do this.`)
}

/** The rights of a member with this role in an area, as one word. */
function wordOf(who: Who, role: Role): string {
  if (who === 'self' && !leads(role)) return 'self'
  if (who === 'operator') return 'no'
  if (mayOpen('POST', role, who)) return 'yes'
  return mayOpen('GET ', role, who) ? 'view' : 'no'
}

/** The table in docs/team.md, as Markdown. */
export function accessTable(): string {
  const titles = ['Area', ...ROLE_NAMES.map(role => ROLES[role].title), 'Operator']
  const rows = AREAS.map(({ what, who }) =>
    [what].concat(
      ROLE_NAMES.map(role => wordOf(who, role)),
      'yes',
    ),
  )
  return [titles, titles.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
