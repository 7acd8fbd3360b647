// Invitations by email: the received link, who can read it, and what accepting it proves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUserByEmail } from '../../src/identity/teams/store.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const join = { name: 'Grace', password: 'a long enough password' }
/** Matches plain text and quoted-printable without soft line breaks. */
const LINK = /\/invitation\?token=(?:3D)?([\w-]{68})/
let sink: MailSink
let server: TestServer
let admin: Person
beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' })
  admin = aPerson(server)
  await admin.logIn('/team')
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

/** Invites an address. Returns the team page. */
async function invited(email: string, by = admin): Promise<string> {
  await by.get('/team')
  expect((await by.post('/team/invite', { email, role: 'developer' })).location).toBe('/team')
  return (await by.get('/team')).text
}

/** Returns the token in the next email to this address. */
async function mailedToken(email: string): Promise<string> {
  const of = () => sink.messages.find(({ recipients }) => recipients.includes(email))
  await expect.poll(of).toBeDefined()
  return LINK.exec(of()!.raw.replaceAll('=\r\n', ''))![1]!
}

const isVerified = async (email: string): Promise<boolean> =>
  (await server.database.read(tx => findUserByEmail(tx, email)))!.email_verified_at !== null

async function accept(token: string): Promise<Person> {
  const person = aPerson(server)
  await person.get(`/invitation?token=${token}`)
  await person.get('/invitation')
  expect((await person.post('/invitation', join)).location).toBe('/mailbox')
  return person
}

describe('an invitation', () => {
  it('is sent by email with a link that verifies the address', async () => {
    expect(await invited('mailed@example.net')).toContain('Invitation sent to <bdi>mailed@example.net</bdi>')
    await accept(await mailedToken('mailed@example.net'))
    expect(await isVerified('mailed@example.net')).toBe(true)
  })

  it('has a link to copy, which does not verify the address', async () => {
    const text = await invited('copied@example.net')
    await accept(/token=([\w-]{43})</.exec(text)![1]!)
    expect(await isVerified('copied@example.net')).toBe(false)
    // The link in the email is used up too.
    const late = aPerson(server)
    await late.get(`/invitation?token=${await mailedToken('copied@example.net')}`)
    expect((await late.get('/invitation')).status).toBe(404)
  })

  it('hides the emailed link from members who read the emails of the team', async () => {
    await invited('hidden@example.net')
    const token = await mailedToken('hidden@example.net')
    const { body } = await server.call('GET', '/emails?limit=1')
    const { id } = body.data[0]
    const { body: email } = await server.call('GET', `/emails/${id}`)
    expect(email.text).toContain('{{{INVITATION_URL}}}')
    const pages = await Promise.all([`/emails/${id}`, `/mailbox/${id}`].map(path => admin.get(path)))
    for (const { text } of pages) expect(text).not.toContain(token)
    expect(server.logged()).not.toContain(token)
  })

  it('verifies the address of an existing account', async () => {
    const account = await aColleague(server, { email: 'both@example.net' })
    const team_id = await aTeamOf(server, server.admin.email, 'Second')
    const first_id = await firstTeamOf(server, server.admin.email)
    await admin.get('/team')
    await admin.post('/team/switch', { team_id })
    await invited(account.email)
    await admin.post('/team/switch', { team_id: first_id })
    const person = aPerson(server)
    await person.logIn('/mailbox', account)
    expect(await isVerified(account.email)).toBe(false)
    await person.get(`/invitation?token=${await mailedToken(account.email)}`)
    await person.get('/invitation')
    expect((await person.post('/invitation')).location).toBe('/mailbox')
    expect(await isVerified(account.email)).toBe(true)
  })
})

describe('the link of an invitation', () => {
  it.each([
    ['of another sender to the invited address', { to: 'crafted@example.net' }],
    ['to another address', { to: 'stranger@example.net' }],
    ['to several addresses', { to: ['crafted@example.net', 'stranger2@example.net'] }],
    ['with a blind copy', { to: 'crafted@example.net', bcc: ['stranger3@example.net'] }],
  ])('is not filled into an email %s', async (subject, recipients) => {
    await invited('crafted@example.net')
    const { body } = await server.call('GET', '/emails?limit=1')
    const { tags } = (await server.call('GET', `/emails/${body.data[0].id}`)).body
    const sent = { from: 'a@example.com', subject, text: 'Link: {{{INVITATION_URL}}}', tags, ...recipients }
    expect((await server.call('POST', '/emails', { body: sent })).status).toBe(200)
    const of = () => sink.messages.find(({ raw }) => raw.includes(`Subject: ${subject}`))
    await expect.poll(of).toBeDefined()
    expect(of()!.raw).toContain('{{{INVITATION_URL}}}')
  })

  it.each(['unknown', '0197f5f4-0000-7000-8000-000000000000'])(
    'is not filled in for the invitation %s',
    async value => {
      const tags = [{ name: 'lettermill_invitation', value }]
      const to = `${value.slice(0, 4)}@example.net`
      const sent = { from: 'a@example.com', to, subject: 'No invitation', text: '{{{INVITATION_URL}}}', tags }
      expect((await server.call('POST', '/emails', { body: sent })).status).toBe(200)
      const of = () => sink.messages.find(({ recipients }) => recipients.includes(to))
      await expect.poll(of).toBeDefined()
      expect(of()!.raw).toContain('{{{INVITATION_URL}}}')
    },
  )
})

describe('a server without a mail server', () => {
  it('shows the link only on the page and not in captured email', async () => {
    const own = await startServer()
    try {
      const boss = aPerson(own)
      await boss.logIn('/team')
      expect(await invited('nobody@example.net', boss)).toContain('Link for <bdi>nobody@example.net</bdi>')
      expect((await own.call('GET', '/emails?limit=1')).body.data).toEqual([])
      const invitation_id = /name="invitation_id" value="([\w-]+)"/.exec((await boss.get('/team')).text)![1]!
      const tags = [{ name: 'lettermill_invitation', value: invitation_id }]
      const sent = { from: 'a@example.com', subject: 'Captured', text: '{{{INVITATION_URL}}}', tags }
      const { body } = await own.call('POST', '/emails', { body: { ...sent, to: 'nobody@example.net' } })
      const raw = () => boss.get(`/mailbox/${body.id}/raw`)
      await expect.poll(async () => (await raw()).status).toBe(200)
      expect((await raw()).text).toContain('{{{INVITATION_URL}}}')
    } finally {
      await own.stop()
    }
  })
})
