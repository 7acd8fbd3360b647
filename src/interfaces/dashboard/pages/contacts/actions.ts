// The contacts of a team: searches, shows, adds, edits and deletes them.
import { emailKey } from '../../../../base/text/addresses.ts'
import { listContactEvents } from '../../../../campaigns/automations/store/contact-events.ts'
import { findAutomationsOfRuns } from '../../../../campaigns/automations/store/runs.ts'
import { findPropertiesByKey } from '../../../../audience/contact-properties/actions.ts'
import { listContactProperties } from '../../../../audience/contact-properties/store.ts'
import {
  type Contact,
  chooseTopics,
  findContactId,
  findContact,
  createContact,
  removeContact,
  updateContactFields,
} from '../../../../audience/contacts/actions.ts'
import {
  EXPORT_HEADERS,
  exportPieces,
  openExport,
  recordListExport,
} from '../../../../audience/contacts/export/actions.ts'
import type { ContactFields } from '../../../../audience/contacts/rules.ts'
import { type FoundContacts, searchContacts } from '../../../../audience/contacts/search/actions.ts'
import { searchEmails } from '../../../../mail/emails/search/actions.ts'
import { streamPieces } from '../../../http/pieces.ts'
import { addToSegment, removeFromSegment, listContactSegments } from '../../../../audience/segments/actions.ts'
import { findManualSegments, listSegments } from '../../../../audience/segments/store.ts'
import type { TeamUnit, Tx } from '../../../../base/store/database.ts'
import { findTopic, listTopics } from '../../../../audience/topics/store.ts'
import { type DashboardPage, openPage, page, type Redirect, type Visit } from '../../page.ts'
import { requireFound } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { PAGE_LENGTH } from '../../ui/table.ts'
import { formText } from '../../ui/form-values.ts'
import { idIn } from '../emails/search.ts'
import { findReach, listNamedRuns } from '../people/actions.ts'
import { propertyValueFromForm } from '../contact-properties.ts'
import { type ContactFilters, contactQuery, type ContactQuery, contactsBody, subscriptionIn } from './list-view.ts'
import { contactBody, type ContactData } from './view.ts'

/** Maximum emails and events on the page of one contact. */
const LATEST = 10
/** Maximum options of a select, and entries of each kind on the page of one contact. */
const SHOWN_MAX = 100

const DONE = {
  deleted: 'Contact deleted, with its properties, segments and subscriptions.',
}

const DONE_WITH_ONE = {
  added: 'Contact added.',
  known: 'A contact with this address already existed. It was updated with the values you entered.',
  changed: 'Contact updated.',
  unsubscribed: 'Contact unsubscribed from all marketing emails.',
  subscribed: 'Contact resubscribed.',
}

const NOT_UPDATED = { refused: 'Contact not updated' }

const contactsPage = openPage('GET /contacts', 'member', async ({ asVisitor, query, parts: { database, now } }) => {
  const { team_id, ...known } = await asVisitor(async visit => {
    return { team_id: visit.team_id, team_name: visit.visitor.team.name, filters: await findFilters(visit) }
  })
  // outside of the transaction, which would block others
  const looked = await database.read(tx => search({ tx, team_id, now: now() }, contactQuery(query)))
  return { title: 'Contacts', done: DONE, body: () => contactsBody({ ...known, ...looked }) }
})

/** As in the API, every member of the team may use these pages. */
export const contactPages: DashboardPage[] = [
  contactsPage,

  page('POST /contacts/add', 'member', addContact, { refused: contactsPage }),

  openPage(
    'GET /contacts/export',
    'worker',
    async ({ asVisitor, ctx, query, parts: { database } }) => {
      const chosen = query.get('segment_id')
      const segment_id = chosen === null ? undefined : requireFound(idIn(chosen), 'segment')
      const wanted = await asVisitor(async ({ tx, team_id, now }) => {
        await recordListExport(tx, { team_id, segment_id }, now)
        return openExport({ tx, team_id, now }, segment_id)
      })
      const pieces = exportPieces(body => database.read(body), wanted)
      const content = streamPieces(pieces, { response: ctx.res, team_id: wanted.team_id })
      return { type: EXPORT_HEADERS['Content-Type'], headers: EXPORT_HEADERS, content }
    },
    { refused: 'Contacts cannot be downloaded', isRecorded: true },
  ),

  openPage('GET /contacts/:id', 'member', async ({ asVisitor, params, parts: { database } }) => {
    const { team_id, ...known } = await asVisitor(async visit => {
      return { team_id: visit.team_id, ...(await findContactData(visit, params.id)) }
    })
    const search = { address: emailKey(known.contact.email) }
    // outside of the transaction, which would block others
    const emails = await database.read(tx =>
      searchEmails({ tx, team_id, automationsOf: findAutomationsOfRuns }, search, { most: LATEST }),
    )
    return {
      title: known.contact.email,
      done: DONE_WITH_ONE,
      body: () => contactBody({ ...known, emails }),
    }
  }),

  page(
    'POST /contacts/:id/change',
    'member',
    visit => update(visit, namesFromForm(visit.form), 'changed'),
    NOT_UPDATED,
  ),
  page(
    'POST /contacts/:id/unsubscribe',
    'member',
    visit => update(visit, { unsubscribed: true }, 'unsubscribed'),
    NOT_UPDATED,
  ),
  page(
    'POST /contacts/:id/subscribe',
    'member',
    visit => update(visit, { unsubscribed: false }, 'subscribed'),
    NOT_UPDATED,
  ),

  page(
    'POST /contacts/:id/property',
    'member',
    async visit => {
      const { tx, team_id, form } = visit
      const key = form.get('key') ?? ''
      const type = (await findPropertiesByKey(tx, team_id)).get(key)?.type
      return update(visit, { properties: { [key]: propertyValueFromForm(form, 'value', type) } }, 'changed')
    },
    NOT_UPDATED,
  ),

  page('POST /contacts/:id/topic', 'member', async visit => {
    const { tx, team_id, form, now } = visit
    const contact = await requireContact(visit, visit.params.id)
    const topic = requireFound(await findTopic(tx, team_id, form.get('topic_id') ?? ''), 'topic')
    await chooseTopics({ tx, now }, contact, new Map([[topic.id, subscriptionIn(form.get('subscription'))]]))
    return to(contact.id, 'changed')
  }),

  page('POST /contacts/:id/add-segment', 'member', async visit => {
    const { tx, team_id, form, now } = visit
    const { id } = await requireContact(visit, visit.params.id)
    requireFound(await addToSegment({ tx, team_id, now }, id, form.get('segment_id') ?? ''), 'segment')
    return to(id, 'changed')
  }),

  page('POST /contacts/:id/remove-segment', 'member', async visit => {
    const { tx, team_id, form } = visit
    const { id } = await requireContact(visit, visit.params.id)
    requireFound(await removeFromSegment({ tx, team_id }, id, form.get('segment_id') ?? ''), 'segment')
    return to(id, 'changed')
  }),

  page('POST /contacts/:id/delete', 'member', async visit => {
    const { id } = await requireContact(visit, visit.params.id)
    await removeContact(visit, id)
    return { location: '/contacts?done=deleted' }
  }),
]

function to(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/contacts/${id}?done=${done}` }
}

async function requireContact({ tx, team_id }: Visit<Visitor>, id: string): Promise<Contact> {
  return requireFound(await findContact(tx, team_id, id), 'contact')
}

async function update(
  visit: Visit<Visitor, 'POST /contacts/:id'>,
  fields: Parameters<typeof updateContactFields>[2],
  done: keyof typeof DONE_WITH_ONE,
): Promise<Redirect> {
  const { id } = await requireContact(visit, visit.params.id)
  await updateContactFields(visit, id, fields)
  return to(id, done)
}

/** The names in a form; an empty field results in `null`. */
function namesFromForm(form: URLSearchParams): Pick<ContactFields, 'first_name' | 'last_name'> {
  return { first_name: formText(form, 'first_name') || null, last_name: formText(form, 'last_name') || null }
}

/** Empty fields change nothing about an existing contact. */
async function addContact({ tx, team_id, form, now }: Visit<Visitor>): Promise<Redirect> {
  const email = form.get('email') ?? ''
  const names = Object.entries(namesFromForm(form)).filter(([, name]) => name !== null)
  const segment_id = form.get('segment_id') ?? ''
  const known = await findContactId(tx, team_id, email)
  const contact = {
    team_id,
    email,
    fields: Object.fromEntries(names),
    segment_ids: segment_id === '' ? [] : [segment_id],
  }
  const { id } = await createContact(tx, contact, now)
  return to(id, known === undefined ? 'added' : 'known')
}

async function findFilters({ tx, team_id }: Visit<Visitor>): Promise<ContactFilters> {
  const most = { limit: SHOWN_MAX }
  const segments = await listSegments(tx, team_id, most)
  const topics = await listTopics(tx, { team_id }, most)
  const properties = await listContactProperties(tx, team_id, most)
  const picked = await pickedOf(tx, team_id, segments.rows)
  return { segments: segments.rows, picked, topics: topics.rows, properties: properties.rows }
}

/** The segments with manually added contacts, without those that have a rule. */
async function pickedOf<Each extends { id: string }>(
  tx: Tx,
  team_id: string,
  segments: readonly Each[],
): Promise<Each[]> {
  const ids = segments.map(({ id }) => id)
  const picked = await findManualSegments(tx, team_id, ids)
  return segments.filter(({ id }) => picked.has(id))
}

/** Searches addresses and, if none starts with the words, names. */
async function search(
  { tx, team_id, now }: TeamUnit,
  query: ContactQuery,
): Promise<{ query: ContactQuery; found: FoundContacts }> {
  const { search: wanted, after: behind, isOpen } = query
  const place = { after: behind, most: PAGE_LENGTH, now }
  const found = await searchContacts({ tx, team_id }, wanted, place)
  if (!isOpen || found.rows.length > 0 || found.behind !== undefined) return { query, found }
  const inNames = { ...query, search: { ...wanted, address: undefined, name: wanted.address }, isOpen: false }
  inNames.typed = { ...query.typed, in: 'name' }
  return { query: inNames, found: await searchContacts({ tx, team_id }, inNames.search, place) }
}

async function findContactData(visit: Visit<Visitor>, id: string): Promise<ContactData> {
  const { tx, team_id, now } = visit
  const contact = await requireContact(visit, id)
  const most = { limit: SHOWN_MAX }
  const segments = (await listContactSegments({ tx, team_id, now }, contact.id, most)).rows
  const ids = segments.map(({ id }) => id)
  return {
    contact,
    properties: [...(await findPropertiesByKey(tx, team_id)).values()],
    segments,
    picked: await findManualSegments(tx, team_id, ids),
    all_segments: await pickedOf(tx, team_id, (await listSegments(tx, team_id, most)).rows),
    reach: await findReach(tx, { team_id, address: contact.email }, contact),
    events: await listContactEvents(tx, { team_id, about: emailKey(contact.email) }, LATEST),
    runs: await listNamedRuns(tx, team_id, contact.id),
  }
}
