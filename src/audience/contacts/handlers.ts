// The operations on contacts, and on their segments and topics.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { addToSegment, refuseByRule, removeFromSegment, segmentsOf } from '../segments/actions.ts'
import { knownSegments as segmentsExist } from '../segments/store.ts'
import type { Tx } from '../../base/store/database.ts'
import { findTopics, topicsFor } from '../topics/actions.ts'
import {
  chooseTopics,
  contactsIn,
  putContact,
  removeContact as removeForGood,
  showContact,
  updateContact as update,
} from './actions.ts'
import { EXPORT_HEADERS, exportPieces, openExport, recordListExport } from './export/actions.ts'
import { contactItem } from './present.ts'
import { checkedEmail, choicesOf, type ContactRecord, refuseOtherEmail, segmentIds } from './rules.ts'
import * as store from './store.ts'

async function findOrRefuse(tx: Tx, team_id: string, id_or_email: string): Promise<ContactRecord> {
  const contact = await store.findContactRecord(tx, team_id, id_or_email)
  if (!contact) throw refusal('not_found', 'Contact not found')
  return contact
}

async function refuseUnknownSegments(tx: Tx, team_id: string, ids: string[]): Promise<void> {
  const known = await segmentsExist(tx, team_id, ids)
  if (ids.some(id => !known.has(id))) throw unknownSegment()
  await refuseByRule(tx, team_id, ids)
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
  const choices = choicesOf(body.topics ?? [])
  await refuseUnknownSegments(tx, team_id, segment_ids)
  await refuseUnknownTopics(tx, team_id, [...choices.keys()])
  const contact = await putContact(tx, { team_id, email: checkedEmail(body.email), fields: body, segment_ids }, now)
  await chooseTopics({ tx, now }, contact, choices)
  return { status: 201, body: { object: 'contact', id: contact.id } }
}

export const getContact: Handler<'getContact'> = async ({ tx, caller, path }) => {
  const contact = await findOrRefuse(tx, caller.team_id, path.contact_id)
  return { status: 200, body: await showContact(tx, contact) }
}

export const updateContact: Handler<'updateContact'> = async ({ tx, caller, path, body, now }) => {
  const contact = await findOrRefuse(tx, caller.team_id, path.contact_id)
  refuseOtherEmail(contact, body.email)
  await update({ tx, now }, contact, body)
  return { status: 200, body: { object: 'contact', id: contact.id } }
}

export const removeContact: Handler<'removeContact'> = async ({ tx, team_id, path, now }) => {
  const { id } = await findOrRefuse(tx, team_id, path.contact_id)
  await removeForGood({ tx, team_id, now }, id)
  return { status: 200, body: { object: 'contact', id, contact: id, deleted: true } }
}

export const listContactSegments: Handler<'listContactSegments'> = async ({ tx, caller, path, query, now }) => {
  const contact = await findOrRefuse(tx, caller.team_id, path.contact_id)
  const { rows, has_more } = await segmentsOf({ tx, team_id: contact.team_id, now }, contact.id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const addContactToSegment: Handler<'addContactToSegment'> = async ({ tx, team_id, path, now }) => {
  const { segment_id } = path
  const { id: contact_id } = await findOrRefuse(tx, team_id, path.contact_id)
  await refuseByRule(tx, team_id, [segment_id])
  if (!(await addToSegment({ tx, team_id, now }, contact_id, segment_id))) throw unknownSegment()
  return { status: 200, body: { object: 'contact_segment', id: segment_id, contact_id, segment_id } }
}

export const removeContactFromSegment: Handler<'removeContactFromSegment'> = async ({ tx, team_id, path }) => {
  const { segment_id } = path
  const { id: contact_id } = await findOrRefuse(tx, team_id, path.contact_id)
  await refuseByRule(tx, team_id, [segment_id])
  if (!(await removeFromSegment({ tx, team_id }, contact_id, segment_id))) throw unknownSegment()
  const removed = { id: segment_id, contact_id, segment_id, audienceId: segment_id, deleted: true } as const
  return { status: 200, body: { object: 'contact_segment', ...removed } }
}

export const listContactTopics: Handler<'listContactTopics'> = async ({ tx, team_id, path, query }) => {
  const contact = await findOrRefuse(tx, team_id, path.contact_id)
  const { rows, has_more } = await topicsFor(tx, { team_id, contact_id: contact.id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const updateContactTopics: Handler<'updateContactTopics'> = async ({ tx, caller, path, body, now }) => {
  const contact = await findOrRefuse(tx, caller.team_id, path.contact_id)
  const { id } = contact
  const choices = choicesOf(Array.isArray(body) ? body : body.topics)
  await refuseUnknownTopics(tx, caller.team_id, [...choices.keys()])
  await chooseTopics({ tx, now }, contact, choices)
  const topics = Array.from(choices, ([id, subscription]) => ({ id, subscription }))
  return { status: 200, body: { object: 'contact_topics', id, contact_id: id, topics } }
}

export const listSegmentContacts: Handler<'listSegmentContacts'> = async ({ tx, team_id, path, query, now }) => {
  const { rows, has_more } = await contactsIn({ tx, team_id, now }, path.segment_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}
