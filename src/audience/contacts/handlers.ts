// The operations on contacts, and on their segments and topics.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import * as segments from '../segments/actions.ts'
import { findExistingSegments } from '../segments/store.ts'
import type { Tx } from '../../base/store/database.ts'
import { findTopics, listContactTopics as topicsFor } from '../topics/actions.ts'
import * as actions from './actions.ts'
import { EXPORT_HEADERS, exportPieces, openExport, recordListExport } from './export/actions.ts'
import { contactItem } from './present.ts'
import { checkedEmail, latestTopicChoices, type ContactRecord, refuseOtherEmail, segmentIds } from './rules.ts'
import * as store from './store.ts'

async function requireContact(tx: Tx, team_id: string, id_or_email: string): Promise<ContactRecord> {
  const contact = await store.findContactRecord(tx, team_id, id_or_email)
  if (!contact) throw refusal('not_found', 'Contact not found')
  return contact
}

async function refuseUnknownSegments(tx: Tx, team_id: string, ids: string[]): Promise<void> {
  const known = await findExistingSegments(tx, team_id, ids)
  if (ids.some(id => !known.has(id))) throw unknownSegment()
  await segments.refuseRuleSegments(tx, team_id, ids)
}

async function refuseUnknownTopics(tx: Tx, team_id: string, ids: string[]): Promise<void> {
  const known = await findTopics(tx, team_id, ids)
  if (ids.some(id => !known.has(id))) throw refusal('not_found', 'Topic not found')
}

const unknownSegment = (): Error => refusal('not_found', 'Segment not found')

export const listContacts: Handler<'listContacts'> = async ({ tx, caller, query, now }) => {
  const { rows, has_more } = await store.listContacts(tx, caller.team_id, { ...query, now })
  return { status: 200, body: { object: 'list', has_more, data: rows.map(contactItem) } }
}

export const exportContacts: Handler<'exportContacts'> = async ({ tx, team_id, query, now }) => {
  const wanted = await openExport({ tx, team_id, now }, query.segment_id)
  return {
    status: 200,
    headers: EXPORT_HEADERS,
    afterCommit: async ({ unit, read }) => {
      await unit(tx => recordListExport(tx, wanted, now))
      return exportPieces(read, wanted)
    },
  }
}

export const createContact: Handler<'createContact'> = async ({ tx, caller, body, now }) => {
  const { team_id } = caller
  const segment_ids = segmentIds([
    ...(body.segments ?? []),
    ...(body.audience_id === undefined ? [] : [body.audience_id]),
  ])
  const choices = latestTopicChoices(body.topics ?? [])
  await refuseUnknownSegments(tx, team_id, segment_ids)
  await refuseUnknownTopics(tx, team_id, [...choices.keys()])
  const contact = await actions.upsertContact(
    tx,
    { team_id, email: checkedEmail(body.email), fields: body, segment_ids },
    now,
  )
  await actions.chooseTopics({ tx, now }, contact, choices)
  return { status: 201, body: { object: 'contact', id: contact.id } }
}

export const getContact: Handler<'getContact'> = async ({ tx, caller, path }) => {
  const contact = await requireContact(tx, caller.team_id, path.contact_id)
  return { status: 200, body: await actions.presentContact(tx, contact) }
}

export const updateContact: Handler<'updateContact'> = async ({ tx, caller, path, body, now }) => {
  const contact = await requireContact(tx, caller.team_id, path.contact_id)
  refuseOtherEmail(contact, body.email)
  await actions.updateContact({ tx, now }, contact, body)
  return { status: 200, body: { object: 'contact', id: contact.id } }
}

export const removeContact: Handler<'removeContact'> = async ({ tx, team_id, path, now }) => {
  const { id } = await requireContact(tx, team_id, path.contact_id)
  await actions.removeContact({ tx, team_id, now }, id)
  return { status: 200, body: { object: 'contact', id, contact: id, deleted: true } }
}

export const listContactSegments: Handler<'listContactSegments'> = async ({ tx, caller, path, query, now }) => {
  const contact = await requireContact(tx, caller.team_id, path.contact_id)
  const { rows, has_more } = await segments.listContactSegments(
    { tx, team_id: contact.team_id, now },
    contact.id,
    query,
  )
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const addContactToSegment: Handler<'addContactToSegment'> = async ({ tx, team_id, path, now }) => {
  const { segment_id } = path
  const { id: contact_id } = await requireContact(tx, team_id, path.contact_id)
  await segments.refuseRuleSegments(tx, team_id, [segment_id])
  if (!(await segments.addToSegment({ tx, team_id, now }, contact_id, segment_id))) throw unknownSegment()
  return { status: 200, body: { object: 'contact_segment', id: segment_id, contact_id, segment_id } }
}

export const removeContactFromSegment: Handler<'removeContactFromSegment'> = async ({ tx, team_id, path }) => {
  const { segment_id } = path
  const { id: contact_id } = await requireContact(tx, team_id, path.contact_id)
  await segments.refuseRuleSegments(tx, team_id, [segment_id])
  if (!(await segments.removeFromSegment({ tx, team_id }, contact_id, segment_id))) throw unknownSegment()
  const removed = { id: segment_id, contact_id, segment_id, audienceId: segment_id, deleted: true } as const
  return { status: 200, body: { object: 'contact_segment', ...removed } }
}

export const listContactTopics: Handler<'listContactTopics'> = async ({ tx, team_id, path, query }) => {
  const contact = await requireContact(tx, team_id, path.contact_id)
  const { rows, has_more } = await topicsFor(tx, { team_id, contact_id: contact.id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const updateContactTopics: Handler<'updateContactTopics'> = async ({ tx, caller, path, body, now }) => {
  const contact = await requireContact(tx, caller.team_id, path.contact_id)
  const { id } = contact
  const choices = latestTopicChoices(Array.isArray(body) ? body : body.topics)
  await refuseUnknownTopics(tx, caller.team_id, [...choices.keys()])
  await actions.chooseTopics({ tx, now }, contact, choices)
  const topics = Array.from(choices, ([id, subscription]) => ({ id, subscription }))
  return { status: 200, body: { object: 'contact_topics', id, contact_id: id, topics } }
}

export const listSegmentContacts: Handler<'listSegmentContacts'> = async ({ tx, team_id, path, query, now }) => {
  const { rows, has_more } = await actions.listSegmentContacts({ tx, team_id, now }, path.segment_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}
