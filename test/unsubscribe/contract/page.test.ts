// The page for unsubscribing, and one-click requests of email programs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Unsubscriber } from '../../../src/mail/content/unsubscribe-link/token.ts'
import { unsubscribeUrl } from '../../../src/mail/content/unsubscribe-link/actions.ts'
import type { Signal } from '../../../src/base/store/signals/signal.ts'
import { contactsOf } from '../../support/contacts.ts'
import { importOf } from '../../support/imports.ts'
import { FORM, oneClickUnsubscribe } from '../../support/unsubscribing.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'
import { subscribersCalling, collectInto } from '../../support/signals.ts'
import { clock } from '../../support/clock.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>
let team_id: string
const heard: Signal[] = []
let kinds = 0

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = contactsOf(server)
  server.database.subscribers = subscribersCalling(collectInto(heard))
  const id = await own.aContact('first@example.com')
  team_id = heard.find(({ type }) => type === 'contact.created')!.team_id
  await own.ask('DELETE', `/contacts/${id}`)
})
afterAll(() => server.stop())

const EMAIL = '11111111-0000-4000-8000-abcdef012345'
const linkFor = (address: string, more: Partial<Unsubscriber> = {}): Promise<string> =>
  server.database.read(async tx => unsubscribeUrl(tx, { team_id, address, ...more }, time.now()))
const stands = async (email: string) => (await own.contact(email)).unsubscribed
const subscriptionOf = async (email: string, id: string) =>
  (await own.ask('GET', `/contacts/${email}/topics?limit=100`)).body.data.find((each: { id: string }) => each.id === id)
    .subscription

async function open(link: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(link, { method, headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function send(link: string, fields: [string, string][]) {
  const answer = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': FORM },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
}

/** The signals that were published in the meantime. */
async function told(act: () => Promise<unknown>): Promise<Signal[]> {
  const before = heard.length
  await act()
  return heard.slice(before)
}

describe('one click', () => {
  it('unsubscribes from everything, immediately and once, and keeps the contact', async () => {
    const segment = await own.aSegment()
    const id = await own.aContact('mira@example.com', { first_name: 'Mira', segments: [segment] })
    const link = await linkFor('mira@example.com', { contact_id: id, email_id: EMAIL })
    const signals = await told(async () => {
      const { status, headers, text } = await oneClickUnsubscribe(link)
      expect([status, text, headers.get('location'), headers.get('set-cookie')]).toEqual([204, '', null, null])
      expect((await oneClickUnsubscribe(link)).status).toBe(204)
    })
    expect(await own.contact(id)).toMatchObject({ first_name: 'Mira', unsubscribed: true })
    expect((await own.ask('GET', `/segments/${segment}/contacts`)).body.data).toMatchObject([{ id }])
    expect(signals).toMatchObject([
      {
        type: 'contact.updated',
        contact: { id, unsubscribed: true },
        through: { email_id: EMAIL, broadcast_id: null },
      },
    ])
  })

  it('unsubscribes from the topic of the email, and from everything if that was deleted', async () => {
    const [topic, other] = [await own.aTopic(), await own.aTopic()]
    const id = await own.aContact('topic@example.com')
    const link = await linkFor('topic@example.com', { topic_id: topic })
    const signals = await told(async () => {
      expect((await oneClickUnsubscribe(link)).status).toBe(204)
      expect((await oneClickUnsubscribe(link)).status).toBe(204)
    })
    expect(signals).toMatchObject([
      { type: 'contact.topics.updated', contact: { id }, topics: new Map([[topic, 'opt_out']]) },
    ])
    expect([await subscriptionOf(id, topic), await subscriptionOf(id, other), await stands(id)]).toEqual([
      'opt_out',
      'opt_in',
      false,
    ])
    await own.ask('DELETE', `/topics/${topic}`)
    expect((await oneClickUnsubscribe(link)).status).toBe(204)
    expect(await stands(id)).toBe(true)
  })

  it.each([
    ['a form of the other kind', { 'content-type': 'multipart/form-data; boundary=x' }, multipart('One-Click')],
    ['a charset', { 'content-type': `${FORM}; charset=UTF-8` }, 'List-Unsubscribe=One-Click'],
    [
      'a referer and an origin of another site',
      { 'content-type': FORM, origin: 'https://mail.example' },
      'List-Unsubscribe=One-Click',
    ],
  ])('is accepted as %s, too', async (_, headers, body) => {
    const address = `kind${kinds++}@example.com`
    await own.aContact(address)
    expect((await oneClickUnsubscribe(await linkFor(address), { headers, body })).status).toBe(204)
    expect(await stands(address)).toBe(true)
  })

  it.each([
    ['nothing', {}, ''],
    ['something else', { 'content-type': FORM }, 'List-Unsubscribe=Two-Clicks'],
    ['another kind of form', { 'content-type': 'multipart/form-data; boundary=x' }, multipart('No')],
    ['JSON', { 'content-type': 'application/json' }, '{"List-Unsubscribe":"One-Click"}'],
    ['the name of a function', { 'content-type': FORM }, 'act=constructor'],
  ])('rejects %s as the body, without changes', async (_, headers, body) => {
    await own.aContact('still@example.com')
    const { status, text } = await oneClickUnsubscribe(await linkFor('still@example.com'), { headers, body })
    expect([status, text]).toEqual([400, expect.stringContaining('Nothing was changed')])
    expect(await stands('still@example.com')).toBe(false)
  })

  it('is rejected with an invalid link, and with a body that is not a form', async () => {
    const link = await linkFor('still@example.com')
    for (const wrong of [link.slice(0, -3), `${server.url}/unsubscribe?token=x`, `${server.url}/unsubscribe`]) {
      const { status, text } = await oneClickUnsubscribe(wrong)
      expect([status, text]).toEqual([400, expect.stringContaining('This link is incomplete')])
    }
    expect((await oneClickUnsubscribe(link, { body: 'x'.repeat(20_000) })).status).toBe(413)
  })

  it('works for a recipient who is not a contact, was deleted, or is a contact again', async () => {
    const topic = await own.aTopic()
    for (const more of [{}, { topic_id: topic }])
      expect((await oneClickUnsubscribe(await linkFor('nobody@example.com', more))).status).toBe(204)
    expect((await own.ask('GET', '/contacts/nobody@example.com')).status).toBe(404)
    // an unsubscribed address stays unsubscribed when a contact is created for it
    const id = await own.aContact('Nobody@Example.com', { unsubscribed: false })
    expect([await stands(id), await subscriptionOf(id, topic)]).toEqual([true, 'opt_out'])
  })

  it('applies after the contact was deleted and created again, until it is explicitly resubscribed', async () => {
    const topic = await own.aTopic()
    const id = await own.aContact('gone@example.com')
    await oneClickUnsubscribe(await linkFor('gone@example.com', { topic_id: topic }))
    await oneClickUnsubscribe(await linkFor('gone@example.com'))
    await own.ask('DELETE', `/contacts/${id}`)
    const again = await own.aContact('gone@example.com')
    expect([await stands(again), await subscriptionOf(again, topic)]).toEqual([true, 'opt_out'])
    await own.ask('PATCH', `/contacts/${again}`, { unsubscribed: false })
    await own.ask('PATCH', `/contacts/${again}/topics`, [{ id: topic, subscription: 'opt_in' }])
    await own.ask('DELETE', `/contacts/${again}`)
    const third = await own.aContact('gone@example.com')
    expect([await stands(third), await subscriptionOf(third, topic)]).toEqual([false, 'opt_in'])
  })

  it('applies to imports, until a row or the topics of the file resubscribe the contact', async () => {
    const topic = await own.aTopic()
    for (const name of ['gone', 'there', 'skipped'])
      for (const more of [{}, { topic_id: topic }])
        await oneClickUnsubscribe(await linkFor(`imported-${name}@example.com`, more))
    const there = await own.aContact('imported-there@example.com')
    await own.aContact('imported-skipped@example.com')
    const rows = ['gone', 'there', 'new'].map(name => `Imported-${name}@example.com,false`)
    const at = { url: server.url, key: server.key }
    const file = `email,unsubscribed\n${rows.join('\n')}\n`
    expect((await importOf(at, { file })).counts).toMatchObject({ created: 2, updated: 1 })
    const seen = async (name: string) => {
      const { id, unsubscribed } = await own.contact(`imported-${name}@example.com`)
      return [unsubscribed, await subscriptionOf(id, topic)]
    }
    expect([await seen('gone'), await seen('there'), await seen('new')]).toEqual([
      [true, 'opt_out'],
      [false, 'opt_out'],
      [false, 'opt_in'],
    ])
    const topics = [{ id: topic, subscription: 'opt_in' }]
    await importOf(at, { file: 'email\nimported-skipped@example.com\n', on_conflict: 'skip', topics })
    await importOf(at, { file: 'email\nimported-gone@example.com\nimported-there@example.com\n', topics })
    expect([await seen('gone'), await seen('there'), await seen('skipped')]).toEqual([
      [true, 'opt_in'],
      [false, 'opt_in'],
      [true, 'opt_out'],
    ])
    // a resubscribed contact no longer has a departed address
    await own.ask('DELETE', `/contacts/${there}`)
    await own.aContact('imported-there@example.com')
    expect(await seen('there')).toEqual([false, 'opt_in'])
  })

  it('applies to one team', async () => {
    const { key } = await aTeam(server, 'Elsewhere')
    const other = contactsOf(server, key)
    await Promise.all([own.aContact('both@example.com'), other.aContact('both@example.com')])
    await oneClickUnsubscribe(await linkFor('both@example.com'))
    expect([await stands('both@example.com'), (await other.contact('both@example.com')).unsubscribed]).toEqual([
      true,
      false,
    ])
  })
})

describe('opening the link', () => {
  it.each(['GET', 'HEAD'])('changes nothing with %s, repeatedly', async method => {
    const topic = await own.aTopic()
    const id = await own.aContact(`scanned-${method.toLowerCase()}@example.com`)
    const before = await own.contact(id)
    const signals = await told(async () => {
      for (const more of [{}, { topic_id: topic }]) {
        const { status, headers } = await open(await linkFor(before.email, more), {}, method)
        expect([status, headers.get('set-cookie'), headers.get('cache-control')]).toEqual([200, null, 'no-store'])
      }
    })
    expect([signals, await own.contact(id)]).toEqual([[], before])
  })

  it('allows no other method', async () => {
    const { status, headers } = await open(await linkFor('first@example.com'), {}, 'DELETE')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  it('reports an invalid link', async () => {
    const { status, text, headers } = await open(`${server.url}/unsubscribe?token=x`)
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).toContain('This link is incomplete')
  })

  it('shows public topics, and private ones that the contact is subscribed to, with escaped names', async () => {
    const { key } = await aTeam(server, '<b>Evil & Co')
    const evil = contactsOf(server, key)
    const before = heard.length
    const id = await evil.aContact('reader@example.com')
    const { team_id: of } = heard.slice(before).find(({ type }) => type === 'contact.created')!
    const topics: Record<string, string> = {
      shown: await evil.aTopic({
        name: 'Shown <i>',
        description: 'All "news"',
        visibility: 'public',
        default_subscription: 'opt_out',
      }),
      chosen: await evil.aTopic({ name: 'Chosen', default_subscription: 'opt_out' }),
      usual: await evil.aTopic({ name: 'Usual', default_subscription: 'opt_in' }),
      hidden: await evil.aTopic({ name: 'Hidden', default_subscription: 'opt_out' }),
      about: await evil.aTopic({ name: 'About', default_subscription: 'opt_out' }),
    }
    await evil.ask('PATCH', `/contacts/${id}/topics`, [{ id: topics.chosen, subscription: 'opt_in' }])
    const { text } = await open(await linkFor('reader@example.com', { team_id: of, topic_id: topics.about! }))
    const found = [...text.matchAll(/name="topic"\s+value="([^"]+)"([^>]*)/g)].map(([, topic, rest]) => [
      Object.entries(topics).find(([, each]) => each === topic)![0],
      rest!.includes('checked'),
    ])
    expect(Object.fromEntries(found)).toEqual({ shown: false, chosen: true, usual: true, about: false })
    expect(text).toContain('Emails from &lt;b&gt;Evil &amp; Co')
    expect(text).toContain('Shown &lt;i&gt;')
    expect(text).not.toContain('<script')
  })

  it.each([
    ['en', 'Unsubscribe'],
    ['de-CH, de;q=0.9, en;q=0.1', 'Abmelden'],
    ['fr', 'Se désabonner'],
    ['es-419', 'Cancelar la suscripción'],
    ['ja', 'Unsubscribe'],
    ['*', 'Unsubscribe'],
    ['', 'Unsubscribe'],
  ])('uses the language of the browser: %j', async (language, word) => {
    const { text, headers } = await open(await linkFor('nobody.here@example.org'), { 'accept-language': language })
    expect(text).toMatch(new RegExp(`<button[^>]*>(?:${word})`))
    expect(text).toContain(`<html lang="${headers.get('content-language')}">`)
    expect(headers.get('vary')).toContain('Accept-Language')
  })
})

describe('an email about a topic', () => {
  const plainly = (text: string): string[] =>
    [...text.matchAll(/<button class="main" name="act" value="([^"]+)"/g)].map(([, act]) => act!)

  it('offers to unsubscribe from the topic and from everything, both equally visible', async () => {
    const id = await own.aContact('about@example.com')
    const topic_id = await own.aTopic({ name: 'Deals & <i>more</i>' })
    const link = await linkFor('about@example.com', { topic_id })
    const { text } = await open(link)
    expect(plainly(text)).toEqual(['leave-topic', 'leave'])
    expect(text).toContain('Unsubscribe from “Deals &amp; &lt;i&gt;more&lt;/i&gt;”')
    expect((await send(link, [['act', 'leave-topic']])).location).toMatch(/&done=left_topic$/)
    expect([await subscriptionOf(id, topic_id), await stands(id)]).toEqual(['opt_out', false])
    const after = await open(`${link}&done=left_topic`)
    expect(after.text).toContain('You will still receive other emails.')
    // only everything is left, as visible as before
    expect(plainly(after.text)).toEqual(['leave'])
    await send(link, [['act', 'leave']])
    expect(await stands(id)).toBe(true)
  })

  it('offers to unsubscribe from everything if its topic was deleted, or the recipient is not a contact', async () => {
    const topic_id = await own.aTopic({ name: 'Soon gone' })
    await own.ask('DELETE', `/topics/${topic_id}`)
    await own.aContact('gone.topic@example.com')
    const link = await linkFor('gone.topic@example.com', { topic_id })
    expect(plainly((await open(link)).text)).toEqual(['leave'])
    // a page that was opened before
    await send(link, [['act', 'leave-topic']])
    expect(await stands('gone.topic@example.com')).toBe(true)
    const other = await linkFor('no.contact@example.com', { topic_id: await own.aTopic({ visibility: 'public' }) })
    expect(plainly((await open(other)).text)).toEqual(['leave-topic', 'leave'])
    await send(other, [['act', 'leave-topic']])
    expect(plainly((await open(other)).text)).toEqual(['leave'])
  })

  it.each(['en', 'de', 'fr', 'es'])('names the topic in %s', async language => {
    const topic_id = await own.aTopic({ name: 'Neuigkeiten' })
    const { text } = await open(await linkFor('said@example.com', { topic_id }), { 'accept-language': language })
    expect(text).toMatch(/value="leave-topic"><bdi>[^<]*Neuigkeiten[^<]*<\/bdi>/)
  })
})

describe('the form', () => {
  it('unsubscribes from and resubscribes to topics, and changes none that it did not show', async () => {
    const { key } = await aTeam(server, 'Forms')
    const team = contactsOf(server, key)
    const before = heard.length
    const id = await team.aContact('form@example.com')
    const { team_id: of } = heard.slice(before).find(({ type }) => type === 'contact.created')!
    const [left, kept, hidden] = [
      await team.aTopic({ name: 'Left', visibility: 'public' }),
      await team.aTopic({ name: 'Kept', visibility: 'public', default_subscription: 'opt_out' }),
      await team.aTopic({ name: 'Hidden', default_subscription: 'opt_out' }),
    ]
    const link = await linkFor('form@example.com', { team_id: of })
    const states = async () => {
      const { data } = (await team.ask('GET', `/contacts/${id}/topics`)).body
      return Object.fromEntries(
        data.map((each: { name: string; subscription: string }) => [each.name, each.subscription]),
      )
    }
    const fields: [string, string][] = [
      ['topic', kept],
      ['topic', hidden],
      ['act', 'save'],
    ]
    const signals = await told(async () => {
      const { status, location } = await send(link, fields)
      expect([status, location]).toEqual([303, `${link.slice(server.url.length)}&done=saved`])
    })
    expect(await states()).toEqual({ Left: 'opt_out', Kept: 'opt_in', Hidden: 'opt_out' })
    expect(signals.map(({ type }) => type)).toEqual([
      'contact.topics.updated',
      'contact.topics.updated',
      'contact.updated',
    ])
    // no checkbox for tracking
    expect((await team.contact(id)).tracking_allowed).toBe(false)
    expect(await told(() => send(link, fields))).toEqual([])
    await send(link, [
      ['topic', left],
      ['tracking', 'yes'],
      ['act', 'save'],
    ])
    expect(await states()).toEqual({ Left: 'opt_in', Kept: 'opt_out', Hidden: 'opt_out' })
    expect((await team.contact(id)).tracking_allowed).toBe(true)
  })

  it('unsubscribes from everything, and reverts that', async () => {
    const id = await own.aContact('undo@example.com')
    const link = await linkFor('undo@example.com')
    expect((await send(link, [['act', 'leave']])).location).toMatch(/&done=left$/)
    expect(await stands(id)).toBe(true)
    const { text } = await open(`${link}&done=left`)
    expect(text).toContain('You have been unsubscribed')
    expect(text).toContain('Resubscribe')
    expect((await send(link, [['act', 'return']])).location).toMatch(/&done=back$/)
    expect(await stands(id)).toBe(false)
  })

  it('works for a recipient who is not a contact, without creating one', async () => {
    const topic = await own.aTopic({ name: 'Open', visibility: 'public' })
    const link = await linkFor('outside@example.com')
    await send(link, [['act', 'save']])
    expect((await open(link)).text).toMatch(new RegExp(`value="${topic}"(?![^>]*checked)`))
    await send(link, [
      ['topic', topic],
      ['act', 'save'],
    ])
    expect((await open(link)).text).toMatch(new RegExp(`value="${topic}"[^>]*checked`))
    await send(link, [['act', 'leave']])
    expect((await open(link)).text).toContain('Resubscribe')
    expect((await own.ask('GET', '/contacts/outside@example.com')).status).toBe(404)
  })

  it('limits repeated changes of mind, but never unsubscribing', async () => {
    const id = await own.aContact('fickle@example.com')
    const link = await linkFor('fickle@example.com')
    for (let times = 0; times < 30; times++) {
      await send(link, [['act', 'leave']])
      expect((await send(link, [['act', 'return']])).status).toBe(303)
    }
    expect((await send(link, [['act', 'leave']])).status).toBe(303)
    const { status, text } = await send(link, [['act', 'return']])
    expect([status, text, await stands(id)]).toEqual([429, expect.stringContaining('Please try again later'), true])
    expect((await oneClickUnsubscribe(link)).status).toBe(204)
    time.forward(11 * 60_000)
    expect((await send(link, [['act', 'return']])).status).toBe(303)
  })
})

function multipart(value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n${value}\r\n--x--\r\n`
}
