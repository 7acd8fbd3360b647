// The menu for a logged-in person: the team, the sections in groups by task, and the person's own pages.
import { type Html, html } from '../../../base/html/html.ts'
import type { Visitor } from '../session/visitor.ts'
import { csrfField } from './forms.ts'
import { currentReader } from './reader.ts'

/** The groups of the menu. A section is the first part of the URL paths of its pages. */
const GROUPS = {
  Send: {
    emails: 'Emails',
    broadcasts: 'Broadcasts',
    templates: 'Templates',
    automations: 'Automations',
    images: 'Images',
    mailbox: 'Captured emails',
  },
  Receive: { inboxes: 'Inboxes' },
  Audience: {
    contacts: 'Contacts',
    segments: 'Segments',
    topics: 'Topics',
    'sign-up-forms': 'Forms',
    suppressions: 'Suppressions',
  },
  Monitor: { usage: 'Usage', delivery: 'Delivery', logs: 'Logs', 'audit-events': 'Audit log' },
  Settings: {
    domains: 'Domains',
    'api-keys': 'API keys',
    webhooks: 'Webhooks',
    grants: 'Connected apps',
    clients: 'OAuth clients',
    agents: 'Agents',
    'recipient-pages': 'Branding',
  },
} as const

/** The person's entries, below the groups. */
const OWN = { team: 'Team', account: 'Account' } as const

type KeysOf<T> = T extends T ? keyof T : never
export type Section = KeysOf<(typeof GROUPS)[keyof typeof GROUPS]> | keyof typeof OWN

const SECTIONS: ReadonlySet<string> = new Set([...Object.values(GROUPS), OWN].flatMap(group => Object.keys(group)))

/** Sections with separate paths that belong to another section in the menu. */
const PARTS: Record<string, Section> = { 'contact-properties': 'contacts', people: 'contacts' }

/** The section that a path belongs to. */
export function sectionOf(path: string): Section | undefined {
  const name = path.split('/')[1]!
  if (Object.hasOwn(PARTS, name)) return PARTS[name]
  return SECTIONS.has(name) ? (name as Section) : undefined
}

/** The global search, and the menu. On a narrow screen a button opens it, without a script. */
export function menu(visitor: Visitor, section: Section | undefined): Html {
  return html`<form class="seek" role="search" aria-label="Everything" action="/search">
      <input type="search" name="q" aria-label="Search everything" placeholder="Search" maxlength="320" />
    </form>
    <button class="quiet menu-button" popovertarget="menu">Menu</button>
    <div id="menu" popover>
      ${teamChoice(visitor, section)}
      <nav aria-label="Main">
        ${Object.entries(GROUPS).map(([title, sections]) => group(title, links(sections, section)))}
      </nav>
      <div class="own">
        <ul>
          ${links(OWN, section)}
          <li><a href="/docs">API reference</a></li>
        </ul>
        <form method="post" action="/logout">
          <p class="soft"><bdi>${visitor.user.email}</bdi></p>
          ${csrfField()}
          <button class="quiet">Log out</button>
        </form>
      </div>
    </div>`
}

function group(title: string, shown: readonly Html[]): Html | false {
  return (
    shown.length > 0 &&
    html`<div>
      <h2>${title}</h2>
      <ul>
        ${shown}
      </ul>
    </div>`
  )
}

/** The sections that the person may open. */
function links(sections: Readonly<Record<string, string>>, current?: Section): Html[] {
  const listed = Object.entries(sections).filter(([name]) => currentReader().mayOpen(`/${name}`))
  return listed.map(
    ([name, title]) => html`<li><a href="/${name}" ${name === current && html`aria-current="page"`}>${title}</a></li> `,
  )
}

/** The team, and the switch to another one. It opens without a script. */
function teamChoice({ team, teams }: Visitor, section: Section | undefined): Html {
  if (teams.length < 2) return html`<p class="team"><bdi>${team.name}</bdi></p>`
  return html`<details class="teams">
    <summary aria-label="Team: ${team.name}. Choose another"><bdi>${team.name}</bdi></summary>
    <form method="post" action="/team/switch">
      ${csrfField()} ${section && html`<input type="hidden" name="next" value="/${section}" />`}
      ${teams.map(
        ({ id, name }) =>
          html`<button name="team_id" value="${id}" ${id === team.id && html`aria-current="true"`}>
            <bdi>${name}</bdi>
          </button>`,
      )}
    </form>
  </details>`
}
