// Finds objects by id, address or words. Each lookup reads an index, or a bounded number of the newest rows, so that the
// duration of a search does not depend on the number of emails. Older rows are found in the lists, which are searched part by
// part.
import {
  type AutomationRecord,
  findAutomation,
  listAutomations,
} from '../../../../campaigns/automations/store/automations.ts'
import { findAutomationsOfRuns } from '../../../../campaigns/automations/store/runs.ts'
import type { BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import { findBroadcasts, listBroadcasts } from '../../../../campaigns/broadcasts/store.ts'
import { findContactId, findContact } from '../../../../audience/contacts/actions.ts'
import { type FoundContacts, searchContacts } from '../../../../audience/contacts/search/actions.ts'
import { findDomain } from '../../../../identity/domains/store.ts'
import { type FoundEmails, searchEmails } from '../../../../mail/emails/search/actions.ts'
import { findEmailSummary } from '../../../../mail/emails/search/store.ts'
import { searchedAddress } from '../../../../mail/emails/search/rules.ts'
import { findTemplate, listTemplates } from '../../../../mail/templates/store.ts'
import { type InboxRecord, listInboxRecords } from '../../../../inbound/inboxes/store/inboxes.ts'
import type { ThreadRecord } from '../../../../inbound/inboxes/store/threads.ts'
import { searchThreads } from '../../../../inbound/inboxes/search/actions.ts'
import { findWebhook } from '../../../../integrations/webhooks/store.ts'
import type { TeamUnit } from '../../../../base/store/database.ts'
import { idIn } from '../emails/search.ts'

/** Maximum rows of a group. */
export const SHOWN_MAX = 5
/** Maximum newest rows of a list that are compared with the words. */
export const COMPARED_MAX = 500
/** Maximum inboxes that are searched: the newest ones. */
export const SEARCHED_INBOXES_MAX = 5

/** Some matching rows, and whether more may follow. */
export interface Few<Row> {
  rows: readonly Row[]
  isMore: boolean
}

type NamedAutomation = Pick<AutomationRecord, 'id' | 'name' | 'created_at'>

export interface FoundInAll {
  /** The typed address, if it is one. */
  address: string | undefined
  people: Few<FoundContacts['rows'][number]>
  /** `behind`: the email after which a search in the list continues. */
  emails: FoundEmails
  threads: Few<ThreadRecord & { inbox: InboxRecord }>
  broadcasts: Few<Pick<BroadcastRecord, 'id' | 'name' | 'subject' | 'created_at'>>
  templates: Few<NamedAutomation & { alias: string | null }>
  automations: Few<NamedAutomation>
}

/** The page of the object whose id the words contain; `undefined` if there is no id, or no object of the team has it. */
export async function findPathOfId({ tx, team_id }: TeamUnit, words: string): Promise<string | undefined> {
  const id = idIn(words)
  if (id === undefined) return undefined
  const found: Record<string, unknown> = {
    emails: await findEmailSummary(tx, { team_id, id }),
    contacts: await findContact(tx, team_id, id),
    broadcasts: (await findBroadcasts(tx, team_id, [id]))[0],
    templates: await findTemplate(tx, team_id, id),
    automations: await findAutomation(tx, team_id, id),
    domains: await findDomain(tx, { team_id, id }),
    webhooks: await findWebhook(tx, { team_id, id }),
  }
  const section = Object.keys(found).find(name => found[name] !== undefined)
  return section && `/${section}/${id}`
}

export async function isContactAt({ tx, team_id }: TeamUnit, words: string): Promise<boolean> {
  const address = searchedAddress(words)
  return address !== undefined && (await findContactId(tx, team_id, address)) !== undefined
}

export async function findAll(unit: TeamUnit, words: string): Promise<FoundInAll> {
  const { tx, team_id } = unit
  const own = { tx, team_id, automationsOf: findAutomationsOfRuns }
  const newest = { limit: COMPARED_MAX }
  const named = meant(words)
  const templates = (await listTemplates(tx, { team_id }, newest)).rows
  const called = await findTemplate(tx, team_id, words)
  return {
    address: searchedAddress(words),
    people: await findPeople(unit, words),
    emails: await searchEmails(own, { words }, { most: SHOWN_MAX }),
    threads: await findThreads(unit, words),
    broadcasts: few(
      (await listBroadcasts(tx, { team_id }, newest)).rows.filter(each => named(each.name, each.subject)),
    ),
    templates: few([
      ...(called ? [called] : []),
      ...templates.filter(each => each.id !== called?.id && named(each.name, each.alias)),
    ]),
    automations: few((await listAutomations(tx, team_id, newest)).rows.filter(each => named(each.name))),
  }
}

/** Whether one of some texts contains the words, case-insensitively. */
function meant(words: string): (...texts: readonly (string | null)[]) => boolean {
  const wanted = words.toLowerCase()
  return (...texts) => texts.some(text => text?.toLowerCase().includes(wanted))
}

function few<Row>(rows: readonly Row[]): Few<Row> {
  return { rows: rows.slice(0, SHOWN_MAX), isMore: rows.length > SHOWN_MAX }
}

/** By the start of the address; then by the name, among the newest contacts. */
async function findPeople({ tx, team_id, now }: TeamUnit, words: string): Promise<FoundInAll['people']> {
  const asked = { most: SHOWN_MAX + 1, now }
  const { rows } = await searchContacts({ tx, team_id }, { address: words }, asked)
  if (rows.length > SHOWN_MAX) return few(rows)
  const named = await searchContacts({ tx, team_id }, { name: words }, asked)
  const known = new Set(rows.map(({ id }) => id))
  return few([...rows, ...named.rows.filter(({ id }) => !known.has(id))])
}

/** By the words of their messages, through the index of the inboxes. */
async function findThreads({ tx, team_id }: TeamUnit, query: string): Promise<FoundInAll['threads']> {
  const found: FoundInAll['threads']['rows'][number][] = []
  for (const inbox of (await listInboxRecords(tx, { team_id }, { limit: SEARCHED_INBOXES_MAX })).rows) {
    const { rows } = await searchThreads({ tx, team_id }, inbox.id, { query }, { limit: SHOWN_MAX + 1 })
    found.push(...rows.map(({ thread }) => Object.assign(thread, { inbox })))
  }
  return few(found.toSorted((one, other) => (one.newest_id < other.newest_id ? 1 : -1)))
}
