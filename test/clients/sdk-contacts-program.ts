// A program with the published SDK that uses contacts and their properties, segments and topics. It has only
// RESEND_BASE_URL and RESEND_API_KEY. Prints the result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

// ---- contact properties ----
const seats = (
  await ask('create property', resend.contactProperties.create({ key: 'seats', type: 'number', fallbackValue: 1 }))
).data!.id
await ask('create text property', resend.contactProperties.create({ key: 'plan', type: 'string' }))
await ask('create property again', resend.contactProperties.create({ key: 'seats', type: 'string' }))
await ask('list properties', resend.contactProperties.list({ limit: 1 }))
await ask('update property', resend.contactProperties.update({ id: seats, fallbackValue: 5 }))
await ask('get property', resend.contactProperties.get(seats))

// ---- segments ----
const segment = (await ask('create segment', resend.segments.create({ name: 'Beta' }))).data!.id
await ask('update segment', resend.segments.update(segment, { name: 'Beta testers' }))
await ask('get segment', resend.segments.get(segment))
await ask('list segments', resend.segments.list())

// ---- topics ----
const topic = (
  await ask(
    'create topic',
    resend.topics.create({ name: 'News', description: 'Monthly', defaultSubscription: 'opt_in' }),
  )
).data!.id
await ask('update topic', resend.topics.update({ id: topic, name: 'Release notes' }))
await ask('get topic', resend.topics.get(topic))
await ask('list topics', resend.topics.list())

// ---- contacts ----
const email = 'ada+news@example.com'
const contact = (
  await ask(
    'create contact',
    resend.contacts.create({
      email,
      firstName: 'Ada',
      properties: { plan: 'pro', seats: 4 },
      segments: [{ id: segment }],
      topics: [{ id: topic, subscription: 'opt_out' }],
    }),
  )
).data!.id
await ask('create contact again', resend.contacts.create({ email: 'ADA+news@example.com', lastName: 'Byron' }))
await ask('create nobody', resend.contacts.create({ email: 'nobody' }))
await ask('update contact', resend.contacts.update({ email, firstName: null, properties: { plan: null, seats: 5 } }))
await ask('get contact', resend.contacts.get({ email }))
await ask('get contact by id', resend.contacts.get(contact))
await ask('list contacts', resend.contacts.list())
await ask('list contacts of segment', resend.contacts.list({ segmentId: segment, limit: 10 }))
await ask('list segments of contact', resend.contacts.segments.list({ email }))
await ask('remove from segment', resend.contacts.segments.remove({ contactId: contact, segmentId: segment }))
await ask('list no segments', resend.contacts.segments.list({ contactId: contact }))
await ask('add to segment', resend.contacts.segments.add({ email, segmentId: segment }))
await ask('list topics of contact', resend.contacts.topics.list({ email }))
await ask('update topics', resend.contacts.topics.update({ email, topics: [{ id: topic, subscription: 'opt_in' }] }))
await ask('list topics after', resend.contacts.topics.list({ id: contact }))

// ---- the old name of segments ----
const old = (await ask('create audience', resend.audiences.create({ name: 'Readers' }))).data!.id
await ask('update audience', resend.audiences.update(old, { name: 'Old readers' }))
await ask('get audience', resend.audiences.get(old))
await ask('list audiences', resend.audiences.list())
await ask(
  'create in audience',
  resend.contacts.create({ audienceId: old, email: 'old@example.com', firstName: 'Otto' }),
)
await ask('list audience', resend.contacts.list({ audienceId: old }))
await ask('update in audience', resend.contacts.update({ audienceId: old, email: 'old@example.com', lastName: 'Kern' }))
await ask('get in audience', resend.contacts.get({ audienceId: old, email: 'old@example.com' }))
await ask('get elsewhere', resend.contacts.get({ audienceId: segment, email: 'old@example.com' }))
await ask('remove from audience', resend.contacts.remove({ audienceId: old, email: 'old@example.com' }))
await ask('remove nobody', resend.contacts.remove({ audienceId: old, email: 'nobody@example.com' }))
await ask('get after', resend.contacts.get({ audienceId: old, email: 'old@example.com' }))
await ask('get anywhere', resend.contacts.get({ email: 'old@example.com' }))
await ask('remove audience', resend.audiences.remove(old))
await ask('list removed audience', resend.contacts.list({ audienceId: old }))

// ---- deletion ----
await ask('remove contact', resend.contacts.remove({ email }))
await ask('get removed contact', resend.contacts.get({ email }))
await ask('remove property', resend.contactProperties.remove(seats))
await ask('get removed property', resend.contactProperties.get(seats))
await ask('remove segment', resend.segments.remove(segment))
await ask('get removed segment', resend.segments.get(segment))
await ask('remove topic', resend.topics.remove(topic))
await ask('get removed topic', resend.topics.get(topic))

printAnswers()
