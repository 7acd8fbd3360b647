// A person about whom a team stores all possible data: created through the API, with a real mail server.
import { anAutomation, aPublishedTemplate } from './automations.ts'
import { chain, delay, mail, trigger } from '../automations/rules/support.ts'
import { contactsOf } from './contacts.ts'
import type { MailSink } from './mail-sink.ts'
import type { TestServer } from './server.ts'
import { aTrackedDomain, receivedBy, visit } from './tracked.ts'

/** Names that occur nowhere else. */
export const NAMES = { first: 'Zuzalinka', last: 'Querbein' }
export const PERSON = 'zuzalinka.querbein@example.net'
/** Another recipient of some of the same emails. */
export const OTHER = 'otto@example.net'
const FROM = 'Acme <hi@tracked.example.org>'
const NOTE = `${NAMES.last} asked for it`

export interface TestPerson {
  contact_id: string
  segment_id: string
  topic_id: string
  broadcast_id: string
  /** The ids of emails by kind. */
  emails: Record<'alone' | 'shared' | 'bounced' | 'scheduled', string>
}

export async function aKnownPerson(server: TestServer, sink: MailSink): Promise<TestPerson> {
  const own = contactsOf(server)
  const post = async (path: string, body?: object): Promise<string> => (await own.ask('POST', path, body)).body.id
  await aTrackedDomain(server, 'tracked.example.org')
  await own.aProperty('nickname')
  const [segment_id, topic_id] = [await own.aSegment('Everybody'), await own.aTopic()]
  const contact_id = await own.aContact(PERSON, {
    first_name: NAMES.first,
    last_name: NAMES.last,
    properties: { nickname: `${NAMES.first} the Great` },
    segments: [{ id: segment_id }],
    topics: [{ id: topic_id, subscription: 'opt_out' }],
  })
  await own.aContact(OTHER, { segments: [{ id: segment_id }] })
  await aPublishedTemplate(server, { from: FROM })
  await anAutomation(server, { ...chain(trigger(), mail('nudge'), delay('pause', '3 days')), status: 'enabled' })
  await own.ask('POST', '/events/send', { event: 'trial.started', email: PERSON, payload: { note: NOTE } })
  await server.queue.idle()

  const link = `<a href="https://shop.example/?who=${encodeURIComponent(PERSON)}">Your offer</a>`
  const to = `${NAMES.first} ${NAMES.last} <${PERSON}>`
  const says = { from: FROM, subject: `Dear ${NAMES.first}`, html: `<p>Dear ${NAMES.last}, ${link}</p>` }
  const file = { filename: `${NAMES.last}.txt`, content: Buffer.from(NOTE).toString('base64') }
  const alone = await post('/emails', {
    ...says,
    to,
    headers: { 'X-Customer': NAMES.last },
    tags: [{ name: 'customer', value: NAMES.last }],
    attachments: [file],
  })
  const shared = await post('/emails', { ...says, to: [OTHER], cc: [PERSON] })
  const scheduled_at = new Date(server.now().getTime() + 86_400_000).toISOString()
  const scheduled = await post('/emails', { ...says, to, scheduled_at })
  const broadcast_id = await post('/broadcasts', {
    segment_id,
    from: FROM,
    name: 'News',
    subject: 'Hello {{{contact.first_name|you}}}',
    html: `<p>Hi {{{contact.first_name|you}}} <a href="https://shop.example/news?who={{{contact.email}}}">News</a></p>`,
  })
  await post(`/broadcasts/${broadcast_id}/send`)
  await receivedBy(sink, OTHER)
  return { contact_id, segment_id, topic_id, broadcast_id, emails: { alone, shared, scheduled, bounced: '' } }
}

/** Follows the links in all of the person's emails. */
export async function readTheirMail(sink: MailSink): Promise<void> {
  for (const { raw, recipients } of sink.messages) {
    if (!recipients.includes(PERSON)) continue
    const { picture, links } = await receivedBy(
      { ...sink, messages: [{ encrypted: false, from: '', recipients, raw }] },
      PERSON,
    )
    if (picture) await visit(picture)
    for (const href of links.slice(0, 1)) await visit(href)
  }
}
