// Tracked email from end to end: the rewritten message, the redirects and the recorded visits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TrackingTarget, TrackingTokens } from '../../../src/base/secrets/tracking-token.ts'
import { mailTracker } from '../../../src/mail/tracking/actions.ts'
import { sql } from '../../support/beside.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, mail, trigger, wait } from '../../automations/rules/support.ts'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { unsubscribeLinkIn, sendWithTopic, oneClickUnsubscribe } from '../../support/unsubscribing.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { aTrackedDomain, BROWSER, type ReceivedMail, receivedBy, visit } from '../../support/tracked.ts'

// ids contain the time of the machine, by which events are counted
const time = clock(new Date().toISOString())
let sink: MailSink
let server: TestServer
beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now })
  await aTrackedDomain(server, 'tracked.example.org')
  await aTrackedDomain(server, 'clicks.example.org', { click_tracking: true })
  await aTrackedDomain(server, 'opens.example.org', { open_tracking: true })
  await aTrackedDomain(server, 'plain.example.org', {})
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

let people = 0
const HTML =
  '<html><body><p>Hello <A class=big href="https://example.com/pricing?a=1&amp;b=2">prices</A>, ' +
  '<a href="mailto:ada@example.org">write</a>, <a href="#top">up</a>, <a data-no-track href="https://example.com/plain">plain</a></p></body></html>'

interface Sent extends ReceivedMail {
  id: string
  to: string
}

async function send(from: string, fields: object = {}): Promise<Sent> {
  const to = `reader-${++people}@example.net`
  const body = { from: `Ada <ada@${from}>`, to, subject: 'Prices', html: HTML, ...fields }
  const answer = await server.call('POST', '/emails', { body })
  expect([answer.status, answer.body]).toEqual([200, { id: expect.any(String) }])
  const received = await receivedBy(sink, to)
  await known(answer.body.id, ({ last_event }) => last_event !== 'queued')
  // no person opens an email so soon
  time.forward(60_000)
  return { ...received, id: answer.body.id, to }
}

// oxlint-disable-next-line typescript/no-explicit-any -- an answer
async function known(id: string, isSo: (email: any) => boolean): Promise<any> {
  const email = async () => (await server.call('GET', `/emails/${id}`)).body
  await expect.poll(async () => isSo(await email()), { interval: 5 }).toBe(true)
  return email()
}

/** The number of opened emails, over all days. */
async function countOpened(): Promise<number> {
  const [row] = await sql<{ opened: number | string | null }>(server, 'select sum(opened) as opened from usage_days')
  return Number(row!.opened)
}

// oxlint-disable-next-line typescript/no-explicit-any -- an answer
const timeline = async (id: string): Promise<any[]> =>
  (await server.call('GET', `/emails/${id}?include=timeline`)).body.timeline.filter(({ type }: { type: string }) =>
    ['opened', 'clicked'].includes(type),
  )

describe('a tracked email', () => {
  it('changes only link targets and adds a tracking pixel at the end', async () => {
    const { html, links, picture } = await send('tracked.example.org')
    expect(links.slice(1)).toEqual(['mailto:ada@example.org', '#top', 'https://example.com/plain'])
    expect(links[0]).toMatch(new RegExp(`^${server.url}/t/c/[\\w-]+$`))
    expect(picture).toMatch(new RegExp(`^${server.url}/t/o/[\\w-]+$`))
    const before = html
      .replace(links[0]!, 'https://example.com/pricing?a=1&amp;b=2')
      .replace(/<img src="[^"]*" alt="" width="1" height="1" style="[^"]*" \/>(?=<\/body>)/, '')
    expect(before).toBe(HTML)
  })

  it('keeps the links in its text, and is returned by the API as it was sent', async () => {
    const { id, text } = await send('tracked.example.org')
    expect(text).toContain('https://example.com/pricing?a=1&b=2')
    expect(text).not.toContain('/t/c/')
    expect((await server.call('GET', `/emails/${id}`)).body.html).toBe(HTML)
    const given = await send('tracked.example.org', { text: 'See https://example.com/text' })
    expect(given.text.trim()).toBe('See https://example.com/text')
  })

  it('shows opens and clicks on the page of the email, with those of machines', async () => {
    const { id, links } = await send('tracked.example.org')
    await visit(links[0]!, { headers: { 'x-forwarded-for': '192.0.2.77' } })
    await visit(links[0]!, { headers: { 'user-agent': 'Googlebot/2.1' } })
    const person = aPerson(server)
    await person.logIn()
    const page = (await person.get(`/emails/${id}`)).text
    expect(page).toContain('https://example.com/pricing?a=1&amp;b=2')
    expect(page).toContain(`${BROWSER}, from the network of 192.0.2.0`)
    expect(page).toContain('probably by a program, according to its user agent')
  })

  it('is tracked only as its domain is configured', async () => {
    const clicks = await send('clicks.example.org')
    expect([clicks.picture, clicks.links[0]]).toEqual([undefined, expect.stringContaining('/t/c/')])
    const opens = await send('opens.example.org')
    expect([opens.picture, opens.links[0]]).toEqual([
      expect.stringContaining('/t/o/'),
      'https://example.com/pricing?a=1&b=2',
    ])
    for (const from of ['plain.example.org', 'nobodys.example.org']) expect((await send(from)).html).toBe(HTML)
  })

  it('redirects without a cookie and without a referrer', async () => {
    const { links } = await send('tracked.example.org')
    const { status, location, headers, body } = await visit(links[0]!)
    expect([status, location, body.length]).toEqual([302, 'https://example.com/pricing?a=1&b=2', 0])
    expect([headers.get('referrer-policy'), headers.get('cache-control'), headers.get('set-cookie')]).toEqual([
      'no-referrer',
      'no-store, private',
      null,
    ])
  })

  it('serves a pixel that is not cached', async () => {
    const { picture } = await send('tracked.example.org')
    const { status, headers, body } = await visit(picture!)
    expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([200, 'image/gif', null])
    expect(headers.get('cache-control')).toBe('no-store, private')
    expect([body.toString('latin1', 0, 6), body.readUInt16LE(6), body.readUInt16LE(8)]).toEqual(['GIF89a', 1, 1])
  })

  it('records its opens and clicks, without the IP address of a person', async () => {
    const { id, to, links, picture } = await send('tracked.example.org')
    const before = await countOpened()
    await visit(picture!, { headers: { 'x-forwarded-for': '192.0.2.77' } })
    expect((await server.call('GET', `/emails/${id}`)).body.last_event).toBe('opened')
    time.forward(1000)
    await visit(links[0]!, { headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } })
    expect((await server.call('GET', `/emails/${id}`)).body.last_event).toBe('clicked')
    const about = { recipients: [to], user_agent: BROWSER }
    expect(await timeline(id)).toEqual([
      { at: expect.any(String), type: 'opened', words: 'Opened', network: '192.0.2.0', ...about },
      {
        at: time.now().toISOString(),
        type: 'clicked',
        words: 'A link was followed',
        link: 'https://example.com/pricing?a=1&b=2',
        network: '2001:db8:1::',
        ...about,
      },
    ])
    const metrics = '?metrics=opened,unique_opened,clicked,unique_clicked&email_id='
    const { totals } = (await server.call('GET', `/emails/metrics${metrics}${id}`)).body
    expect(totals).toEqual({ opened: 1, unique_opened: 1, clicked: 1, unique_clicked: 1 })
    await visit(picture!)
    expect(await countOpened()).toBe(before + 1)
  })

  it('names no recipient if it was sent to several', async () => {
    const other = `second-${people}@example.net`
    const { id, picture } = await send('tracked.example.org', { cc: other })
    await visit(picture!)
    expect(await timeline(id)).toMatchObject([{ type: 'opened', recipients: [] }])
  })

  it('marks visits by machines, and does not count them', async () => {
    const links = [1, 2, 3, 4].map(n => `https://example.com/${n}`)
    const html = links.map(link => `<a href="${link}">${link}</a>`).join('')
    const sent = await send('tracked.example.org', { html })
    const [link] = sent.links
    await visit(sent.picture!, { headers: { 'user-agent': 'Mozilla/5.0' } })
    await visit(link!, { method: 'HEAD' })
    await visit(link!, { headers: { 'user-agent': 'Barracuda Sentinel (EE)' } })
    await visit(link!, { headers: { 'sec-purpose': 'prefetch' } })
    const marks = (await timeline(sent.id)).map(({ type, machine }) => [type, machine])
    expect(marks).toEqual([
      ['opened', 'privacy_proxy'],
      ['clicked', 'head'],
      ['clicked', 'bot'],
      ['clicked', 'prefetch'],
    ])
    expect((await server.call('GET', `/emails/${sent.id}`)).body.last_event).toBe('delivered')
    const { totals } = (await server.call('GET', `/emails/metrics?metrics=opened,clicked&email_id=${sent.id}`)).body
    expect(totals).toEqual({ opened: 0, clicked: 0 })
  })

  it('marks clicks on several links at the same time, and visits earlier than a person could read it', async () => {
    const html = [1, 2, 3, 4].map(n => `<a href="https://example.com/${n}">${n}</a>`).join('')
    const sent = await send('tracked.example.org', { html })
    for (const link of sent.links) await visit(link)
    expect((await timeline(sent.id)).map(({ machine }) => machine)).toEqual([undefined, undefined, 'burst', 'burst'])
    const soon = await send('tracked.example.org')
    time.back(59_000)
    await visit(soon.links[0]!)
    time.forward(59_000)
    expect(await timeline(soon.id)).toMatchObject([{ machine: 'too_soon' }])
  })

  it('stores at most fifty visits of each type, and continues counting', async () => {
    const { id, links } = await send('tracked.example.org')
    for (let count = 0; count < 60; count++) await visit(links[0]!)
    expect((await timeline(id)).length).toBe(50)
    for (const { status } of await Promise.all(Array.from({ length: 300 }, () => visit(links[0]!))))
      expect(status).toBe(302)
    expect((await timeline(id)).length).toBe(50)
  })

  it('is not tracked for a contact who opted out, nor for recipients of the same email', async () => {
    const email = 'unwilling@example.net'
    await server.call('POST', '/contacts', { body: { email } })
    expect((await server.call('PATCH', `/contacts/${email}`, { body: { tracking_allowed: false } })).status).toBe(200)
    expect((await send('tracked.example.org', { cc: `Una <${email.toUpperCase()}>` })).html).toBe(HTML)
    await server.call('PATCH', `/contacts/${email}`, { body: { tracking_allowed: true } })
    expect((await send('tracked.example.org', { cc: email })).html).not.toBe(HTML)
  })

  it('is not tracked if it is too long, and the log reports it', async () => {
    const { html } = await send('tracked.example.org', {
      html: `<p>${'x'.repeat(2_000_000)}</p><a href="https://example.com">x</a>`,
    })
    expect(html).toContain('<a href="https://example.com">')
    expect(server.logged()).toContain('"msg":"email not tracked"')
  })

  it('is rewritten in a worker thread if it is long', async () => {
    const { links } = await send('tracked.example.org', {
      html: `<p>${'x'.repeat(300_000)}</p><a href="https://example.com/far">x</a>`,
    })
    expect((await visit(links[0]!)).location).toBe('https://example.com/far')
  })
})

describe('a large email with many links', () => {
  /** Counts how many links are sealed before other work can run. */
  class CountingTokens extends TrackingTokens {
    sealed = 0
    inTurn = 0
    most = 0

    override sign(tracked: TrackingTarget, now: Date): string {
      this.sealed++
      this.most = Math.max(this.most, ++this.inTurn)
      return super.sign(tracked, now)
    }
  }

  it('keeps links unchanged if the only tracking host is one with logins', async () => {
    const [{ id: team_id }] = (await sql<{ id: string }>(server, 'select id from teams')) as [{ id: string }]
    const html = '<a href="https://example.com/pricing">Prices</a>'
    const email = { id: team_id, team_id, from: 'a@clicks.example.org', html, recipients: ['b@example.net'] }
    const trackedBy = (public_url: string) =>
      mailTracker(new CountingTokens('secret'), public_url)(body => server.database.read(body), email, time.now())
    for (const outside of ['https://mail.sender.example', 'http://192.0.2.7:3000', 'http://mail:3000'])
      expect(await trackedBy(outside)).toEqual({
        html,
        untracked: expect.stringContaining('no verified tracking subdomain'),
      })
    for (const here of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect((await trackedBy(here)).html).toContain(`href="${here}/t/c/`)
  })

  it('is tracked in small parts, and up to its 2,000th link', async () => {
    const [{ id: team_id }] = (await sql<{ id: string }>(server, 'select id from teams')) as [{ id: string }]
    const links = Array.from({ length: 10_000 }, (_, index) => `https://example.com/${index}?${'x'.repeat(60)}`)
    const html = links.map(link => `<a href="${link}">x</a>`).join('')
    const tokens = new CountingTokens('secret')
    let isDone = false
    const turn = (): void => {
      tokens.inTurn = 0
      if (!isDone) setImmediate(turn)
    }
    turn()
    const email = { id: team_id, team_id, from: 'a@clicks.example.org', html, recipients: ['b@example.net'] }
    const tracked = await mailTracker(tokens, server.url)(body => server.database.read(body), email, time.now())
    isDone = true
    const after = [...tracked.html!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)
    expect(after.slice(2000)).toEqual(links.slice(2000))
    expect(after.slice(0, 2000).every(href => href.startsWith(`${server.url}/t/c/`))).toBe(true)
    expect(tokens.sealed).toBe(2000)
    expect(tokens.most).toBeLessThanOrEqual(100)
  })
})

describe('a run that waits for its email to be opened', () => {
  it('continues when a person opens it and clicks a link, and not for a machine or the email of another run', async () => {
    await aPublishedTemplate(server, {
      from: 'ada@tracked.example.org',
      html: '<a href="https://example.com/go">Go</a>',
    })
    const steps = ['opened', 'clicked'].map(name =>
      wait(name, { event_name: `resend:email.${name}`, timeout: '1 day' }),
    )
    const automation = await anAutomation(server, { ...chain(trigger(), mail('m'), ...steps), status: 'enabled' })
    await sendEvent(server, { email: 'run@example.net' })
    await sendEvent(server, { email: 'other-run@example.net' })
    const { links, picture } = await receivedBy(sink, 'run@example.net')
    const other = await receivedBy(sink, 'other-run@example.net')
    time.forward(60_000)
    const follow = async (address: string, asked: Parameters<typeof visit>[1] = {}): Promise<unknown> => {
      await visit(address, asked)
      await server.queue.idle()
      const [, { steps: reached, status }] = await runsOf(server, automation)
      return [status, ...reached.slice(2).map((step: { output: { outcome: string } | null }) => step.output?.outcome)]
    }
    await visit(other.picture!)
    for (const machine of ['Mozilla/5.0', 'Googlebot/2.1'])
      expect(await follow(picture!, { headers: { 'user-agent': machine } })).toEqual(['running', undefined, undefined])
    expect(await follow(picture!)).toEqual(['running', 'event_received', undefined])
    await visit(other.links[0]!)
    expect(await follow(links[0]!, { method: 'HEAD' })).toEqual(['running', 'event_received', undefined])
    expect(await follow(links[0]!)).toEqual(['completed', 'event_received', 'event_received'])
    const [, run] = await runsOf(server, automation)
    const about = { email_id: run.steps[1].output.email_id, recipients: ['run@example.net'], count: 1 }
    expect(run.steps[2].output.payload).toMatchObject({ ...about, user_agent: BROWSER })
    expect(run.steps[3].output.payload).toMatchObject({ ...about, link: 'https://example.com/go' })
  })
})

describe('the email with the unsubscribe link that was used', () => {
  it('counts once as unsubscribed, for contacts and other recipients, and no other email does', async () => {
    const { ask, aContact, aTopic } = contactsOf(server)
    const topic_id = await aTopic()
    const metrics = '/emails/metrics?metrics=unsubscribed,unsubscribe_rate'
    const start_date = time.now().toISOString()
    const counted = async (query = '') => (await ask('GET', `${metrics}&start_date=${start_date}${query}`)).body.totals
    await aContact('counted@example.net')
    const ids: string[] = []
    for (const to of ['counted@example.net', 'uncounted@example.net']) {
      const [first, second] = [
        await sendWithTopic(server, sink, topic_id, to),
        await sendWithTopic(server, sink, topic_id, to),
      ]
      await server.queue.idle()
      expect((await fetch(unsubscribeLinkIn(first))).status).toBe(200)
      for (const link of [first, first, second].map(unsubscribeLinkIn))
        expect((await oneClickUnsubscribe(link)).status).toBe(204)
      const { data } = (await ask('GET', '/emails?limit=2')).body
      ids.push(data[1].id, data[0].id)
    }
    expect(await counted()).toEqual({ unsubscribed: 2, unsubscribe_rate: 50 })
    const each = await Promise.all(ids.map(async id => (await counted(`&email_id=${id}`)).unsubscribed))
    expect(each).toEqual([1, 0, 1, 0])
    const { timeline, last_event } = (await ask('GET', `/emails/${ids[0]}?include=timeline`)).body
    expect(last_event).toBe('delivered')
    expect(timeline.filter(({ type }: { type: string }) => type === 'unsubscribed')).toEqual([
      {
        at: time.now().toISOString(),
        type: 'unsubscribed',
        words: 'Unsubscribed with the link in the email',
        recipients: ['counted@example.net'],
      },
    ])
    // first from its topic, and then from everything: the same email, counted once
    expect((await oneClickUnsubscribe(unsubscribeLinkIn(sink.messages.at(-4)!), { body: 'act=leave' })).status).toBe(
      303,
    )
    expect(await counted()).toMatchObject({ unsubscribed: 2 })
  })
})

describe('a modified link', () => {
  it('redirects nowhere, for any modification', async () => {
    const { id, links, picture } = await send('tracked.example.org')
    const at = links[0]!.lastIndexOf('/') + 1
    const token = links[0]!.slice(at)
    const changed = [10, 40, token.length - 3].map(
      index => token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1),
    )
    const others = [
      '',
      'x',
      token.slice(1),
      `${token}AA`,
      'A'.repeat(5000),
      '%zz',
      encodeURIComponent('https://evil.example'),
    ]
    for (const each of [...changed, ...others]) {
      const { status, location, headers } = await visit(`${server.url}/t/c/${each}`)
      expect([each.slice(0, 20), status, location]).toEqual([
        each.slice(0, 20),
        expect.toSatisfy(is => is === 404 || is === 400),
        null,
      ])
      expect(headers.get('set-cookie')).toBe(null)
    }
    // the pixel is not a link, and a link is not a pixel
    const picture_token = picture!.slice(picture!.lastIndexOf('/') + 1)
    expect((await visit(`${server.url}/t/c/${picture_token}`)).status).toBe(404)
    expect((await visit(`${server.url}/t/o/${token}`)).status).toBe(404)
    expect(await timeline(id)).toEqual([])
  })

  it('redirects nowhere at another host, such as one of another team', async () => {
    const { links } = await send('tracked.example.org')
    const elsewhere = links[0]!.replace('//localhost:', '//127.0.0.1:')
    expect((await visit(elsewhere)).status).toBe(404)
    expect((await visit(links[0]!)).status).toBe(302)
  })
})
