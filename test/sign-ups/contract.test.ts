// Sign-up forms over HTTP: a team creates one, a stranger submits it, and becomes a contact after confirming by email.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeUnconfirmedSignUps } from '../../src/campaigns/sign-ups/store.ts'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink, type SinkMessage } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'
import { aTrackedDomain } from '../support/tracked.ts'

const time = clock()
let server: TestServer
let sink: MailSink
let own: ReturnType<typeof contactsOf>
let person: Person
let topic: string
let segment: string
let path: string
let number = 0

const CONSENT = 'I want <news> of Acme & friends.'
const FORM = { name: 'Footer', consent: CONSENT, from: 'News <news@example.com>' }
const idIn = (location: string | null): string => /([\w-]{36})(?:\?|$)/.exec(location!)![1]!

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, TRUSTED_PROXIES: '127.0.0.1' }, { now: time.now })
  own = contactsOf(server)
  person = aPerson(server)
  await person.logIn()
  topic = await own.aTopic({ default_subscription: 'opt_out' })
  segment = await own.aSegment('From the site')
  path = await aForm()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
// the hourly limits never affect the next test, and no session expires within a test
beforeEach(async () => {
  time.forward(2 * 3_600_000)
  await person.logIn()
})

async function aForm(more: Record<string, string> = {}): Promise<string> {
  await person.get('/sign-up-forms')
  const { location } = await person.post('/sign-up-forms/make', {
    ...FORM,
    topic_id: topic,
    segment_id: segment,
    ...more,
  })
  return `/sign-up/${idIn(location)}`
}

const anAddress = (): string => `reader${++number}@example.net`

/** The request of a browser on any site: no cookie, and a foreign origin. */
async function send(at: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + at, {
    method: 'POST',
    headers: { origin: 'https://site.example', ...headers },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const open = async (at: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + at, { headers })
  return { status: answer.status, text: await answer.text() }
}

const isTo =
  (email: string) =>
  ({ recipients }: SinkMessage): boolean =>
    recipients.some(each => each.toLowerCase() === email.toLowerCase())

/** The path of the link in the email to an address. */
async function linkTo(email: string): Promise<string> {
  await server.queue.idle()
  const { raw } = sink.messages.findLast(isTo(email))!
  const whole = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  return /\/sign-up\/confirm\?token=[\w-]+/.exec(whole)![0]
}
const mailsTo = async (email: string): Promise<number> => {
  await server.queue.idle()
  return sink.messages.filter(isTo(email)).length
}
const find = async (email: string) => (await own.ask('GET', `/contacts/${email}`)).status

describe('a sign-up', () => {
  it('creates a subscribed contact in the topic and the segment after it is confirmed', async () => {
    const email = anAddress()
    expect((await open(path)).text).toContain('I want &lt;news&gt; of Acme &amp; friends.')
    expect(await send(path, { email, first_name: 'Grace' })).toMatchObject({ status: 200 })
    expect(await find(email)).toBe(404)
    const link = await linkTo(email)
    const { raw } = sink.messages.findLast(isTo(email))!
    expect(raw).toContain('I want &lt;news&gt; of Acme &amp; friends.')
    // email programs open links
    for (let times = 0; times < 2; times++) expect((await open(link)).text).toContain('Confirm your subscription')
    expect(await find(email)).toBe(404)
    const confirmed = await Promise.all([send(link, {}), send(link, {})])
    expect(confirmed.map(({ status }) => status)).toEqual([200, 200])
    expect((await open(link)).text).toContain('Subscription confirmed')
    expect(await own.contact(email)).toMatchObject({ first_name: 'Grace', unsubscribed: false })
    const { data: topics } = (await own.ask('GET', `/contacts/${email}/topics`)).body
    expect(topics).toContainEqual(expect.objectContaining({ id: topic, subscription: 'opt_in' }))
    const { data: segments } = (await own.ask('GET', `/contacts/${email}/segments`)).body
    expect(segments).toMatchObject([{ id: segment }])
  })

  it('stores time, IP address and text as proof, even if the form is edited later', async () => {
    const email = anAddress()
    const at = await aForm({ consent: 'The old text' })
    await send(at, { email }, { 'x-forwarded-for': '198.51.100.7' })
    const asked_at = time.now().toISOString()
    const link = await linkTo(email)
    await person.get(`/sign-up-forms/${idIn(at)}`)
    await person.post(`/sign-up-forms/${idIn(at)}/change`, { ...FORM, consent: 'The new text' })
    time.forward(60_000)
    await send(link, {}, { 'x-forwarded-for': '198.51.100.8' })
    const page = (await person.get(`/sign-up-forms/${idIn(at)}`)).text
    for (const words of [email, '198.51.100.7', '198.51.100.8', 'The old text', 'The new text'])
      expect(page).toContain(words)
    const { sign_ups } = (await own.ask('GET', `/contacts/${email}/export`)).body
    const proof = { email, consent: 'The old text', ip: '198.51.100.7', created_at: asked_at }
    const confirmed = { confirmed_at: time.now().toISOString(), confirmed_ip: '198.51.100.8' }
    expect(sign_ups).toMatchObject([{ ...proof, ...confirmed }])
  })

  it('resubscribes an unsubscribed address, but only after it is confirmed', async () => {
    const email = anAddress()
    await own.aContact(email, { unsubscribed: true })
    await send(path, { email: email.toUpperCase() })
    expect(await own.contact(email)).toMatchObject({ unsubscribed: true })
    await send(await linkTo(email), {})
    expect(await own.contact(email)).toMatchObject({ unsubscribed: false })
  })

  it('returns the same response for every address, and for a bot that fills in every field', async () => {
    const [known, unknown] = [anAddress(), anAddress()]
    await own.aContact(known)
    const of_known = await send(path, { email: known })
    expect((await send(path, { email: unknown })).text).toBe(of_known.text)
    const bot = anAddress()
    expect((await send(path, { email: bot, website: 'https://spam.example' })).text).toBe(of_known.text)
    expect(await mailsTo(bot)).toBe(0)
  })

  it('expires after seven days, and is deleted with its address', async () => {
    const email = anAddress()
    await send(path, { email })
    const link = await linkTo(email)
    time.forward(7 * 86_400_000)
    expect([(await open(link)).status, (await send(link, {})).status]).toEqual([400, 400])
    expect(await find(email)).toBe(404)
    const now = time.now().toISOString()
    await server.database.unit(tx => removeUnconfirmedSignUps(tx, { now }))
    expect((await person.get(`/sign-up-forms/${idIn(path)}`)).text).not.toContain(email)
  })
})

describe('a flood', () => {
  it('sends at most two emails per hour to an address, across all forms', async () => {
    const email = anAddress()
    const other = await aForm()
    const statuses: number[] = []
    for (const at of [path, other, path]) statuses.push((await send(at, { email })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(await mailsTo(email)).toBe(2)
  })

  it('counts an address with a tag as the same mailbox', async () => {
    const [name, domain] = anAddress().split('@')
    const statuses: number[] = []
    for (const tag of ['', '+1', '+2', '+a+b']) {
      statuses.push((await send(path, { email: `${name}${tag}@${domain}`.toUpperCase() })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it('counts a Gmail address with other dots, a tag or the other domain as the same mailbox', async () => {
    const name = anAddress().split('@')[0]!.replaceAll('.', '')
    const dotted = `${name.slice(0, 3)}.${name.slice(3)}`
    const statuses: number[] = []
    for (const email of [`${name}@gmail.com`, `${dotted}@gmail.com`, `${dotted}+1@Gmail.com`, `${name}@googlemail.com`])
      statuses.push((await send(path, { email })).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it('sends at most a hundred emails per hour to a domain with its subdomains, and still accepts other domains', async () => {
    const from = (index: number) => ({ 'x-forwarded-for': `203.0.${index}.1` })
    const many = Array.from({ length: 104 }, (_, index) =>
      send(path, { email: `n${index}@s${index % 3}.victim.example` }, from(index)),
    )
    const refused = (await Promise.all(many)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(4)
    expect((await send(path, { email: anAddress() })).status).toBe(200)
  })

  it('sends more emails per hour to mailboxes of a public provider', async () => {
    const from = (index: number) => ({ 'x-forwarded-for': `203.1.${index}.1` })
    const many = Array.from({ length: 104 }, (_, index) => send(path, { email: `n${index}@gmail.com` }, from(index)))
    expect((await Promise.all(many)).filter(({ status }) => status !== 200)).toEqual([])
  })

  it('accepts at most twenty per hour from one network, concurrent or not, and still accepts other networks', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    const many = Array.from({ length: 30 }, () => send(path, { email: anAddress() }, from('203.0.113.9')))
    const taken = (await Promise.all(many)).filter(({ status }) => status === 200)
    expect(taken).toHaveLength(20)
    const late = await send(path, { email: anAddress() }, from('203.0.113.9'))
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, 3600])
    expect((await send(path, { email: anAddress() }, from('203.0.114.9'))).status).toBe(200)
  })
})

describe('invalid requests', () => {
  it.each([
    ['no address', { email: '' }, 422],
    ['no valid address', { email: 'nobody' }, 422],
    ['an address in angle brackets', { email: '<a@x.example>' }, 422],
    ['an address with a name', { email: 'Foo <foo@x.example>' }, 422],
    ['a header in it', { email: 'a@example.net\r\nBcc: b@example.net' }, 422],
    ['too much', { email: 'a@example.net', first_name: 'x'.repeat(9000) }, 413],
  ])('rejects %s', async (_, fields, status) => {
    expect((await send(path, fields)).status).toBe(status)
  })

  it('returns errors for an unknown form and an unknown link', async () => {
    expect((await open('/sign-up/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await open('/sign-up/nonsense')).status).toBe(404)
    expect((await open('/sign-up/confirm?token=nonsense')).status).toBe(400)
    expect((await fetch(server.url + path, { method: 'DELETE' })).status).toBe(405)
  })

  it('hides a form of another team', async () => {
    const { team_id } = await aTeam(server, 'Stranger')
    const stranger = aPerson(server)
    await stranger.logIn('/start', await aColleague(server, { email: 'stranger@example.net', team_id }))
    expect((await stranger.get('/sign-up-forms')).text).not.toContain(idIn(path))
    expect((await stranger.get(`/sign-up-forms/${idIn(path)}`)).status).toBe(404)
    expect((await stranger.post(`/sign-up-forms/${idIn(path)}/delete`)).status).toBe(404)
    const refused = await stranger.post('/sign-up-forms/make', { ...FORM, topic_id: topic })
    expect(refused.text).toContain('The topic no longer exists')
  })

  it.each([
    [{ name: '' }, '“Internal name” is required'],
    [{ consent: '' }, '“Consent text” is required'],
    [{ from: 'nobody' }, '“From” must be an email address'],
  ])('rejects a form with %j', async (fields, words) => {
    await person.get('/sign-up-forms')
    expect((await person.post('/sign-up-forms/make', { ...FORM, ...fields })).text).toContain(words)
  })
})

it('is confirmed with a button and a plain URL, without tracking', async () => {
  await aTrackedDomain(server, 'tracked.example', { open_tracking: true, click_tracking: true })
  const at = await aForm({ from: 'News <news@tracked.example>' })
  const email = anAddress()
  await send(at, { email })
  const link = await linkTo(email)
  const { raw } = sink.messages.findLast(isTo(email))!
  const html = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(html).not.toContain('/t/')
  expect(html).toMatch(new RegExp(`<a href="${server.url}${link.replace('?', '\\?')}" style="display:inline-block;`))
  expect(html).toContain(`">${server.url}${link}</a>`)
  const control = { from: 'news@tracked.example', to: email, subject: 'x', html: '<p>Tracked</p>' }
  await server.call('POST', '/emails', { body: control })
  await server.queue.idle()
  expect(sink.messages.findLast(isTo(email))!.raw).toContain('/t/o/')
})

it('uses the language of the browser', async () => {
  const headers = { 'accept-language': 'de-AT,de;q=0.9' }
  expect((await open(path, headers)).text).toContain('Anmelden')
  const email = anAddress()
  expect((await send(path, { email }, headers)).text).toContain('Posteingang')
  await server.queue.idle()
  expect(sink.messages.findLast(isTo(email))!.raw).toMatch(/Best=C3=A4tigen|Bestätigen|Best/)
})

it('a deleted form rejects submissions, and its links still confirm, without the segment', async () => {
  const email = anAddress()
  const at = await aForm()
  await send(at, { email })
  const link = await linkTo(email)
  await person.get(`/sign-up-forms/${idIn(at)}`)
  await person.post(`/sign-up-forms/${idIn(at)}/delete`)
  expect((await open(at)).status).toBe(404)
  expect((await send(link, {})).status).toBe(200)
  expect((await own.ask('GET', `/contacts/${email}/segments`)).body.data).toEqual([])
  const audit = (await own.ask('GET', '/audit-events?limit=100')).body.data.map(
    (each: { action: string }) => each.action,
  )
  expect(audit).toEqual(
    expect.arrayContaining(['sign_up_form.created', 'sign_up_form.updated', 'sign_up_form.deleted']),
  )
})
