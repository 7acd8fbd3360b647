// All data that a team has about one address: emails to it, its suppression, its contact, and the runs of that contact.
import { listAutomations } from '../../../../campaigns/automations/store/automations.ts'
import { findAutomationsOfRuns, listRunsOfContact } from '../../../../campaigns/automations/store/runs.ts'
import { findContactId, findContact } from '../../../../audience/contacts/actions.ts'
import { findDepartedOne } from '../../../../audience/contacts/departed/actions.ts'
import { searchEmails } from '../../../../mail/emails/search/actions.ts'
import { searchedAddress } from '../../../../mail/emails/search/rules.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { removeSuppressions } from '../../../../audience/suppressions/actions.ts'
import { findSuppression } from '../../../../audience/suppressions/store.ts'
import { findTopics, listContactTopics } from '../../../../audience/topics/actions.ts'
import { type DashboardPage, openPage, page } from '../../page.ts'
import { notFound, problem } from '../../problems.ts'
import { idIn } from '../emails/search.ts'
import { PAGE_LENGTH } from '../../ui/table.ts'
import { type ContactWithRuns, type NamedRun, personBody, type Reach, reachOf } from './view.ts'

const SHOWN_MAX = 100

const DONE = { lifted: 'Suppression removed. New emails to this address are sent again.' }

export const peoplePages: DashboardPage[] = [
  openPage('GET /people/:address', 'member', async ({ asVisitor, params, query, parts: { database } }) => {
    const address = requireAddress(params.address)
    const after = idIn(query.get('after') ?? '')
    const { team_id, ...known } = await asVisitor(async ({ tx, team_id }) => {
      const contact = await findContactAt(tx, team_id, address)
      const reach = await findReach(tx, { team_id, address }, contact?.contact)
      return { team_id, contact, reach }
    })
    const place = { after, most: PAGE_LENGTH }
    // outside of the transaction, which would block others
    const emails = await database.read(tx =>
      searchEmails({ tx, team_id, automationsOf: findAutomationsOfRuns }, { address }, place),
    )
    return { title: address, done: DONE, body: () => personBody({ address, emails, after, ...known }) }
  }),

  page('POST /people/:address/lift-suppression', 'member', async ({ tx, team_id, params, now }) => {
    const address = requireAddress(params.address)
    const suppression = await findSuppression(tx, team_id, address)
    if (!suppression) return problem(404, 'Not suppressed', 'This address is not suppressed.')
    await removeSuppressions({ tx, team_id, now }, [suppression])
    return { location: `/people/${encodeURIComponent(address)}?done=lifted` }
  }),
]

function requireAddress(param: string): string {
  const address = searchedAddress(param)
  if (address === undefined) throw notFound()
  return address
}

async function findContactAt(tx: Tx, team_id: string, address: string): Promise<ContactWithRuns | undefined> {
  const id = await findContactId(tx, team_id, address)
  const contact = id === undefined ? undefined : await findContact(tx, team_id, id)
  if (!contact) return undefined
  return { contact, runs: await listNamedRuns(tx, team_id, contact.id) }
}

/** Which email can be sent to an address, with or without a contact. */
export async function findReach(
  tx: Tx,
  { team_id, address }: { team_id: string; address: string },
  contact: { id: string; unsubscribed: boolean } | undefined,
): Promise<Reach> {
  const left = await findDepartedOne(tx, team_id, address)
  const suppression = await findSuppression(tx, team_id, address)
  if (contact) {
    const { rows: topics } = await listContactTopics(tx, { team_id, contact_id: contact.id }, { limit: SHOWN_MAX })
    return reachOf({ suppression, topics }, contact, left)
  }
  const named = [...(await findTopics(tx, team_id, left.topics.slice(-SHOWN_MAX))).values()]
  const topics = named.map(({ id, name }) => ({ id, name, subscription: 'opt_out' as const }))
  return reachOf({ suppression, topics }, undefined, left)
}

/** The latest runs of a contact, with the names of their automations. */
export async function listNamedRuns(tx: Tx, team_id: string, contact_id: string): Promise<NamedRun[]> {
  const automations = await listAutomations(tx, team_id, { limit: SHOWN_MAX })
  const names = new Map(automations.rows.map(automation => [automation.id, automation.name]))
  const runs = await listRunsOfContact(tx, { team_id, contact_id }, [...names.keys()])
  return runs.map(run => Object.assign(run, { name: names.get(run.automation_id) }))
}
