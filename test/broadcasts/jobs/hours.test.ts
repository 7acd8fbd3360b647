// Broadcasts with quiet hours or a local time, in the time zone of each contact.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listJobsAbout } from '../../../src/base/queue/waiting.ts'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { firstTeamOf } from '../../support/people.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const NIGHT = { from: '20:00', to: '08:00' }

const time = clock('2026-11-20T12:00:00.000Z')
let sink: MailSink
let server: TestServer
let own: ReturnType<typeof contactsOf>
let busy: string | undefined

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => (address === busy ? { code: 451, words: '4.2.0 Come again' } : undefined),
  })
  server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
  own = contactsOf(server)
  await own.aProperty('time_zone')
  await own.aProperty('lives_in', { fallback_value: 'Asia/Tokyo' })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
/** Starts each test at noon UTC. */
beforeEach(() => {
  const past_ms = (time.now().getTime() - Date.parse('2026-11-20T12:00:00.000Z')) % (24 * HOUR_MS)
  if (past_ms > 0) time.forward(24 * HOUR_MS - past_ms)
})

let count = 0
const get = async (path: string) => (await own.ask('GET', path)).body
const post = async (path: string, body?: object) => {
  const reply = await own.ask('POST', path, body)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const someIn = async (zones: Record<string, string | undefined>, property = 'time_zone') => {
  const id = await own.aSegment()
  const emails: Record<string, string> = {}
  for (const [name, zone] of Object.entries(zones)) {
    emails[name] = `${name}-${++count}@example.net`
    const properties = zone === undefined ? {} : { [property]: zone }
    await own.aContact(emails[name], { segments: [{ id }], properties })
  }
  return { segment_id: id, emails }
}
const WRITTEN = { from: 'news@acme.example', subject: 'Hi', text: 'Hello' }
const sent = async (segment_id: string, more: object): Promise<string> =>
  (await post('/broadcasts', { ...WRITTEN, segment_id, ...more, send: true })).id
const gotBy = (emails: Record<string, string>): string[] =>
  Object.entries(emails).flatMap(([name, email]) =>
    sink.messages.flatMap(({ recipients }) => (recipients.includes(email) ? name : [])),
  )
/** The sender looks for recipients again after a short delay, so the clock must move. */
const eventually = <T>(read: () => T) => expect.poll(() => (time.forward(50), read()))
const haveGot = (emails: Record<string, string>, names: string[]) =>
  eventually(() => gotBy(emails).toSorted()).toEqual(names.toSorted())
const stands = (id: string, wanted: object) => eventually(() => get(`/broadcasts/${id}`)).toMatchObject(wanted)
/** Waits until no job is due. */
const settled = async () => {
  await server.queue.idle()
  await server.queue.idle()
}

describe('quiet hours', () => {
  it('delay emails to contacts in quiet hours, in their time zone, until the end', async () => {
    const { segment_id, emails } = await someIn({
      berlin: 'europe/berlin',
      tokyo: 'Asia/Tokyo',
      kyoto: 'Asia/Tokyo',
      unknown: undefined,
      nowhere: 'Atlantis/Harbour',
    })
    const id = await sent(segment_id, { quiet_hours: NIGHT })
    await haveGot(emails, ['berlin', 'nowhere', 'unknown'])
    await stands(id, { status: 'queued', recipients: 5, emails: 3, quiet_hours: NIGHT, time_zone: 'UTC' })
    time.forward(11 * HOUR_MS - 5 * MINUTE_MS)
    await settled()
    expect(await get(`/broadcasts/${id}`)).toMatchObject({ status: 'queued', emails: 3 })
    time.forward(5 * MINUTE_MS)
    await haveGot(emails, Object.keys(emails))
    await stands(id, { status: 'sent', emails: 5 })
  })

  it('use the default time zone and the time zone property of the broadcast', async () => {
    const { segment_id, emails } = await someIn({ tokyo: undefined, rio: 'America/Sao_Paulo' }, 'lives_in')
    const hours = { quiet_hours: NIGHT, time_zone: 'Asia/Tokyo' }
    const by_fallback = await sent(segment_id, { ...hours, time_zone: 'UTC', time_zone_property: 'lives_in' })
    await haveGot(emails, ['rio'])
    const by_broadcast = await sent(segment_id, hours)
    await stands(by_broadcast, { status: 'queued', recipients: 2, emails: 0 })
    time.forward(11 * HOUR_MS)
    await haveGot(emails, ['rio', 'rio', 'tokyo', 'tokyo'])
    for (const id of [by_fallback, by_broadcast]) await stands(id, { status: 'sent', emails: 2 })
  })

  it('delay the retry of an email that was created before they started', async () => {
    const { segment_id, emails } = await someIn({ late: undefined })
    time.forward(8 * HOUR_MS - 5 * MINUTE_MS)
    busy = emails.late
    const id = await sent(segment_id, { quiet_hours: NIGHT })
    const email = async () => (await get('/emails')).data.find(({ to }: { to: string[] }) => to[0] === emails.late)
    await eventually(async () => (await email())?.last_event).toBe('delivery_delayed')
    await stands(id, { status: 'sent' })
    busy = undefined
    time.forward(6 * MINUTE_MS)
    await settled()
    expect(gotBy(emails)).toEqual([])
    time.forward(12 * HOUR_MS)
    await haveGot(emails, ['late'])
  })

  it('exclude contacts who unsubscribe in them, and allow canceling and pausing', async () => {
    const { segment_id, emails } = await someIn({ stays: 'Asia/Tokyo', leaves: 'Asia/Tokyo' })
    const [goes, canceled, paused] = [
      await sent(segment_id, { quiet_hours: NIGHT }),
      await sent(segment_id, { quiet_hours: NIGHT }),
      await sent(segment_id, { quiet_hours: NIGHT }),
    ]
    for (const id of [goes, canceled, paused]) await stands(id, { recipients: 2, emails: 0 })
    await settled()
    await own.ask('PATCH', `/contacts/${emails.leaves}`, { unsubscribed: true })
    await post(`/broadcasts/${canceled}/cancel`)
    await post(`/broadcasts/${paused}/pause`)
    time.forward(12 * HOUR_MS)
    await stands(goes, { status: 'sent', emails: 1 })
    await haveGot(emails, ['stays'])
    await settled()
    await stands(paused, { status: 'queued', emails: 0 })
    await post(`/broadcasts/${paused}/resume`)
    await stands(paused, { status: 'sent', emails: 1 })
    await haveGot(emails, ['stays', 'stays'])
    expect((await get(`/broadcasts/${canceled}`)).status).toBe('canceled')
  })
})

describe('a created email that is delayed', () => {
  /** A broadcast in progress with one email whose first attempt failed. */
  const tried = async (name: string) => {
    const { segment_id, emails } = await someIn({ [name]: undefined, later: 'Asia/Tokyo' })
    const address = emails[name]!
    busy = address
    const id = await sent(segment_id, { quiet_hours: NIGHT })
    const email = async () => (await get('/emails')).data.find(({ to }: { to: string[] }) => to[0] === address)
    await eventually(async () => (await email())?.last_event).toBe('delivery_delayed')
    busy = undefined
    const isHeld = async (why: string): Promise<void> => {
      await settled()
      const { id: email_id } = await email()
      const jobs = await server.database.read(async tx =>
        listJobsAbout(tx, await firstTeamOf(server, server.admin.email), email_id),
      )
      expect(jobs.map(({ last_error }) => last_error)).toEqual([expect.stringContaining(why)])
    }
    return { id, emails, email, isHeld }
  }

  it.each(['resume', 'cancel'])('is released immediately when the broadcast is paused and then gets %s', async act => {
    const { id, emails, email, isHeld } = await tried('held')
    await post(`/broadcasts/${id}/pause`)
    time.forward(MINUTE_MS)
    await isHeld('paused')
    await post(`/broadcasts/${id}/${act}`)
    await settled()
    if (act === 'resume') await post(`/broadcasts/${id}/cancel`)
    expect((await email()).last_event).toBe(act === 'resume' ? 'delivered' : 'canceled')
    expect(gotBy(emails)).toEqual(act === 'resume' ? ['held'] : [])
  })

  it('is canceled immediately when the broadcast is canceled in quiet hours', async () => {
    const { id, emails, email, isHeld } = await tried('quiet')
    time.forward(8 * HOUR_MS)
    await isHeld('Quiet hours')
    await post(`/broadcasts/${id}/cancel`)
    await settled()
    expect((await email()).last_event).toBe('canceled')
    expect(gotBy(emails)).toEqual([])
  })
})

describe('a local time', () => {
  it('is the time of sending in each time zone', async () => {
    const { segment_id, emails } = await someIn({ tokyo: 'Asia/Tokyo', berlin: 'Europe/Berlin', utc: undefined })
    const id = await sent(segment_id, { local_time: '09:00' })
    await stands(id, { status: 'queued', recipients: 3, emails: 0, local_time: '09:00' })
    const got: string[] = []
    for (const [hours, name] of [
      [12, 'tokyo'],
      [8, 'berlin'],
      [1, 'utc'],
    ] as const) {
      await settled()
      expect(gotBy(emails).toSorted()).toEqual(got.toSorted())
      time.forward(hours * HOUR_MS)
      got.push(name)
      await haveGot(emails, got)
    }
    await stands(id, { status: 'sent', emails: 3 })
  })
})

describe('the hours of a broadcast', () => {
  const draft = async (more: object = {}): Promise<string> =>
    (await post('/broadcasts', { ...WRITTEN, segment_id: await own.aSegment(), ...more })).id
  const HOURS = { quiet_hours: NIGHT, local_time: '09:30', time_zone: 'Europe/Paris', time_zone_property: 'lives_in' }

  it('are returned, updated individually and duplicated', async () => {
    const id = await draft()
    const none = { quiet_hours: null, local_time: null, time_zone: 'UTC', time_zone_property: 'time_zone' }
    expect(await get(`/broadcasts/${id}`)).toMatchObject(none)
    await own.ask('PATCH', `/broadcasts/${id}`, { ...HOURS, per_minute: 30 })
    expect((await own.ask('PATCH', `/broadcasts/${id}`, { local_time: null })).status).toBe(200)
    const { id: copy } = await post(`/broadcasts/${id}/duplicate`)
    expect(await get(`/broadcasts/${copy}`)).toMatchObject({ ...HOURS, local_time: null, per_minute: 30 })
  })

  it.each([
    [{ quiet_hours: { from: '08:00', to: '08:00' } }, 'Invalid `quiet_hours` field: `from` and `to` must differ.'],
    [
      { time_zone: 'Atlantis/Harbour' },
      'Invalid `time_zone` field: it must be a name such as `Europe/Berlin`; received "Atlantis/Harbour".',
    ],
  ])('are rejected with invalid values: %j', async (wrong, message) => {
    const body = { ...WRITTEN, segment_id: await own.aSegment(), ...wrong }
    for (const reply of [
      await own.ask('POST', '/broadcasts', body),
      await own.ask('PATCH', `/broadcasts/${await draft()}`, wrong),
    ])
      expect([reply.status, reply.body.name, reply.body.message]).toEqual([422, 'validation_error', message])
  })

  it.each([{ local_time: '9:00' }, { quiet_hours: { from: '20:00' } }, { time_zone: '' }])(
    'are rejected in an invalid format: %j',
    async wrong => {
      expect((await own.ask('PATCH', `/broadcasts/${await draft()}`, wrong)).status).toBe(422)
    },
  )

  it('cannot be changed while it is being sent', async () => {
    const { segment_id } = await someIn({ tokyo: 'Asia/Tokyo' })
    const id = await sent(segment_id, { quiet_hours: NIGHT })
    const reply = await own.ask('PATCH', `/broadcasts/${id}`, { quiet_hours: null })
    expect([reply.status, reply.body.name]).toEqual([403, 'validation_error'])
    await post(`/broadcasts/${id}/cancel`)
  })

  it('are checked before sending', async () => {
    const codes = async (more: object): Promise<string[]> =>
      (await get(`/broadcasts/${await draft(more)}/check`)).problems.map(({ code }: { code: string }) => code)
    const about = ['quiet_local_time', 'unknown_time_zone_property']
    expect(await codes({ ...HOURS, local_time: '20:00', time_zone_property: 'nothing' })).toEqual(
      expect.arrayContaining(about),
    )
    const fine = await codes(HOURS)
    for (const code of about) expect(fine).not.toContain(code)
    expect(await codes({ time_zone_property: 'nothing' })).not.toContain(about[1])
  })
})
