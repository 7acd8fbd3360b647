// The mailbox: recipients, attachments, search, clearing, and delivery status with a mail server.
import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOOKED_THROUGH } from '../../src/interfaces/dashboard/pages/mailbox/search.ts'
import { listCaptured, insertCaptured } from '../../src/mail/delivery/store.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

/** Sends an email and waits for the queue. Returns its id. */
async function sent(fields: object, { call, queue } = server, key?: string): Promise<string> {
  const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'S', text: 'T', ...fields }
  const { body: made } = await call('POST', '/emails', { body, ...(key !== undefined && { key }) })
  await queue.idle()
  return made.id
}

const subjects = (text: string): string[] =>
  [...text.matchAll(/class="subject"><bdi>([^<]+)/g)].map(([, name]) => name!)

/** Inserts captured emails into the mailbox without sending any, oldest first. */
async function shelved(team_id: string, all: readonly string[], raw = 'Subject: x\r\n\r\nx'): Promise<void> {
  const id = await sent({ subject: 'The first of many' })
  await server.database.unit(async tx => {
    for (const [index, subject] of all.entries()) {
      const created_at = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()
      const mail = { team_id, email_id: id, message_id: '<a@b>', from: 'a@example.org', to: ['z@example.net'] }
      insertCaptured(tx, { ...mail, id: tx.newId('captured_mail'), subject, created_at, raw })
    }
  })
}

describe('a captured email', () => {
  it('shows To, Cc, Bcc and Reply-To separately, and its status', async () => {
    const many = { to: ['to1@example.net', 'to2@example.net'], cc: 'cc@example.net', bcc: 'bcc@example.net' }
    const id = await sent({ ...many, reply_to: 'reply@example.org', subject: 'To many' })
    const { text } = await person.get(`/mailbox/${id}`)
    const people = [...text.matchAll(/<dt>([^<]+)<\/dt>\s*<dd>((?:<bdi class="line">[^<]+<\/bdi>)+)/g)]
    const told = people.map(([, title, list]) => [title, [...list!.matchAll(/>([^<]+)</g)].map(([, who]) => who)])
    expect(told).toEqual([
      ['To', ['to1@example.net', 'to2@example.net']],
      ['Cc', ['cc@example.net']],
      ['Bcc', ['bcc@example.net']],
      ['Reply-to', ['reply@example.org']],
    ])
    expect(text).toContain('<span class="tag">Captured</span>')
  })

  it('shows its attachments and its complete source, even if they are large', async () => {
    const large = randomBytes(2_000_000)
    const attachments = [
      { filename: 'small <b>.txt', content: 'aGVsbG8=' },
      { filename: 'large.bin', content: large.toString('base64') },
    ]
    const id = await sent({ subject: 'With files', html: '<img src="cid:x">', attachments })
    const { text } = await person.get(`/mailbox/${id}`)
    expect(text).toContain('small &lt;b&gt;.txt')
    expect(text).toContain('application/octet-stream, 2.0 MB')
    const [link] = /http[^"]+\/files\/[^"]+/.exec(text)!
    expect(await (await fetch(link)).text()).toBe('hello')
    expect((await person.get(`/mailbox/${id}?view=headers`)).text).toContain('Subject: With files')
    const source = await PostalMime.parse((await person.get(`/mailbox/${id}/raw`)).text)
    expect(Buffer.from(source.attachments[1]!.content as ArrayBuffer).equals(large)).toBe(true)
    const small = await sent({ subject: 'With a small one', attachments: attachments.slice(0, 1) })
    const parsed = await PostalMime.parse((await person.get(`/mailbox/${small}/raw`)).text)
    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['small <b>.txt'])
  })

  it('is found by the email id and by its own id', async () => {
    const id = await sent({ subject: 'By its id' })
    const [, own] = /href="\/mailbox\/([\w-]+)" class="subject"><bdi>By its id/.exec(
      (await person.get('/mailbox')).text,
    )!
    expect(own).not.toBe(id)
    for (const each of [own, id]) {
      expect((await person.get(`/mailbox/${each}`)).text).toContain('<h1><bdi>By its id</bdi></h1>')
      expect((await person.get(`/mailbox/${each}/raw`)).text).toContain('Subject: By its id')
    }
  })

  it('returns 404 to another team, by either id', async () => {
    const id = await sent({ subject: 'Private' })
    const account = await aColleague(server, { email: 'outside@example.net' })
    const team_id = await aTeamOf(server, account.email, 'Outside')
    const stranger = aPerson(server)
    await stranger.logIn('/mailbox', account)
    await stranger.get('/mailbox')
    await stranger.post('/team/switch', { team_id, next: '/mailbox' })
    for (const path of [id, `${id}/html`, `${id}/raw`]) {
      expect((await stranger.get(`/mailbox/${path}`)).status).toBe(404)
    }
    expect((await stranger.get('/mailbox?q=Private')).text).not.toContain('<bdi>Private')
  })

  it('keeps its document type first', async () => {
    const id = await sent({ html: '<!DOCTYPE html><html><body>Hi</body></html>' })
    expect((await person.get(`/mailbox/${id}/html`)).text).toMatch(/^<!DOCTYPE html><base target="_blank">/)
  })
})

describe('mailbox search', () => {
  it('matches recipients and subjects case-insensitively', async () => {
    await sent({ subject: 'Ärger mit Rechnung 77', to: 'Zoë <zoe.unique@example.net>' })
    await sent({ subject: 'Something else', bcc: 'hidden.unique@example.net' })
    const found = async (words: string): Promise<string[]> =>
      subjects((await person.get(`/mailbox?${new URLSearchParams({ q: words })}`)).text)
    expect(await found('ärger')).toEqual(['Ärger mit Rechnung 77'])
    expect(await found('ZOE.unique')).toEqual(['Ärger mit Rechnung 77'])
    expect(await found('unique@example.net')).toEqual(['Something else', 'Ärger mit Rechnung 77'])
    expect(await found('%')).toEqual([])
    expect((await person.get('/mailbox?q=%25')).text).toContain('No matching emails.')
    const { text } = await person.get(`/mailbox?${new URLSearchParams({ q: '"><script>x' })}`)
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;x"')
    expect(text).not.toContain('<script>')
  })

  it('covers a large mailbox in parts', async () => {
    const team_id = await aTeamOf(server, server.admin.email, 'Large')
    const many = Array.from({ length: LOOKED_THROUGH + 30 }, (_, index) => (index < 28 ? `Needle ${index}` : 'Hay'))
    await shelved(team_id, many)
    const searcher = aPerson(server)
    await searcher.logIn()
    await searcher.get('/mailbox')
    await searcher.post('/team/switch', { team_id, next: '/mailbox' })
    const onwards = (text: string): string =>
      /href="(\/mailbox\?[^"]*)" class="older">Search older emails/.exec(text)![1]!.replaceAll('&amp;', '&')
    // Two of the matches are in the part that is searched first.
    const first = (await searcher.get('/mailbox?q=Needle')).text
    const second = (await searcher.get(onwards(first))).text
    expect(first).toContain('No matches in this part of the list.')
    expect(subjects(second)).toHaveLength(25)
    const third = (await searcher.get(onwards(second))).text
    expect(subjects(third)).toEqual(['Needle 2', 'Needle 1', 'Needle 0'])
    expect(third).not.toContain('Search older emails')
  })
})

describe('clearing the mailbox', () => {
  it('deletes all captured email of the team in batches', async () => {
    const other = await aTeam(server, 'Keeps its mail')
    const kept = await sent({ subject: 'Of others' }, server, other.key)
    const team_id = await firstTeamOf(server, server.admin.email)
    await shelved(
      team_id,
      Array.from({ length: 70 }, (_, index) => `Old ${index}`),
    )
    const page = (await person.get('/mailbox')).text
    expect(page).toContain('action="/mailbox/clear"')
    expect(page).toContain('This deletes all captured emails of this team')
    const { status, location } = await person.post('/mailbox/clear')
    expect([status, location]).toEqual([303, '/mailbox?done=cleared'])
    await server.queue.idle()
    const after = (await person.get(location!)).text
    expect(subjects(after)).toEqual([])
    expect(after).toContain('No captured emails yet.')
    expect(after).not.toContain('action="/mailbox/clear"')
    const { body } = await server.call('GET', `/emails/${kept}`, { key: other.key })
    expect(body.subject).toBe('Of others')
    expect(await captured(other.team_id)).toBe(1)
    // The emails themselves remain.
    expect((await server.call('GET', '/emails')).body.data.length).toBeGreaterThan(0)
  })

  it('requires our origin, a session and its CSRF token', async () => {
    await sent({ subject: 'Stays' })
    await person.get('/mailbox')
    expect((await person.post('/mailbox/clear', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await person.post('/mailbox/clear', { form_token: 'wrong' })).status).toBe(403)
    expect((await aPerson(server).post('/mailbox/clear')).location).toBe('/login?next=/mailbox')
    expect((await person.get('/mailbox/clear')).location).toBe('/mailbox')
    expect(subjects((await person.get('/mailbox')).text)).toContain('Stays')
  })
})

async function captured(team_id: string): Promise<number> {
  return (await server.database.read(tx => listCaptured(tx, { team_id }, {}))).rows.length
}

describe('mailbox with a mail server', () => {
  let own: TestServer
  let sink: MailSink
  let visitor: Person
  beforeAll(async () => {
    sink = await mailSink({
      login: { user: 'mailer', password: 'relay-secret-77' },
      recipient: address => (address.startsWith('gone') ? { code: 550, words: 'No such <user>' } : undefined),
    })
    const url = new URL(sink.url)
    url.username = 'mailer'
    url.password = 'relay-secret-77'
    own = await startServer({ SMTP_URL: url.href })
    visitor = aPerson(own)
    await visitor.logIn()
  })
  afterAll(async () => {
    await own.stop()
    await sink.close()
  })

  it('shows the address of the mail server without its password', async () => {
    const { text } = await visitor.get('/mailbox')
    expect(text).toContain(`Emails are sent through <code>127.0.0.1:${sink.port}</code>`)
    expect(text).not.toContain('instead of sent')
    expect(text).not.toMatch(/relay-secret|mailer@/)
    expect(text).toContain('No emails yet.')
  })

  it('lists sent emails with their status and the response for each recipient', async () => {
    await sent({ subject: 'Arrives' }, own)
    const id = await sent({ subject: 'Comes back', to: 'gone@example.net' }, own)
    const { text } = await visitor.get('/mailbox')
    const states = [...text.matchAll(/<span class="tag \w*">(\w+)<\/span>/g)].map(([, state]) => state)
    expect(subjects(text)).toEqual(['Comes back', 'Arrives'])
    expect(states).toEqual(['Bounced', 'Delivered'])
    expect(subjects((await visitor.get('/mailbox?q=gone@')).text)).toEqual(['Comes back'])
    const page = (await visitor.get(`/mailbox/${id}`)).text
    expect(page).toContain('<span class="tag bad">Bounced</span>')
    expect(page).toContain('No such &lt;user&gt;')
    expect(page).not.toContain('Download source')
    expect((await visitor.get(`/mailbox/${id}/raw`)).status).toBe(404)
  })

  it('still shows email that was captured before', async () => {
    const { text } = await visitor.get('/mailbox?shelf=captured')
    expect(text).toContain('Emails that were captured while no mail server was configured.')
    expect(text).toContain('No captured emails yet.')
    expect((await visitor.post('/mailbox/clear')).location).toBe('/mailbox?shelf=captured&done=cleared')
  })
})
