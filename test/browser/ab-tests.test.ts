// A/B test pages of a broadcast: editing, validation, sending, the winner by open rate, and the results.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { aPerson, type Person } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { aTrackedDomain, readMail, visit } from '../support/tracked.ts'

const HOUR_MS = 3_600_000
/** Enough recipients for both versions, however they are split. */
const PEOPLE = 160
const ADDRESSES = Array.from({ length: PEOPLE }, (_reader, at) => `reader-${at}@domain-${at % 2}.example`)
const time = clock(new Date().toISOString())
let sink: MailSink
let server: TestServer
let person: Person
let segment_id: string

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now })
  await aTrackedDomain(server, 'tracked.example.org')
  person = aPerson(server)
  await person.logIn()
  const made = contactsOf(server)
  segment_id = await made.aSegment()
  for (const address of ADDRESSES) await made.aContact(address, { segments: [{ id: segment_id }] })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const page = async (path: string): Promise<string> => (await person.get(path)).text.replaceAll(/\s+/g, ' ')

async function aDraft(fields: object = {}): Promise<string> {
  const content = { from: 'Acme <news@tracked.example.org>', subject: 'First words', html: '<p>What A says</p>' }
  return (await server.call('POST', '/broadcasts', { body: { segment_id, ...content, ...fields } })).body.id
}

const RULES = { share: '50', wait_hours: '3', winner_by: 'opened' }

async function tested(id: string, fields: Record<string, string> = {}) {
  await person.get(`/broadcasts/${id}/ab-test`)
  const same = { subject: 'First words', html: '<p>What A says</p>', text: '' }
  return person.post(`/broadcasts/${id}/ab-test`, { ...same, ...RULES, ...fields })
}

/** Advances the clock, because the sender postpones itself while recipients are still being collected. */
const testSent = (id: string) =>
  expect.poll(() => (time.forward(50), page(`/broadcasts/${id}`))).toContain('The winner is chosen')

function cells(text: string, label: string): string[][] {
  const table = new RegExp(`<table class="list" aria-label="${label}">(.*?)</table>`).exec(text)?.[1] ?? ''
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, '').trim()),
  )
}

it('rejects an A/B test with identical versions, invalid settings or untracked opens', async () => {
  const id = await aDraft()
  expect((await tested(id)).text).toContain('Version B is identical to version A. Change its subject or content.')
  for (const [field, value] of [
    ['share', '9'],
    ['share', '101'],
    ['wait_hours', '0'],
    ['wait_hours', '73'],
    ['wait_hours', '1.5'],
  ] as const) {
    const refused = await tested(id, { subject: 'Other <words>', [field]: value })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('must be a whole number from')])
    expect(refused.text).toContain('value="Other &lt;words&gt;"')
  }
  const untracked = await aDraft({ from: 'Acme <news@plain.example.org>' })
  expect((await tested(untracked, { subject: 'Other words' })).status).toBe(303)
  const words = 'plain.example.org does not track opens'
  expect(await page(`/broadcasts/${untracked}`)).toContain(words)
  const sending = await server.call('POST', `/broadcasts/${untracked}/send`)
  expect([sending.status, sending.body.message]).toEqual([403, expect.stringContaining(words)])
  await person.post(`/broadcasts/${untracked}/ab-test/remove`)
  expect(await page(`/broadcasts/${untracked}`)).not.toContain(words)
})

it('sends two versions, then the winner to the remaining recipients', async () => {
  const before = await aDraft({ name: 'The one before', send: true })
  await expect.poll(() => (time.forward(50), sink.messages.length)).toBe(PEOPLE)
  const id = await aDraft({ name: 'Tested' })
  const saved = await tested(id, { subject: 'Other words', html: '<p>What B says</p>' })
  expect((await person.get(saved.location!)).text).toContain('A/B test saved.')
  expect(await page(`/broadcasts/${id}`)).toContain(
    '50 % of contacts, compared by open rate; the winner is sent to the rest after 3 hours',
  )
  await tested(id, { subject: 'Other words', html: '<p>What B says</p>', wait_hours: '1' })
  expect(await page(`/broadcasts/${id}`)).toContain('to the rest after 1 hour')
  await tested(id, { subject: 'Other words', html: '<p>What B says</p>' })
  expect(await page(`/broadcasts/${id}/send`)).toContain('(version B, html)')
  expect(await page(`/broadcasts/${id}/preview?as=text&version=b`)).toContain('What B says')
  expect(await page(`/broadcasts/${id}/html?version=b`)).toContain('What B says')
  expect(await page(`/broadcasts/${id}/html`)).toContain('What A says')
  const answer = (await server.call('GET', `/broadcasts/${id}`)).body

  expect(await page(`/broadcasts/${id}/send`)).toContain('50 % of contacts, compared by')
  expect((await person.post(`/broadcasts/${id}/send`)).status).toBe(303)
  await testSent(id)
  await server.queue.idle()
  const waiting = await page(`/broadcasts/${id}`)
  expect(waiting).toContain('<span class="tag wait">Waiting for the winner</span>')
  expect(waiting).not.toContain('are being queued and sent')
  const first = sink.messages.slice(PEOPLE)
  const isB = ({ raw }: { raw: string }): boolean => /^Subject: Other words\r$/m.test(raw)
  expect(first.every(({ raw }) => raw.includes('What B says') === /^Subject: Other words\r$/m.test(raw))).toBe(true)
  expect(first.filter(isB).length).toBeGreaterThan(1)
  expect(first.filter(each => !isB(each)).length).toBeGreaterThan(1)
  expect(first.length).toBeLessThan(PEOPLE)
  const names = new Set(Object.keys((await server.call('GET', `/broadcasts/${id}`)).body))
  expect([...names]).toEqual(Object.keys(answer))
  // All recipients of B open it. No recipient of A does, and the sample is too small to judge A.
  time.forward(60_000)
  for (const { raw } of first.filter(isB)) await visit((await readMail(raw)).picture!)
  await server.queue.idle()
  const sent = first.filter(isB).length
  await expect
    .poll(async () => cells(await page(`/broadcasts/${id}`), 'A/B test results')[2]?.slice(1, 4))
    .toEqual([sent, sent, sent].map(String))
  const shown = await page(`/broadcasts/${id}`)
  expect(shown).toContain('The difference is statistically significant.')
  expect(cells(shown, 'A/B test results')[2]!.at(-1)).toMatch(/^100 % \([\d.]+ to 100 %\)$/)
  expect(shown).toContain('Choose version B')

  time.forward(3 * HOUR_MS)
  await expect
    .poll(() => page(`/broadcasts/${id}`))
    .toContain('The remaining contacts receive version B. It had the better results.')
  await expect.poll(() => sink.messages.length).toBe(2 * PEOPLE)
  await server.queue.idle()
  expect(sink.messages.slice(PEOPLE + first.length).every(isB)).toBe(true)
  const to = sink.messages.slice(PEOPLE).flatMap(({ recipients }) => recipients)
  expect(new Set(to).size).toBe(PEOPLE)

  const over = await page(`/broadcasts/${id}`)
  expect(over).not.toContain('Choose version B')
  expect(cells(over, 'A/B test results')[2]!.slice(1, 3)).toEqual([sent, sent].map(String))
  expect(cells(over, 'Results by recipient domain').map(row => row.slice(0, 3))).toEqual([
    ['Domain', 'Sent', 'Delivered'],
    ['domain-0.example', '80', '80'],
    ['domain-1.example', '80', '80'],
  ])
  const compared = cells(over, 'Comparison with earlier broadcasts')
  expect(compared.map(([name]) => name)).toEqual(['Broadcast', 'This broadcast', 'The one before'])
  expect(compared[2]!.slice(2, 4)).toEqual(['100 %', '0 %'])
  expect(await page(`/broadcasts/${before}`)).not.toContain('Comparison with earlier broadcasts')
  // An email keeps the version that its recipient received.
  const { data } = (await server.call('GET', '/emails?limit=100')).body
  const one = data.find((each: { subject: string }) => each.subject === 'Other words')
  expect((await server.call('GET', `/emails/${one.id}`)).body.html).toContain('What B says')
})

it('sends a manually chosen version to the remaining recipients and copies the test to a duplicate', async () => {
  const count = sink.messages.length
  const id = await aDraft({ name: 'Chosen' })
  await tested(id, { subject: 'Other words', wait_hours: '72' })
  await person.post(`/broadcasts/${id}/send`)
  await testSent(id)
  await server.queue.idle()
  // Contacts who unsubscribe or are suppressed during the wait receive nothing.
  const got = new Set(sink.messages.slice(count).flatMap(({ recipients }) => recipients))
  const [left, suppressed] = ADDRESSES.filter(each => !got.has(each))
  await server.call('PATCH', `/contacts/${left}`, { body: { unsubscribed: true } })
  await server.call('POST', '/suppressions', { body: { email: suppressed } })
  const chosen = await person.post(`/broadcasts/${id}/ab-test/choose`, { version: 'b' })
  expect((await person.get(chosen.location!)).text).toContain('The remaining contacts receive this version.')
  await expect.poll(async () => (await server.call('GET', `/broadcasts/${id}`)).body.status).toBe('sent')
  await server.queue.idle()
  const recipients = sink.messages.slice(count).flatMap(message => message.recipients)
  expect(recipients.toSorted()).toEqual(ADDRESSES.filter(each => each !== left && each !== suppressed).toSorted())
  expect(await page(`/broadcasts/${id}`)).toContain('The remaining contacts receive version B. It was chosen manually.')
  expect((await person.post(`/broadcasts/${id}/ab-test/choose`, { version: 'a' })).status).toBe(403)
  expect((await person.post(`/broadcasts/${id}/ab-test/remove`)).status).toBe(403)
  const copy = (await server.call('POST', `/broadcasts/${id}/duplicate`)).body.id
  expect(await page(`/broadcasts/${copy}/ab-test`)).toContain('value="Other words"')
  expect((await person.get(`/broadcasts/${id}/ab-test`)).location).toBe(`/broadcasts/${id}`)
})
