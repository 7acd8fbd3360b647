// Email and recipient pages, used without scripts: delivery status, retries, sharing, scheduling and suppressions.
import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import PostalMime, { type Email as Parsed } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeAttachments } from '../../src/mail/attachments/store/attachments.ts'
import { suppressAddresses } from '../../src/audience/suppressions/actions.ts'
import { unsubscribe, unsubscribeFromAll } from '../../src/mail/unsubscribe/actions.ts'
import { contactsOf } from '../support/contacts.ts'
import { destination } from '../support/destination.ts'
import { unsubscribeLinkIn, oneClickUnsubscribe } from '../support/unsubscribing.ts'
import { repliedWords } from '../../src/interfaces/dashboard/pages/emails/words.ts'
import { type MailSink, mailSink, type SinkAnswer } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { firstTeamOf } from '../support/people.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sink: MailSink
let answer: SinkAnswer
let person: Person
let team_id: string

beforeAll(async () => {
  sink = await mailSink({ message: () => answer })
  server = await startServer({ SMTP_URL: sink.url, ALLOW_PRIVATE_ADDRESSES: 'true' })
  person = aPerson(server)
  await person.logIn()
  team_id = await firstTeamOf(server, server.admin.email)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

async function sent(fields: object = {}, key = server.key): Promise<string> {
  const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'S', text: 'T', ...fields }
  const { body: made } = await server.call('POST', '/emails', { body, key })
  await server.queue.idle()
  return made.id
}

const listed = (text: string): string[] => [...text.matchAll(/class="subject"><bdi>([^<]+)/g)].map(([, name]) => name!)
const search = async (query: Record<string, string>): Promise<string[]> =>
  listed((await person.get(`/emails?${new URLSearchParams(query)}`)).text)

describe('email list', () => {
  it('shows the next step when it is empty', async () => {
    const { text } = await person.get('/emails')
    expect(text).toContain('No emails yet.')
    expect(text).toContain('href="/api-keys"')
    const missing = await person.get('/emails?q=nobody@example.net')
    expect(missing.text).toContain('No email was sent to this address by this team.')
  })

  it('searches by address, subject, status, tag, date and id', async () => {
    const id = await sent({
      to: 'Ana <ana@example.net>',
      subject: 'Invoice 7',
      tags: [{ name: 'kind', value: 'invoice' }],
    })
    await sent({ subject: 'Newsletter' })
    expect(await search({ q: 'ANA@example.net' })).toEqual(['Invoice 7'])
    expect(await search({ q: 'voice' })).toEqual(['Invoice 7'])
    expect(await search({ q: 'ana@' })).toEqual(['Invoice 7'])
    expect(await search({ tag: 'kind:invoice' })).toEqual(['Invoice 7'])
    expect(await search({ status: 'delivered' })).toEqual(['Newsletter', 'Invoice 7'])
    expect(await search({ status: 'bounced' })).toEqual([])
    const [first] = (await server.call('GET', `/emails/${id}`)).body.created_at.split('T')
    const today = new Date().toISOString().slice(0, 10)
    expect(await search({ from: first, to: today })).toEqual(['Newsletter', 'Invoice 7'])
    expect(await search({ to: '2026-01-01' })).toEqual([])
    // An invalid date is ignored.
    expect(await search({ from: first, to: '2026-02-31' })).toEqual(['Newsletter', 'Invoice 7'])
    // By id, or by Message-ID.
    for (const q of [id, `<${id}@example.org>`]) {
      expect((await person.get(`/emails?${new URLSearchParams({ q })}`)).location).toBe(`/emails/${id}`)
    }
  })

  it('ignores invalid query parameters and escapes their values', async () => {
    for (const query of ['after=seven', 'status=happy', 'from=yesterday', 'automation=x', `q=${'x'.repeat(5000)}`]) {
      expect((await person.get(`/emails?${query}`)).status).toBe(200)
    }
    const { text } = await person.get(`/emails?q=${encodeURIComponent('"><script>')}`)
    expect(text).not.toContain('<script>')
  })

  it('is paginated', async () => {
    for (let number = 0; number < 27; number++) await sent({ to: 'paged@example.net', subject: `Page ${number}` })
    const first = await person.get('/emails?q=paged@example.net')
    expect(listed(first.text)).toHaveLength(25)
    const [, next] = /href="([^"]*)" class="older"/.exec(first.text)!
    const second = await person.get(next!.replaceAll('&amp;', '&'))
    expect(listed(second.text)).toEqual(['Page 1', 'Page 0'])
    expect(second.text).not.toContain('class="older"')
  })
})

describe('email page', () => {
  it('shows why delivery failed, with the response of the mail server', async () => {
    answer = { code: 550, words: '5.1.1 No such user here' }
    const id = await sent({ to: 'nobody@example.net', subject: 'Lost', html: '<p>Hello</p>' })
    answer = undefined
    const { text } = await person.get(`/emails/${id}`)
    expect(text).toContain('Permanently rejected by the mail server')
    expect(text).toContain('Rejected permanently')
    expect(text).toContain('550 5.1.1 No such user here')
    expect(text).toContain(`src="/mailbox/${id}/html"`)
    expect(text).toContain('href="/people/nobody%40example.net"')
    const again = await sent({ to: 'nobody@example.net' })
    expect((await person.get(`/emails/${again}`)).text).toContain('Withheld')
  })

  it('retries a deferred email immediately', async () => {
    answer = { code: 451, words: '4.7.1 Come back' }
    const id = await sent({ to: 'later@example.net' })
    answer = undefined
    const before = await person.get(`/emails/${id}`)
    expect(before.text).toContain('Will be retried')
    expect(before.text).toContain('Retry now')
    const count = sink.messages.length
    expect((await person.post(`/emails/${id}/try-now`)).location).toBe(`/emails/${id}?done=now`)
    await sink.received(count + 1)
    await server.queue.idle()
    const after = await person.get(`/emails/${id}?done=now`)
    expect(after.text).toContain('Delivered')
    expect(after.text).not.toContain('Retry now')
    expect((await person.post(`/emails/${id}/try-now`)).status).toBe(409)
  })

  it('sends a copy of an email', async () => {
    const fields = { to: ['a@example.net', 'b@example.net'], cc: 'c@example.net', subject: 'Twice', html: '<p>Hi</p>' }
    const id = await sent({ ...fields, headers: { 'X-Kind': 'copy' }, tags: [{ name: 'a', value: 'b' }] })
    expect((await person.get(`/emails/${id}`)).text).toContain('Yes, send again')
    const count = sink.messages.length
    const { location } = await person.post(`/emails/${id}/send-again`)
    const [, made] = /^\/emails\/([\w-]+)\?done=again$/.exec(location!)!
    expect(made).not.toBe(id)
    await sink.received(count + 1)
    await server.queue.idle()
    const [one, other] = await Promise.all([id, made].map(each => server.call('GET', `/emails/${each}`)))
    const { id: _id, message_id: _message, created_at: _at, recipients: _said, ...first } = one!.body
    expect(other!.body).toMatchObject(first)
  })

  it('sends a copy of a broadcast email with an unsubscribe link and not to unsubscribed contacts', async () => {
    const own = contactsOf(server)
    const segment_id = await own.aSegment()
    await own.aContact('reader@example.net', { segments: [segment_id] })
    const content = { from: 'Ada <ada@example.org>', subject: 'News', html: '<p>News</p>', send: true }
    expect((await own.ask('POST', '/broadcasts', { segment_id, ...content })).status).toBe(201)
    const arrived = () => sink.messages.filter(({ recipients }) => recipients.includes('reader@example.net'))
    await expect.poll(() => arrived().length).toBe(1)
    const listed = (await own.ask('GET', '/emails')).body.data as { id: string; to: string[] }[]
    const { id } = listed.find(({ to }) => to[0] === 'reader@example.net')!
    await person.post(`/emails/${id}/send-again`)
    await expect.poll(() => arrived().length).toBe(2)
    expect(
      (await oneClickUnsubscribe(unsubscribeLinkIn(arrived()[1]!).replace(/^https?:\/\/[^/]+/, server.url))).status,
    ).toBe(204)
    const { location } = await person.post(`/emails/${id}/send-again`)
    await expect.poll(async () => (await person.get(location!)).text).toContain('The contact is unsubscribed')
    expect(arrived()).toHaveLength(2)
  })

  it('sends a copy with all attachments, including fetched ones', async () => {
    const [picture, fetched] = [randomBytes(300_000), Buffer.from('id;name')]
    const files = await destination((_, response) => {
      response.end(fetched)
    })
    const attachments = [
      { filename: 'logo.png', content: picture.toString('base64'), content_id: 'logo' },
      { filename: 'list.csv', path: `${files.url}/list.csv` },
    ]
    const id = await sent({ subject: 'Again with files', html: '<img src="cid:logo">', attachments })
    const page = (await person.get(`/emails/${id}`)).text
    expect(page).toContain('with the same content and attachments')
    // Each attachment has a download link.
    const [, link] =
      /href="([^"]+)" download>\s*<bdi>list\.csv/.exec(page) ?? /href="([^"]+)" download><bdi>list\.csv/.exec(page)!
    expect(await (await fetch(link!)).text()).toBe('id;name')
    const { location } = await person.post(`/emails/${id}/send-again`)
    const [, made] = /^\/emails\/([\w-]+)\?done=again$/.exec(location!)!
    const rawOf = (each: string) => sink.messages.find(({ raw }) => raw.includes(`<${each}@`))?.raw
    // The first attempt may fail on a busy machine, and the retry comes later.
    await expect.poll(() => [id, made!].every(rawOf)).toBe(true)
    const [one, other] = await Promise.all([id, made!].map(each => PostalMime.parse(rawOf(each)!)))
    const told = ({ attachments: all }: Parsed) =>
      all.map(({ filename, mimeType, contentId, content }) => [
        filename,
        mimeType,
        contentId,
        Buffer.from(content as unknown as ArrayBuffer).toString('base64'),
      ])
    expect(told(other!)).toEqual(told(one!))
    expect(told(other!).map(([, , , content]) => content)).toEqual(
      [picture, fetched].map(each => each.toString('base64')),
    )
    // The file was fetched once, and its content is stored once.
    expect(files.received).toHaveLength(1)
    // The files of the copy remain after those of the original are removed.
    await server.database.unit(async tx => removeAttachments(tx, { team_id, email_id: id }))
    const { body } = await server.call('GET', `/emails/${made}/attachments`)
    expect(body.data).toHaveLength(2)
    await files.close()
  })

  it('returns 404 to another team and 403 without the CSRF token', async () => {
    const { key } = await aTeam(server)
    const foreign = await sent({}, key)
    expect((await person.get(`/emails/${foreign}`)).status).toBe(404)
    for (const act of ['try-now', 'send-again']) {
      expect((await person.post(`/emails/${foreign}/${act}`)).status).toBe(404)
      const id = await sent()
      expect((await person.post(`/emails/${id}/${act}`, { form_token: 'another' })).status).toBe(403)
    }
    for (const act of ['share', 'cancel', 'reschedule']) {
      expect((await person.post(`/emails/${foreign}/${act}`, { scheduled_at: 'in 2 hours' })).status, act).toBe(404)
      const id = await sent()
      expect((await person.post(`/emails/${id}/${act}`, { form_token: 'another' })).status, act).toBe(403)
    }
    expect((await person.get('/emails/metrics')).status).toBe(404)
  })

  it('shares the email by a link with a selected lifetime', async () => {
    const id = await sent({ subject: 'Look at this', bcc: 'hidden@example.net' })
    const { status, text } = await person.post(`/emails/${id}/share`, { expires_in: '1 hour' })
    expect(status).toBe(200)
    const [, url] = /<code class="copied">([^<]+)<\/code>/.exec(text)!
    expect(url).toContain(`${server.url}/shared?token=`)
    const claims = decodeJwt(url!.split('token=')[1]!)
    expect(claims.exp! - claims.iat!).toBe(3600)
    const shared = await (await fetch(url!, { headers: { accept: 'text/html' } })).text()
    expect(shared).toContain('Look at this')
    expect(shared).not.toContain('hidden@example.net')
    const long = await person.post(`/emails/${id}/share`, { expires_in: '3 days' })
    expect([long.status, long.text.includes('must not exceed 48 hours')]).toEqual([422, true])
    // Opening the address of a form leads to its page.
    expect((await person.get(`/emails/${id}/share`)).location).toBe(`/emails/${id}`)
  })
})

describe('scheduled email page', () => {
  const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  const statusOf = async (id: string) => (await server.call('GET', `/emails/${id}`)).body

  it('reschedules by phrase or date and shows the resulting time', async () => {
    const id = await sent({ subject: 'Later', scheduled_at: later(5) })
    const { text } = await person.get(`/emails/${id}`)
    expect(text).toContain('Will be sent at the scheduled time.')
    expect(text).toContain('Yes, cancel')
    expect(text).not.toContain('Retry now')
    const moved = later(48)
    expect((await person.post(`/emails/${id}/reschedule`, { scheduled_at: moved })).location).toBe(
      `/emails/${id}?done=rescheduled`,
    )
    expect((await statusOf(id)).scheduled_at).toBe(moved)
    await person.post(`/emails/${id}/reschedule`, { scheduled_at: 'in 2 hours' })
    // Dates are in the time zone of the team.
    await person.post('/team/names', { name: 'My team', sender_name: '', time_zone: 'Asia/Tokyo' })
    expect((await person.get(`/emails/${id}`)).text).toContain('Date and time in Asia/Tokyo')
    const day = moved.slice(0, 10)
    await person.post(`/emails/${id}/reschedule`, { scheduled_local: `${day}T09:00`, scheduled_at: '' })
    expect((await server.call('GET', `/emails/${id}`)).body.scheduled_at).toBe(`${day}T00:00:00.000Z`)
    for (const wrong of [{ scheduled_local: `${day}T09:00`, scheduled_at: 'in 1 hour' }, { scheduled_local: day }, {}])
      expect((await person.post(`/emails/${id}/reschedule`, wrong as Record<string, string>)).status).toBe(422)
    await person.post('/team/names', { name: 'My team', sender_name: '', time_zone: 'UTC' })
    await person.post(`/emails/${id}/reschedule`, { scheduled_at: 'in 2 hours' })
    const at = Date.parse((await statusOf(id)).scheduled_at)
    expect(Math.abs(at - Date.now() - 7_200_000)).toBeLessThan(60_000)
    const after = await person.get(`/emails/${id}?done=rescheduled`)
    expect(after.text).toContain('Email rescheduled.')
    expect(after.text).toContain(`Rescheduled for ${moved}`)
  })

  it('keeps the time if the new one is invalid', async () => {
    const at = later(5)
    const id = await sent({ scheduled_at: at })
    for (const scheduled_at of ['', 'soon enough', '<script>', later(24 * 40)]) {
      const { status, text } = await person.post(`/emails/${id}/reschedule`, { scheduled_at })
      expect([status, text.includes('Email not rescheduled')], scheduled_at).toEqual([422, true])
      expect(text).not.toContain('<script>')
    }
    expect((await statusOf(id)).scheduled_at).toBe(at)
  })

  it('cancels the email permanently after a confirmation', async () => {
    const id = await sent({ subject: 'Never', scheduled_at: later(5) })
    const count = sink.messages.length
    expect((await person.post(`/emails/${id}/cancel`)).location).toBe(`/emails/${id}?done=canceled`)
    expect((await statusOf(id)).last_event).toBe('canceled')
    const { text } = await person.get(`/emails/${id}?done=canceled`)
    expect(text).toContain('Email canceled.')
    expect(text).toContain('Canceled')
    expect(text).not.toContain('Yes, cancel')
    for (const act of ['cancel', 'reschedule']) {
      const again = await person.post(`/emails/${id}/${act}`, { scheduled_at: 'in 2 hours' })
      expect(again.status, act).toBe(422)
    }
    await server.queue.idle()
    expect(sink.messages.length).toBe(count)
  })

  it('offers neither for an email that was sent', async () => {
    const id = await sent({ subject: 'Gone' })
    const { text } = await person.get(`/emails/${id}`)
    expect(text).not.toContain('/cancel"')
    for (const act of ['cancel', 'reschedule']) {
      const refused = await person.post(`/emails/${id}/${act}`, { scheduled_at: 'in 2 hours' })
      expect(refused.status, act).toBe(422)
    }
  })
})

describe('recipient page', () => {
  it('shows emails, contact, subscriptions, runs and suppression', async () => {
    const { call } = server
    await call('POST', '/topics', { body: { name: 'News', default_subscription: 'opt_in' } })
    await call('POST', '/contacts', { body: { email: 'ana@example.com', first_name: 'Ana' } })
    await sent({ to: 'Ana@example.com', subject: 'For Ana' })
    const { text } = await person.get('/people/ANA@example.com')
    expect(listed(text)).toEqual(['For Ana'])
    for (const words of ['Ana', 'News', 'Subscribed', 'No automation runs yet', 'it is not suppressed']) {
      expect(text).toContain(words)
    }
    expect((await person.get('/people/nobody')).status).toBe(404)
  })

  it('shows an unsubscribed recipient, with or without a contact, and the affected topics', async () => {
    const made = contactsOf(server)
    const [deals, notes] = [await made.aTopic({ name: 'Deals' }), await made.aTopic({ name: 'Notes' })]
    const leaver = (address: string, topic_id?: string) => ({ team_id, address, ...(topic_id && { topic_id }) })
    const gone = await made.aContact('gone@example.com')
    const half = await made.aContact('half@example.com')
    await server.database.unit(async tx => {
      await unsubscribeFromAll(tx, leaver('gone@example.com'), server.now())
      await unsubscribe(tx, leaver('half@example.com', deals), server.now())
      await unsubscribeFromAll(tx, leaver('never.contact@example.com'), server.now())
      await unsubscribe(tx, leaver('some@example.com', notes), server.now())
    })
    const everything = 'Unsubscribed from all broadcasts and marketing emails, by the recipient'
    for (const path of ['/people/gone@example.com', `/contacts/${gone}`]) {
      const { text } = await person.get(path)
      expect(text.replaceAll(/\s+/g, ' '), path).toContain(everything)
      expect(text, path).not.toContain('it is not suppressed')
      expect(text, path).not.toContain('>Subscribed<')
      expect(text, path).toContain('>Unsubscribed from all<')
    }
    for (const path of ['/people/half@example.com', `/contacts/${half}`]) {
      const { text } = await person.get(path)
      expect(text, path).toMatch(new RegExp(`Not subscribed to <a href="/topics/${deals}"><bdi>Deals</bdi></a>\\.`))
      expect(text, path).toContain('it is not suppressed')
      expect(text, path).toMatch(/<bdi>Deals<\/bdi>[^]*>Not subscribed</)
    }
    const never = (await person.get('/people/never.contact@example.com')).text
    expect(never.replaceAll(/\s+/g, ' ')).toContain(everything)
    expect(never).toContain('No contact has this address.')
    expect((await person.get('/people/some@example.com')).text).toContain('<bdi>Notes</bdi></a>.')
    // A recipient who is both unsubscribed and suppressed sees both, without the sentence about transactional emails.
    const cause = { origin: 'manual' as const, source_id: null, words: null }
    await server.database.unit(tx => suppressAddresses({ tx, team_id, now: new Date() }, ['gone@example.com'], cause))
    const both = (await person.get('/people/gone@example.com')).text
    expect(both).toContain('Suppressed since')
    expect(both).not.toContain('Transactional emails are still sent')
    // The team subscribes the contact again.
    await person.post(`/contacts/${gone}/subscribe`)
    expect((await person.get('/people/gone@example.com')).text).not.toContain('Unsubscribed from')
  })

  it('shows why an address is suppressed and removes the suppression', async () => {
    const cause = { origin: 'complaint' as const, source_id: null, words: 'It said spam' }
    await server.database.unit(tx => suppressAddresses({ tx, team_id, now: new Date() }, ['angry@example.com'], cause))
    const path = '/people/angry%40example.com'
    const { text } = await person.get(path)
    expect(text).toContain('the recipient reported')
    expect(text).toContain('It said spam')
    expect((await person.post(`${path}/lift-suppression`, { form_token: 'another' })).status).toBe(403)
    expect((await person.post(`${path}/lift-suppression`)).location).toBe(`${path}?done=lifted`)
    expect((await person.get(path)).text).toContain('it is not suppressed')
    expect((await person.post(`${path}/lift-suppression`)).status).toBe(404)
  })
})

it('shows the code of an SMTP reply once', () => {
  expect(repliedWords(250, '250 ok')).toBe('250 ok')
  expect(repliedWords(250, '250 250 ok')).toBe('250 ok')
  expect(repliedWords(250, 'ok')).toBe('250 ok')
  expect(repliedWords(undefined, 'Captured')).toBe('Captured')
})
