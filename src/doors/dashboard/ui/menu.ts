// The head of a page for a person who is logged in: the sections, the team, the logout.
import { type Html, html } from '../../../base/html/html.ts'
import type { Visitor } from '../session/visitor.ts'
import { csrfField } from './forms.ts'

export type Section =
  | 'emails'
  | 'mailbox'
  | 'inboxes'
  | 'broadcasts'
  | 'contacts'
  | 'automations'
  | 'domains'
  | 'webhooks'
  | 'delivery'
  | 'logs'
  | 'usage'
  | 'api-keys'
  | 'agents'
  | 'grants'
  | 'clients'
  | 'team'
  | 'audit-events'
  | 'account'

const TITLES: Record<Section, string> = {
  emails: 'Emails',
  mailbox: 'Mailbox',
  inboxes: 'Inboxes',
  broadcasts: 'Broadcasts',
  contacts: 'Contacts',
  automations: 'Automations',
  domains: 'Domains',
  webhooks: 'Webhooks',
  delivery: 'Delivery',
  logs: 'Logs',
  usage: 'Usage',
  'api-keys': 'API keys',
  agents: 'Agents',
  grants: 'Grants',
  clients: 'Clients',
  team: 'Team',
  'audit-events': 'Audit',
  account: 'Account',
}

/** Submenus with several sections. They open without a script. */
const DRAWERS: Record<string, readonly string[]> = {
  /** What goes out, and records of what was done. */
  Activity: ['webhooks', 'delivery', 'logs', 'usage', 'audit-events'],
  /** People and programs that have access. */
  Access: ['agents', 'api-keys', 'grants', 'clients', 'team'],
}

/** Sections about more than one team, for operators. */
const OPERATORS: readonly string[] = ['clients', 'delivery']

/** Sections with paths of their own that belong to another section in the menu. */
const PARTS: Record<string, Section> = {
  templates: 'broadcasts',
  segments: 'contacts',
  topics: 'contacts',
  'contact-properties': 'contacts',
}

/** The section that a path belongs to. */
export function sectionOf(path: string): Section | undefined {
  const name = path.split('/')[1]!
  if (Object.hasOwn(PARTS, name)) return PARTS[name]
  return Object.hasOwn(TITLES, name) ? (name as Section) : undefined
}

/** The menu. On a narrow screen a button opens it, without a script. */
export function menu(visitor: Visitor, section: Section | undefined): Html {
  return html`<button class="quiet menu-button" popovertarget="menu">Menu</button>
    <div id="menu" popover>
      <nav aria-label="Main">
        ${links(visitor, section, isAlone)} ${Object.keys(DRAWERS).map(title => drawer(title, visitor, section))}
        <a href="/docs">API</a>
      </nav>
      <div class="account">
        ${teamChoice(visitor, section)}
        <form method="post" action="/logout">
          ${accountLink(visitor, section)} ${csrfField(visitor)}
          <button class="quiet">Log out</button>
        </form>
      </div>
    </div>`
}

function links(visitor: Visitor, section: Section | undefined, isMeant: (name: string) => boolean): Html {
  const listed = Object.entries(TITLES).filter(([name]) => isListed(name, visitor) && isMeant(name))
  return html`${listed.map(([name, title]) => link(name, title, name === section))}`
}

const isAlone = (name: string): boolean => !Object.values(DRAWERS).some(names => names.includes(name))

function drawer(title: string, visitor: Visitor, section: Section | undefined): Html {
  const isIn = (name: string): boolean => DRAWERS[title]!.includes(name)
  return html`<details class="drawer">
    <summary ${section !== undefined && isIn(section) && html`aria-current="true"`}>${title}</summary>
    <div>${links(visitor, section, isIn)}</div>
  </details>`
}

/** Whether the menu lists a section. The link to the account is elsewhere in it. */
function isListed(name: string, { is_operator }: Visitor): boolean {
  return name !== 'account' && (is_operator || !OPERATORS.includes(name))
}

function accountLink({ user: { email } }: Visitor, section: Section | undefined): Html {
  return html`<a href="/account" aria-label="Account: ${email}" ${section === 'account' && html`aria-current="page"`}
    ><bdi>${email}</bdi></a
  >`
}

function link(name: string, title: string, is_current: boolean): Html {
  return is_current
    ? html`<a href="/${name}" aria-current="page">${title}</a> `
    : html`<a href="/${name}">${title}</a> `
}

/** The choice of another team. It opens without a script. */
function teamChoice({ team, teams, csrf_token }: Visitor, section: Section | undefined): Html | undefined {
  if (teams.length < 2) return undefined
  return html`<details class="drawer teams">
    <summary aria-label="Team: ${team.name}. Choose another"><bdi>${team.name}</bdi></summary>
    <form method="post" action="/team/switch">
      ${csrfField({ csrf_token })} ${section && html`<input type="hidden" name="next" value="/${section}" />`}
      ${teams.map(
        ({ id, name }) =>
          html`<button name="team_id" value="${id}" ${id === team.id && html`aria-current="true"`}>
            <bdi>${name}</bdi>
          </button>`,
      )}
    </form>
  </details>`
}
