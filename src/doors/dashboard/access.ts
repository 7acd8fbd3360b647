// Access rights of the dashboard, with every page and every form once. The server refuses by this table, and docs/team.md is
// generated from it.
import { problem } from './problems.ts'
import type { Visitor } from './session/visitor.ts'

/**
 * Who may open a page. `anybody`: no login is needed. `person`: a logged-in person, with or without a team. `member`: a member
 * of the team, admins included. `self`: the person whom the page is about, and admins. `admin`: an admin of the team.
 * `operator`: an admin of the team that the server was set up with.
 */
export type Who = 'anybody' | 'person' | 'member' | 'self' | 'admin' | 'operator'

interface Area {
  /** The text of its row in docs/team.md. */
  what: string
  who: Who
  pages: string
}

const AREAS: readonly Area[] = [
  {
    what: 'Log in and out, take up an invitation, open what was shared by a link',
    who: 'anybody',
    pages: `GET /; GET /login; POST /login; POST /logout; GET /invitation; POST /invitation; GET /shared; GET /shared/html`,
  },
  {
    what: 'Give an application access to a team of theirs',
    who: 'person',
    pages: `GET /consent/:sealed; POST /consent/:sealed; GET /device; POST /device; GET /device/:sealed;
      POST /device/:sealed`,
  },
  {
    what: 'Their own account: change the password, log out everywhere',
    who: 'member',
    pages: `GET /account; POST /account/password; POST /account/log-out-everywhere; POST /team/switch`,
  },
  {
    what: 'Mail: see it, share it, cancel it, send it again; clear captured mail',
    who: 'member',
    pages: `GET /mailbox; GET /mailbox/:id; GET /mailbox/:id/html; GET /mailbox/:id/raw; POST /mailbox/clear; GET /emails;
      GET /emails/:id; POST /emails/:id/share; POST /emails/:id/cancel; POST /emails/:id/reschedule;
      POST /emails/:id/send-again; POST /emails/:id/try-now; GET /people/:address;
      POST /people/:address/lift-suppression`,
  },
  {
    what: 'Inboxes: make, change and delete them; read, sort, answer and forward the mail in them',
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
      POST /inboxes/:id/drafts/:draft_id/send; POST /inboxes/:id/drafts/:draft_id/delete`,
  },
  {
    what: 'Broadcasts: see them, write them, send them',
    who: 'member',
    pages: `GET /broadcasts; POST /broadcasts/make; GET /broadcasts/:id; POST /broadcasts/:id/delete;
      GET /broadcasts/:id/html; GET /broadcasts/:id/preview; GET /broadcasts/:id/recipients; GET /broadcasts/:id/progress;
      GET /broadcasts/:id/send; POST /broadcasts/:id/send; POST /broadcasts/:id/pace; POST /broadcasts/:id/pause;
      POST /broadcasts/:id/resume; POST /broadcasts/:id/change; POST /broadcasts/:id/duplicate; POST /broadcasts/:id/test;
      POST /broadcasts/:id/cancel; GET /broadcasts/:id/blocks; POST /broadcasts/:id/blocks`,
  },
  {
    what: 'Automations: see them and their runs, enable and disable them, cancel runs',
    who: 'member',
    pages: `GET /automations; GET /automations/:id; POST /automations/:id/enable; POST /automations/:id/disable;
      GET /automations/:id/runs; GET /automations/:id/runs/:run_id; POST /automations/:id/runs/:run_id/cancel`,
  },
  {
    what: 'Contacts, properties, segments and topics: see, import, export, change, erase',
    who: 'member',
    pages: `GET /contacts; GET /contacts/:id; POST /contacts/add; GET /contacts/export; GET /contacts/:id/export;
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
    what: 'Suppressions: see why an address gets no mail, add and lift them',
    who: 'member',
    pages: `GET /suppressions; POST /suppressions/add; POST /suppressions/:id/lift`,
  },
  {
    what: 'Sending domains: see, add, verify, claim, change and remove them',
    who: 'member',
    pages: `GET /domains; GET /domains/:id; POST /domains/add; POST /domains/claim; POST /domains/:id/settings;
      POST /domains/:id/verify; POST /domains/:id/verify-claim; POST /domains/:id/rotate-dkim; POST /domains/:id/remove`,
  },
  {
    what: 'Webhooks: see endpoints, their secrets and events; make, change, test, replay and delete them',
    who: 'member',
    pages: `GET /webhooks; GET /webhooks/:id; POST /webhooks/make; POST /webhooks/:id/change; POST /webhooks/:id/enable;
      POST /webhooks/:id/disable; POST /webhooks/:id/rotate; POST /webhooks/:id/delete; POST /webhooks/:id/test;
      POST /webhooks/:id/replay; GET /webhooks/:id/events; GET /webhooks/:id/events/:event_id;
      POST /webhooks/:id/events/:event_id/replay`,
  },
  {
    what: 'API keys: see whose they are, make, rename, restrict and delete them',
    who: 'member',
    pages: `GET /api-keys; POST /api-keys/make; POST /api-keys/:id/rename; POST /api-keys/:id/restrict;
      POST /api-keys/:id/delete`,
  },
  {
    what: 'Access that agents and other applications have: see it, take it back',
    who: 'member',
    pages: `GET /agents; GET /grants; POST /grants/:id/revoke`,
  },
  {
    what: 'The log of requests: see it, with what was sent and answered',
    who: 'member',
    pages: `GET /logs; GET /logs/:id`,
  },
  { what: 'See what the team has used', who: 'member', pages: `GET /usage` },
  { what: 'See who is in the team', who: 'member', pages: `GET /team` },
  { what: 'See who did what, download it', who: 'member', pages: `GET /audit-events; GET /audit-events/export` },
  {
    what: 'Leave the team; remove others from it',
    who: 'self',
    pages: `GET /team/remove/:user_id; POST /team/remove`,
  },
  {
    what: 'Name the team, invite people, withdraw invitations, make members admins and admins members',
    who: 'admin',
    pages: `GET /team/names; POST /team/names; POST /team/invite; POST /team/withdraw; POST /team/role`,
  },
  {
    what: 'The server as a whole: make teams, register and disable applications, see where mail goes, pause it',
    who: 'operator',
    pages: `POST /team/found; GET /clients; POST /clients; POST /clients/:id/disable; POST /clients/:id/enable;
      GET /delivery; POST /delivery/pause; POST /delivery/pauses/:id/end`,
  },
]

const WHO = new Map(AREAS.flatMap(({ who, pages }) => pages.split(';').map(page => [page.trim(), who] as const)))

/** The access right of every page, by its method and path. */
export const ACCESS: ReadonlyMap<string, Who> = WHO

/** Refuses (403) a visitor without the right. `about`: the id of the person whom the page is about, if there is one. */
export function checkAccess(who: Who, { team, user, is_operator }: Visitor, about: string | null | undefined): void {
  const isAdmin = team.role === 'admin' || (who === 'self' && about === user.id)
  if ((who === 'admin' || who === 'self') && !isAdmin)
    throw problem(403, 'For admins', 'Only an admin of the team can do this.')
  if (who === 'operator' && !is_operator)
    throw problem(403, 'For operators', 'Only an admin of the team that this server was set up with can do this.')
}

const MAY: Record<Who, readonly [member: string, admin: string, operator: string]> = {
  anybody: ['yes', 'yes', 'yes'],
  person: ['yes', 'yes', 'yes'],
  member: ['yes', 'yes', 'yes'],
  self: ['themselves', 'yes', 'yes'],
  admin: ['no', 'yes', 'yes'],
  operator: ['no', 'no', 'yes'],
}

/** The table in docs/team.md, as Markdown. */
export function accessTable(): string {
  const rows = AREAS.map(({ what, who }) => `| ${what} | ${MAY[who].join(' | ')} |`)
  return ['| What | Member | Admin | Operator |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
