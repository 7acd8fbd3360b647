// The start page: setup steps, daily figures, pending work and recent failures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../src/base/store/statement.ts'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, firstTeamOf } from '../support/people.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const DAY_MS = 86_400_000
const time = clock('2026-11-20T12:00:00.000Z')
let sink: MailSink
let server: TestServer
let person: Person

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => {
      if (address.startsWith('gone')) return { code: 550, words: '5.1.1 No such <b>user</b>' }
      return address.startsWith('busy') ? { code: 451, words: '4.2.0 Come again' } : undefined
    },
  })
  server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const failWebhooks = statement<{ failing_since: string | null }>((knex, place) =>
  knex('webhooks').update({ failing_since: place('failing_since') }),
)
const see = async (who = person): Promise<string> => (await who.get('/start')).text.replaceAll(/\s+/g, ' ')

async function send(to: string | string[], more: object = {}, key = server.key): Promise<string> {
  const body = { from: 'Ada <ada@example.org>', to, subject: 'Hello', text: 'T', ...more }
  const { body: made } = await server.call('POST', '/emails', { key, body })
  await server.queue.idle()
  return made.id
}

/** Counts of one day in the table, by column title. */
function dayOf(page: string, day: string): Record<string, string> {
  const titles = [...page.matchAll(/<th scope="col">(\w+)<\/th>/g)].map(([, title]) => title!)
  const [, cells] = new RegExp(`<th scope="row">${day}</th>(.*?)</tr>`).exec(page)!
  const counts = [...cells!.matchAll(/<td>([\d,]+)<\/td>/g)].map(([, count]) => count!)
  return Object.fromEntries(counts.map((count, at) => [titles[at + 1]!, count]))
}

describe('start page', () => {
  it('is opened by / and after a login', async () => {
    const visitor = aPerson(server)
    expect((await visitor.get('/')).location).toBe('/start')
    expect((await visitor.get('/start')).location).toBe('/login?next=/start')
    expect((await visitor.logIn('')).location).toBe('/start')
  })

  it('shows the setup steps until all are done', async () => {
    const before = await see()
    expect(before).toContain('1 of 5 done.')
    expect(before).toMatch(/Create an API key <span class="tag good">Done<\/span>/)
    expect(before).toContain('<a class="alone" href="/domains">Add a domain</a>')
    await send('ana@example.net')
    await server.call('POST', '/domains', { body: { name: 'mail.example.org' } })
    await contactsOf(server).aContact('ana@example.net')
    expect(await see()).toContain('4 of 5 done.')
    await server.call('POST', '/webhooks', { body: { endpoint: 'https://hook.example/in', events: ['email.sent'] } })
    expect(await see()).not.toContain('Get started')
  })

  it('shows webhooks only to roles that may open their page', async () => {
    await server.database.unit(tx => tx.run(failWebhooks, { failing_since: time.now().toISOString() }))
    const page = await see()
    expect(page).toContain('<bdi>https://hook.example/in</bdi>')
    expect(page).toContain('<dt>Webhooks</dt>')
    for (const role of ['marketer', 'viewer'] as const) {
      const member = aPerson(server)
      await member.logIn('/start', await aColleague(server, { email: `${role}@example.net`, role }))
      const seen = await see(member)
      expect([seen.includes('<dt>Domains</dt>'), seen.includes('<dt>Webhooks</dt>')]).toEqual([true, false])
      expect(seen).not.toContain('hook.example')
    }
    await server.database.unit(tx => tx.run(failWebhooks, { failing_since: null }))
  })

  it('counts recipients by the day of each event, with a chart', async () => {
    time.forward(DAY_MS)
    await person.logIn()
    await send(['ana@example.net', 'gone@example.net'])
    await send(['one@example.net', 'two@example.net', 'busy@example.net'])
    const page = await see()
    expect(dayOf(page, '21 Nov 2026')).toMatchObject({ Sent: '5', Delivered: '3', Bounced: '1', Complained: '0' })
    expect(dayOf(page, '20 Nov 2026')).toMatchObject({ Sent: '1', Delivered: '1', Bounced: '0' })
    expect(page).toMatch(/<dt>Sent<\/dt> <dd class="today">5 <span class="soft">today/)
    expect(page).toContain('6 in 30 days')
    expect(page).toContain('4 in 30 days: 66.7%')
    const [chart] = /<svg class="columns".*?<\/svg>/.exec(page)!
    expect([...chart.matchAll(/<rect/g)]).toHaveLength(30)
    expect(page).not.toContain('<dt>Opened</dt>')
  })

  it('shows recent failures with the response of the mail server, and pending emails', async () => {
    const page = await see()
    expect(page).toContain('550 5.1.1 No such &lt;b&gt;user&lt;/b&gt;')
    expect(page).toContain('<a href="/people/gone%40example.net">')
    expect(page).toContain('<a href="/emails?status=delivery_delayed">1 email delayed</a>')
    expect(page).toMatch(/<bdi>mail\.example\.org<\/bdi><\/a><\/h3> <p class="soft">Add its DNS records/)
    await send('later@example.net', { scheduled_at: '2026-11-22T12:00:00.000Z' })
    expect(await see()).toContain('<a href="/emails?status=scheduled">1 email scheduled</a>')
  })

  it('shows the last ten failures, newest first', async () => {
    for (let each = 1; each <= 11; each++) await send(`gone-${each}@example.net`, { subject: `Failure ${each}` })
    const subjects = [...(await see()).matchAll(/<bdi>(Failure \d+)<\/bdi>/g)].map(([, subject]) => subject)
    expect(subjects).toEqual(Array.from({ length: 10 }, (_, at) => `Failure ${11 - at}`))
  })

  it('shows recent broadcasts with their figures and scheduled ones as pending', async () => {
    const made = contactsOf(server)
    const segment_id = await made.aSegment()
    for (const name of ['well', 'gone-too'])
      await made.aContact(`${name}@example.net`, { segments: [{ id: segment_id }] })
    const body = { name: 'News', from: 'a@example.org', subject: 'Hi', html: '<p>Hi</p>', segment_id, send: true }
    const { id } = (await server.call('POST', '/broadcasts', { body })).body
    await expect
      .poll(async () => {
        time.forward(50)
        return see()
      })
      .toContain('2 sent, 50% delivered')
    expect(await see()).toContain(`<a href="/broadcasts/${id}"><bdi>News</bdi></a>`)
    const later = { ...body, name: 'Later', scheduled_at: '2026-11-25T12:00:00.000Z' }
    await server.call('POST', '/broadcasts', { body: later })
    expect(await see()).toMatch(
      /<bdi>Later<\/bdi><\/a><\/h3> <p class="soft">Contacts who are in the segment at the scheduled time receive the broadcast.*?25 Nov 2026, 12:00/,
    )
  })

  it('shows the relay, emails of all teams and all pauses to operators only', async () => {
    const stranger = await aTeam(server)
    await send('busy@example.com', { subject: 'Of others' }, stranger.key)
    const { body: pause } = await server.call('POST', '/delivery/pauses', {
      body: { scope: 'destination', name: 'example.com', reason: 'They asked us to' },
    })
    const team_id = await firstTeamOf(server, server.admin.email)
    const colleague = aPerson(server)
    await colleague.logIn(
      '/start',
      await aColleague(server, { email: 'member@example.net', team_id: stranger.team_id }),
    )
    expect(team_id).not.toBe(stranger.team_id)
    const [own, others] = [await see(), await see(colleague)]
    for (const words of ['<dt>Relay</dt>', 'of all teams', 'They asked us to']) {
      expect([words, own.includes(words), others.includes(words)]).toEqual([words, true, false])
    }
    expect(own).not.toContain('Of others')
    expect(others).not.toMatch(/Failure|News|mail\.example\.org|hook\.example/)
    expect(dayOf(others, '21 Nov 2026')).toMatchObject({ Sent: '1', Delivered: '0' })
    await server.call('DELETE', `/delivery/pauses/${pause.id}`)
    await server.call('POST', '/delivery/pauses', { body: { scope: 'all', reason: 'Maintenance' } })
    expect(await see(colleague)).toContain('All email is paused: Maintenance')
  })
})
