// Audiences, the former name of segments, for clients that still use it. The id of an audience is the id of the segment.
import { listSegmentContacts, upsertContact, presentContact, updateContact } from '../contacts/actions.ts'
import { findContactRecord } from '../contacts/store.ts'
import { checkedEmail, refuseOtherEmail, type ContactRecord } from '../contacts/rules.ts'
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import {
  removeSegment,
  createSegment,
  findSegmentMembersAmong,
  refuseRuleSegments,
  removeFromSegment,
} from '../segments/actions.ts'
import { findSegment, listSegments } from '../segments/store.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import { audienceResponse, audienceItem } from './present.ts'

const unknown = (): Error => refusal('not_found', 'Audience not found')

interface Place {
  audience_id: string
  contact_id: string
}

/** The contact, if it is in the audience. Refuses (404) any other contact, even an existing one. */
async function findInAudience(
  { tx, team_id, now }: TeamUnit,
  { audience_id, contact_id }: Place,
): Promise<ContactRecord> {
  const contact = await findContactRecord(tx, team_id, contact_id)
  const of = { team_id, segment_id: audience_id }
  if (contact && (await findSegmentMembersAmong({ tx, now }, of, [contact.id])).has(contact.id)) return contact
  throw (await findSegment(tx, team_id, audience_id)) ? refusal('not_found', 'Contact not found') : unknown()
}

export const listAudiences: Handler<'listAudiences'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await listSegments(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(audienceItem) } }
}

export const createAudience: Handler<'createAudience'> = async ({ tx, team_id, body, now }) => {
  const { id, name } = await createSegment({ tx, team_id, now }, body.name, tx.newId('audiences'))
  return { status: 201, body: { object: 'audience', id, name } }
}

export const getAudience: Handler<'getAudience'> = async ({ tx, caller, path }) => {
  const segment = await findSegment(tx, caller.team_id, path.audience_id)
  if (!segment) throw unknown()
  return { status: 200, body: audienceResponse(segment) }
}

export const removeAudience: Handler<'removeAudience'> = async ({ tx, team_id, path, now }) => {
  const id = path.audience_id
  if (!(await removeSegment({ tx, team_id, now }, id))) throw unknown()
  return { status: 200, body: { object: 'audience', id, deleted: true } }
}

export const listAudienceContacts: Handler<'listAudienceContacts'> = async ({ tx, team_id, path, query, now }) => {
  const { rows, has_more } = await listSegmentContacts({ tx, team_id, now }, path.audience_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const createAudienceContact: Handler<'createAudienceContact'> = async ({ tx, caller, path, body, now }) => {
  const { team_id } = caller
  const segment_id = path.audience_id
  if (!(await findSegment(tx, team_id, segment_id))) throw unknown()
  await refuseRuleSegments(tx, team_id, [segment_id])
  const email = checkedEmail(body.email)
  const { id } = await upsertContact(tx, { team_id, email, fields: body, segment_ids: [segment_id] }, now)
  return { status: 201, body: { object: 'contact', id } }
}

export const getAudienceContact: Handler<'getAudienceContact'> = async ({ tx, team_id, path, now }) => {
  return { status: 200, body: await presentContact(tx, await findInAudience({ tx, team_id, now }, path)) }
}

export const updateAudienceContact: Handler<'updateAudienceContact'> = async ({ tx, team_id, path, body, now }) => {
  const contact = await findInAudience({ tx, team_id, now }, path)
  refuseOtherEmail(contact, body.email)
  await updateContact({ tx, now }, contact, body)
  return { status: 200, body: { object: 'contact', id: contact.id } }
}

/** Removes only the membership. A contact that is not a member is not an error. */
export const removeAudienceContact: Handler<'removeAudienceContact'> = async ({ tx, team_id, path }) => {
  const { audience_id, contact_id } = path
  await refuseRuleSegments(tx, team_id, [audience_id])
  const contact = await findContactRecord(tx, team_id, contact_id)
  const is_there = contact
    ? await removeFromSegment({ tx, team_id }, contact.id, audience_id)
    : await findSegment(tx, team_id, audience_id)
  if (!is_there) throw unknown()
  return { status: 200, body: { object: 'contact', contact: contact_id, deleted: true } }
}
