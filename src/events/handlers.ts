import { findContact, keyOf } from '../contacts/actions.ts'
import type { Handler } from '../operation.ts'
import { refusal } from '../refusal.ts'
import type { Tx } from '../store/database.ts'
import { payloadFor } from './actions.ts'
import { accept } from './happened/actions.ts'
import { eventAnswer, eventItem } from './present.ts'
import { checkedName, created, type EventRecord, type Subject, subjectOf, updated } from './rules.ts'
import * as store from './store.ts'

async function found(tx: Tx, team_id: string, id_or_name: string): Promise<EventRecord> {
  const event = await store.findEvent(tx, team_id, id_or_name)
  if (!event) throw refusal('not_found', 'Event not found')
  return event
}

export const listEvents: Handler<'listEvents'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listEvents(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(eventItem) } }
}

export const createEvent: Handler<'createEvent'> = async ({ tx, caller, body, now }) => {
  const event = created(body, tx.newId('events'), now)
  if (await store.findEventByName(tx, caller.team_id, event.name)) {
    throw refusal('validation_error', `There already is an event named "${event.name}"`)
  }
  await store.insertEvent(tx, caller.team_id, event)
  return { status: 201, body: { object: 'event', id: event.id } }
}

export const getEvent: Handler<'getEvent'> = async ({ tx, caller, path }) => {
  return { status: 200, body: eventAnswer(await found(tx, caller.team_id, path.event_id)) }
}

export const updateEvent: Handler<'updateEvent'> = async ({ tx, caller, path, body, now }) => {
  const event = await found(tx, caller.team_id, path.event_id)
  await store.saveEvent(tx, caller.team_id, updated(event, body, now))
  return { status: 200, body: { object: 'event', id: event.id } }
}

export const removeEvent: Handler<'removeEvent'> = async ({ tx, caller, path }) => {
  const { id } = await found(tx, caller.team_id, path.event_id)
  await store.removeEvent(tx, caller.team_id, id)
  return { status: 200, body: { object: 'event', id, deleted: true } }
}

/** Only writes down that it happened; the automations that listen are started by the job. */
export const sendEvent: Handler<'sendEvent'> = async ({ tx, caller, body, now }) => {
  const { team_id } = caller
  const name = checkedName(body.event, 'event')
  const subject = subjectOf(body)
  const payload = JSON.stringify(await payloadFor(tx, team_id, name, body.payload ?? {}))
  const about = await aboutOf(tx, team_id, subject)
  const own = { email: null, contact_id: null, run_id: null, ...subject }
  await accept(tx, { team_id, about, name, payload, at: now.toISOString(), ...own }, now)
  return { status: 202, body: { object: 'event', event: name } }
}

/** The same for a contact, be it named by its id or by its address. Refuses a contact that is not there. */
async function aboutOf(tx: Tx, team_id: string, subject: Subject): Promise<string> {
  if ('email' in subject) return keyOf(subject.email)
  const contact = await findContact(tx, team_id, subject.contact_id)
  if (!contact) throw refusal('not_found', 'Contact not found')
  return keyOf(contact.email)
}
