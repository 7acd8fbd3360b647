// Inboxes and their threads for other modules. This file creates, finds and deletes inboxes.
import { randomBytes } from 'node:crypto'
import type { InSchemas } from '../../../generated/api.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { isUuid } from '../../base/store/column.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { record } from '../../base/store/signals/record.ts'
import { domainOf, emailKey, parseAddress } from '../../base/text/addresses.ts'
import { refusal } from '../../base/text/refusal.ts'
import { findDomainByName } from '../../identity/domains/store.ts'
import { removeAgent } from './agent/store.ts'
import { removeSomeDrafts } from './drafts/store.ts'
import { INBOXES_MAX, receivingAddress, refuseDomain, takenAddressRefusal } from './rules.ts'
import * as store from './store/inboxes.ts'
import type { InboxRecord } from './store/inboxes.ts'
import { removeLabelsOfInbox } from './store/labels.ts'
import { findThread, listSomeThreads, type ThreadRecord } from './store/threads.ts'
import { removeInboxThread, guardInbox, inboxSourceOf } from './threads/actions.ts'

/** Finds an inbox by its id or its address; refuses (404) an unknown one. */
export async function requireInbox({ tx, team_id }: TeamTx, id_or_address: string): Promise<InboxRecord> {
  const id = id_or_address.toLowerCase()
  const found = isUuid(id)
    ? await store.findInboxById(tx, { team_id, id })
    : await store.findInboxByAddress(tx, { team_id, email_address: emailKey(id) })
  if (!found) throw refusal('not_found', 'Inbox not found')
  return found
}

/** Finds a thread of an inbox; refuses (404) an unknown one. */
export async function requireThread(
  { tx, team_id }: TeamTx,
  inbox: Pick<InboxRecord, 'id'>,
  id: string,
): Promise<ThreadRecord> {
  const thread = await findThread(tx, { team_id, inbox_id: inbox.id, id })
  if (!thread) throw refusal('not_found', 'Thread not found')
  return thread
}

/** Creates an inbox and records `inbox.created`. Refuses a taken address, and an address on a domain that cannot receive. */
export async function createInbox(unit: TeamUnit, body: InSchemas['CreateInbox']): Promise<InboxRecord> {
  const { tx, team_id, now } = unit
  const given = parseAddress(body.email_address)
  const email_address = given?.address.toLowerCase()
  if (email_address === undefined || given?.name !== '')
    throw refusal('validation_error', 'Invalid `email_address` field: it must be an address like `help@example.com`.')
  const name = domainOf(email_address)
  const domain = await findDomainByName(tx, { team_id, name })
  refuseDomain(name, domain, body.forwarding)
  tx.guard(team_id, 'inboxes')
  if (await store.findInboxByAddress(tx, { team_id, email_address })) throw takenAddressRefusal(email_address)
  if ((await store.countInboxes(tx, { team_id }))!.count >= INBOXES_MAX)
    throw refusal('validation_error', `A team can have at most ${INBOXES_MAX} inboxes. Delete one first.`)
  const at = now.toISOString()
  const id = tx.newId('inboxes')
  const names = { name: body.name ?? null, from_name: body.from_name ?? null }
  const counts = { unread: 0, drafts: 0, last_received: null }
  const { mail_host } = tx.settings.domains
  const receiving_address = body.forwarding ? receivingAddress(randomBytes(16).toString('hex'), mail_host) : null
  const where = { domain_id: domain!.id, email_address, receiving_address }
  const inbox = { id, team_id, ...where, ...names, ...counts, created_at: at, updated_at: at }
  store.insertInbox(tx, inbox)
  await record(tx, { type: 'inbox.created', team_id, at: now, source: inboxSourceOf(tx.actor), inbox })
  return inbox
}

export async function updateInbox(
  { tx, team_id, now }: TeamUnit,
  before: InboxRecord,
  { name = before.name, from_name = before.from_name }: InSchemas['UpdateInbox'],
): Promise<InboxRecord> {
  const inbox = { ...before, name, from_name, updated_at: now.toISOString() }
  store.saveInboxNames(tx, inbox)
  await record(tx, { type: 'inbox.updated', team_id, at: now, source: inboxSourceOf(tx.actor), inbox })
  return inbox
}

/** Removes an inbox and records `inbox.deleted`; a job removes its threads, drafts and labels. */
export async function removeInbox({ tx, team_id, now }: TeamUnit, inbox: InboxRecord): Promise<void> {
  guardInbox(tx, inbox)
  store.removeInboxRecord(tx, { team_id, id: inbox.id })
  await enqueue(tx, 'drop_inbox', { team_id, inbox_id: inbox.id }, now)
  await record(tx, { type: 'inbox.deleted', team_id, at: now, source: inboxSourceOf(tx.actor), inbox })
}

/** Maximum threads of a deleted inbox that one transaction removes. */
const THREADS_AT_ONCE = 20

/** Removes some of the content of a deleted inbox. Returns whether more may remain. */
export async function removeSomeOfInbox(unit: TeamUnit, inbox_id: string): Promise<boolean> {
  const { tx, team_id } = unit
  const some = await listSomeThreads(tx, { team_id, inbox_id, limit: THREADS_AT_ONCE })
  for (const { id } of some) await removeInboxThread(unit, (await findThread(tx, { team_id, inbox_id, id }))!)
  if (some.length === THREADS_AT_ONCE) return true
  if (await removeSomeDrafts(unit, { inbox_id })) return true
  removeLabelsOfInbox(tx, { team_id, inbox_id })
  removeAgent(tx, { team_id, inbox_id })
  return false
}

/** The inboxes that receive email to these addresses: their own addresses, or those that email is forwarded to. */
export async function findInboxesFor(tx: Tx, team_id: string, addresses: readonly string[]): Promise<InboxRecord[]> {
  const keys = addresses.map(emailKey)
  const [own, fed] = await Promise.all([
    store.listInboxesAt(tx, { team_id }, keys),
    store.listInboxesForwardedTo(tx, { team_id }, keys),
  ])
  return [...new Map([...own, ...fed].map(inbox => [inbox.id, inbox])).values()]
}

/** Finds the inboxes for these addresses. Returns a function that acquires their guards in a transaction. */
export async function findInboxGuards(
  tx: Tx,
  team_id: string,
  addresses: readonly string[],
): Promise<(tx: Tx) => void> {
  const inboxes = await findInboxesFor(tx, team_id, addresses)
  return unit => {
    for (const inbox of inboxes) guardInbox(unit, inbox)
  }
}

/** The team and the domain of the inbox whose email is forwarded to this address. */
export function findForwardedInbox(
  tx: Tx,
  address: string,
): Promise<{ team_id: string; domain_id: string } | undefined> {
  return store.findForwardingAddress(tx, { receiving_address: address.toLowerCase() })
}
