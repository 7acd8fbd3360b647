// The operations on event definitions, and sending an event.
import { findContact } from '../../audience/contacts/actions.ts'
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { record } from '../../base/store/signals/record.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { coerceEventPayload } from './actions.ts'
import { eventResponse, eventItem } from './present.ts'
import { checkEventName, newEvent, type EventRecord, type EventSubject, eventSubject, updatedEvent } from './rules.ts'
import * as store from './store.ts'

async function requireEvent({ tx, team_id, path }: TeamUnit & { path: { event_id: string } }): Promise<EventRecord> {
  const event = await store.findEvent(tx, team_id, path.event_id)
  if (!event) throw refusal('not_found', 'Event not found')
  return event
}

export const listEvents: Handler<'listEvents'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listEvents(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(eventItem) } }
}

export const createEvent: Handler<'createEvent'> = async ({ tx, team_id, body, now }) => {
  const event = newEvent(body, tx.newId('events'), now)
  if (await store.findEventByName(tx, { team_id, name: event.name })) {
    throw refusal('validation_error', `An event with the name "${event.name}" already exists`)
  }
  store.insertEvent(tx, { ...event, team_id })
  return { status: 201, body: { object: 'event', id: event.id } }
}

export const getEvent: Handler<'getEvent'> = async call => {
  return { status: 200, body: eventResponse(await requireEvent(call)) }
}

export const updateEvent: Handler<'updateEvent'> = async call => {
  const { tx, team_id, body, now } = call
  const event = await requireEvent(call)
  store.saveEvent(tx, { ...updatedEvent(event, body, now), team_id })
  return { status: 200, body: { object: 'event', id: event.id } }
}

export const removeEvent: Handler<'removeEvent'> = async call => {
  const { id } = await requireEvent(call)
  store.removeEvent(call.tx, { team_id: call.team_id, id })
  return { status: 200, body: { object: 'event', id, deleted: true } }
}

/** Only records the event; jobs process it. */
export const sendEvent: Handler<'sendEvent'> = async ({ tx, team_id, body, now }) => {
  const name = checkEventName(body.event, 'event')
  const subject = eventSubject(body)
  const payload = await coerceEventPayload({ tx, team_id }, name, body.payload ?? {})
  const about = await findSubject(tx, team_id, subject)
  await record(tx, { type: 'event.sent', team_id, at: now, name, payload, ...about })
  return { status: 202, body: { object: 'event', event: name } }
}

/** The contact of the event; an id is completed by the address. Refuses (404) a contact that does not exist. */
async function findSubject(
  tx: Tx,
  team_id: string,
  subject: EventSubject,
): Promise<{ contact_id: string | null; email: string }> {
  if ('email' in subject) return { contact_id: null, email: subject.email }
  const contact = await findContact(tx, team_id, subject.contact_id)
  if (!contact) throw refusal('not_found', 'Contact not found')
  return { contact_id: contact.id, email: contact.email }
}
