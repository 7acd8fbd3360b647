// A program with the published SDK that uses contacts and their properties, segments and topics. It has only
// RESEND_BASE_URL and RESEND_API_KEY. Prints the result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

// ---- contact properties ----
const seats = (
  await printAnswer(
    'create property',
    resend.contactProperties.create({ key: 'seats', type: 'number', fallbackValue: 1 }),
  )
).data!.id
await printAnswer('create text property', resend.contactProperties.create({ key: 'plan', type: 'string' }))
await printAnswer('create property again', resend.contactProperties.create({ key: 'seats', type: 'string' }))
await printAnswer('list properties', resend.contactProperties.list({ limit: 1 }))
await printAnswer('update property', resend.contactProperties.update({ id: seats, fallbackValue: 5 }))
await printAnswer('get property', resend.contactProperties.get(seats))

// ---- segments ----
const segment = (await printAnswer('create segment', resend.segments.create({ name: 'Beta' }))).data!.id
await printAnswer('update segment', resend.segments.update(segment, { name: 'Beta testers' }))
await printAnswer('get segment', resend.segments.get(segment))
await printAnswer('list segments', resend.segments.list())

// ---- topics ----
const topic = (
  await printAnswer(
    'create topic',
    resend.topics.create({ name: 'News', description: 'Monthly', defaultSubscription: 'opt_in' }),
  )
).data!.id
await printAnswer('update topic', resend.topics.update({ id: topic, name: 'Release notes' }))
await printAnswer('get topic', resend.topics.get(topic))
await printAnswer('list topics', resend.topics.list())

// ---- contacts ----
const email = 'ada+news@example.com'
const contact = (
  await printAnswer(
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
await printAnswer('create contact again', resend.contacts.create({ email: 'ADA+news@example.com', lastName: 'Byron' }))
await printAnswer('create nobody', resend.contacts.create({ email: 'nobody' }))
await printAnswer(
  'update contact',
  resend.contacts.update({ email, firstName: null, properties: { plan: null, seats: 5 } }),
)
await printAnswer('get contact', resend.contacts.get({ email }))
await printAnswer('get contact by id', resend.contacts.get(contact))
await printAnswer('list contacts', resend.contacts.list())
await printAnswer('list contacts of segment', resend.contacts.list({ segmentId: segment, limit: 10 }))
await printAnswer('list segments of contact', resend.contacts.segments.list({ email }))
await printAnswer('remove from segment', resend.contacts.segments.remove({ contactId: contact, segmentId: segment }))
await printAnswer('list no segments', resend.contacts.segments.list({ contactId: contact }))
await printAnswer('add to segment', resend.contacts.segments.add({ email, segmentId: segment }))
await printAnswer('list topics of contact', resend.contacts.topics.list({ email }))
await printAnswer(
  'update topics',
  resend.contacts.topics.update({ email, topics: [{ id: topic, subscription: 'opt_in' }] }),
)
await printAnswer('list topics after', resend.contacts.topics.list({ id: contact }))

// ---- the old name of segments ----
const old = (await printAnswer('create audience', resend.audiences.create({ name: 'Readers' }))).data!.id
await printAnswer('update audience', resend.audiences.update(old, { name: 'Old readers' }))
await printAnswer('get audience', resend.audiences.get(old))
await printAnswer('list audiences', resend.audiences.list())
await printAnswer(
  'create in audience',
  resend.contacts.create({ audienceId: old, email: 'old@example.com', firstName: 'Otto' }),
)
await printAnswer('list audience', resend.contacts.list({ audienceId: old }))
await printAnswer(
  'update in audience',
  resend.contacts.update({ audienceId: old, email: 'old@example.com', lastName: 'Kern' }),
)
await printAnswer('get in audience', resend.contacts.get({ audienceId: old, email: 'old@example.com' }))
await printAnswer('get elsewhere', resend.contacts.get({ audienceId: segment, email: 'old@example.com' }))
await printAnswer('remove from audience', resend.contacts.remove({ audienceId: old, email: 'old@example.com' }))
await printAnswer('remove nobody', resend.contacts.remove({ audienceId: old, email: 'nobody@example.com' }))
await printAnswer('get after', resend.contacts.get({ audienceId: old, email: 'old@example.com' }))
await printAnswer('get anywhere', resend.contacts.get({ email: 'old@example.com' }))
await printAnswer('remove audience', resend.audiences.remove(old))
await printAnswer('list removed audience', resend.contacts.list({ audienceId: old }))

// ---- deletion ----
await printAnswer('remove contact', resend.contacts.remove({ email }))
await printAnswer('get removed contact', resend.contacts.get({ email }))
await printAnswer('remove property', resend.contactProperties.remove(seats))
await printAnswer('get removed property', resend.contactProperties.get(seats))
await printAnswer('remove segment', resend.segments.remove(segment))
await printAnswer('get removed segment', resend.segments.get(segment))
await printAnswer('remove topic', resend.topics.remove(topic))
await printAnswer('get removed topic', resend.topics.get(topic))

printAnswers()
