// The page with a team's inboxes, and the form that creates one.
import { createInbox } from '../../../../inbound/inboxes/actions.ts'
import { type InboxRecord, listInboxRecords } from '../../../../inbound/inboxes/store/inboxes.ts'
import { listDomains } from '../../../../identity/domains/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault } from '../../problems.ts'
import { tag } from '../../ui/facts.ts'
import { choice, field, radios, VERBATIM } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome, formatNumber } from '../../ui/reader.ts'
import { type ListColumn, emptyText, findPage, isListEmpty, type ListPage, listPage } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'
import { inboxNameFields, inboxNamesFromForm } from './forms.ts'

/** Maximum domains that are searched for verified ones. */
const DOMAINS_MAX = 100

interface InboxListData {
  page: ListPage<InboxRecord>
  /** Verified domains. */
  domains: readonly { name: string; receiving: boolean }[]
  hasDomain: boolean
}

const inboxList = page('GET /inboxes', 'member', async ({ tx, team_id, query }) => {
  const page = await findPage(query, asked => listInboxRecords(tx, { team_id }, asked))
  const { rows } = await listDomains(tx, { team_id }, { limit: DOMAINS_MAX })
  const domains = rows.filter(each => each.status === 'verified' && !each.is_placeholder)
  return {
    title: 'Inboxes',
    done: { deleted: 'Inbox deleted, with its conversations. Received emails are not deleted.' },
    body: () => inboxesBody({ page, domains, hasDomain: rows.length > 0 }),
  }
})

/** As in the API, every member of the team may use these pages. */
export const inboxListPages: DashboardPage[] = [
  inboxList,

  page(
    'POST /inboxes/make',
    'member',
    async visit => {
      const { form } = visit
      const forwarding = form.get('way') === 'forwarding'
      const names = inboxNamesFromForm(form)
      const { id } = await createInbox(visit, { email_address: addressFromForm(form), forwarding, ...names })
      return { location: `/inboxes/${id}?done=${forwarding ? 'forwarding' : 'made'}` }
    },
    { refused: inboxList },
  ),
]

function addressFromForm(form: URLSearchParams): string {
  const [local, domain] = ['local', 'domain'].map(name => (form.get(name) ?? '').trim())
  if (!local || !domain) throw new FormFault('“Address” and “Domain” are required.')
  return `${local}@${domain}`
}

function inboxesBody({ page, domains, hasDomain }: InboxListData): Html {
  return html`<h1>Inboxes</h1>
    <p class="lead">Shared addresses where your team reads and replies to email, grouped into conversations.</p>
    ${doneNote()}
    ${
      domains.length === 0
        ? nextStep(hasDomain)
        : panelForm({
            title: 'Create inbox',
            path: '/inboxes/make',
            trouble: formOutcome().trouble,
            isOpen: isListEmpty(page),
            fields: html`${addressFields(domains)} ${inboxNameFields()}`,
            label: 'Create inbox',
          })
    }
    ${listPage('/inboxes', page, {
      columns: COLUMNS,
      empty: emptyText(page, `No inboxes yet.${domains.length > 0 ? ' Create one above.' : ''}`),
      label: 'Inboxes',
    })}`
}

const WAYS = [
  { name: 'here', title: 'Direct', description: 'The MX record of the domain points to this server.' },
  {
    name: 'forwarding',
    title: 'Forwarding',
    description: 'Another provider receives the emails and forwards them to an address shown on the inbox page.',
  },
]

function addressFields(domains: InboxListData['domains']): Html {
  const options = domains.map(({ name, receiving }) => ({
    id: name,
    name: receiving ? name : `${name} (forwarding only)`,
  }))
  const way = domains.some(({ receiving }) => receiving) ? 'here' : 'forwarding'
  return html`${field('Address', { name: 'local', required: true, maxlength: 64, ...VERBATIM, hint: 'The part before the @, such as help.', value: entered('local') })}
  ${choice({ name: 'domain', title: 'Domain', options, chosen: entered('domain') })}
  ${radios('Receiving', WAYS, { name: 'way', value: entered('way', way)! })}`
}

function nextStep(hasDomain: boolean): Html {
  return html`<p class="note">
    ${
      hasDomain
        ? html`An inbox needs a verified domain. Open <a href="/domains">your domain</a> and add the DNS records shown
            there.`
        : html`An inbox needs a domain. <a href="/domains">Add a domain</a> first. Enable receiving for it unless
            another provider forwards its emails.`
    }
  </p>`
}

const COLUMNS: readonly ListColumn<InboxRecord>[] = [
  {
    title: 'Inbox',
    cell: ({ id, name, email_address }) =>
      html`<a href="/inboxes/${id}"><bdi>${name ?? email_address}</bdi></a>
        <p class="soft"><bdi>${email_address}</bdi></p>`,
  },
  { title: 'Unread', cell: ({ unread }) => unread > 0 && tag(html`${unread} unread`, 'good') },
  { title: 'Drafts', kind: 'number', cell: ({ drafts }) => drafts > 0 && formatNumber(drafts) },
  {
    title: 'Last received',
    cell: ({ last_received }) => (last_received === null ? 'Never' : timeAgo(last_received)),
  },
]
