import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsOf } from '../../support/contacts.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let own: ReturnType<typeof contactsOf>
let segment_id: string

beforeAll(async () => {
  server = await startServer()
  own = contactsOf(server)
  segment_id = await own.aSegment()
  await own.aContact('mira@example.net', { segments: [{ id: segment_id }] })
})
afterAll(() => server.stop())

const FINE = '<p>Hi</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>'
const made = async (more: object = {}): Promise<string> => {
  const body = { segment_id, from: 'Acme <news@acme.example>', subject: 'Hi', html: FINE, ...more }
  return (await own.ask('POST', '/broadcasts', body)).body.id
}
const check = async (id: string) => (await own.ask('GET', `/broadcasts/${id}/check`)).body
const said = async (id: string): Promise<string[]> =>
  (await check(id)).problems.map(({ code, severity }: { code: string; severity: string }) => `${severity} ${code}`)

describe('literal placeholders', () => {
  it('are reported with their location and do not prevent sending', async () => {
    const id = await made({
      subject: 'Hi {{contact.first_name}}',
      preview_text: 'For *|FNAME|*',
      html: `${FINE}\n<a href="htps://example.com">a</a> {{{contact.first_name`,
      text: '{{{RESEND_UNSUBSCRIBE_URL}}}\n\n%name% htps://example.com',
    })
    const { is_ready, problems } = await check(id)
    expect(is_ready).toBe(true)
    expect(problems.map(({ code, where }: { code: string; where?: string }) => `${code} ${where}`)).toEqual([
      'domain_not_verified undefined',
      'unfilled_placeholder subject',
      'unfilled_placeholder preview_text',
      'unfilled_placeholder html, line 2',
      'unfilled_placeholder text, line 3',
      'broken_link html, line 2',
      'broken_link text, line 3',
    ])
    expect(problems[1].message).toBe(
      '"{{contact.first_name}}" is not replaced and is sent as written: use three braces on each side: {{{contact.first_name}}}.',
    )
  })
})

describe('recipients who left a topic', () => {
  it('are reported for a broadcast without a topic: one-click unsubscribing in an earlier broadcast leaves only its topic', async () => {
    const segment = { segment_id: await own.aSegment('Left') }
    const segments = [{ id: segment.segment_id }]
    const [news, offers] = [await own.aTopic(), await own.aTopic({ default_subscription: 'opt_out' })]
    const out = (id: string) => ({ id, subscription: 'opt_out' })
    await own.aContact('a@left.example', { segments, topics: [out(news), out(offers)] })
    await own.aContact('b@left.example', { segments, topics: [out(offers)] })
    await own.aContact('c@left.example', { segments, topics: [{ id: news, subscription: 'opt_in' }] })
    // these contacts do not receive it
    await own.aContact('d@left.example', { segments, topics: [out(news)], unsubscribed: true })
    await own.aContact('e@left.example', { segments, topics: [out(news)] })
    await own.ask('POST', '/suppressions', { email: 'e@left.example' })
    const left = (await check(await made(segment))).problems.find(
      ({ code }: { code: string }) => code === 'recipients_left_topics',
    )
    expect(left).toMatchObject({ severity: 'warning', message: expect.stringContaining('to 2 of 3 recipients') })
    for (const topic_id of [news, offers])
      expect(await said(await made({ ...segment, topic_id }))).not.toContain('warning recipients_left_topics')
    expect(await said(await made())).not.toContain('warning recipients_left_topics')
  })
})

describe('checkBroadcast', () => {
  it('reports only the unverified domain, where verification is not required', async () => {
    const id = await made()
    expect(await check(id)).toEqual({
      object: 'broadcast_check',
      id,
      is_ready: true,
      problems: [
        {
          code: 'domain_not_verified',
          severity: 'warning',
          message: 'The `acme.example` domain is not verified. Please, add and verify your domain.',
        },
      ],
    })
    expect((await own.ask('POST', `/broadcasts/${id}/send`)).status).toBe(200)
  })

  it('reports all problems, errors first, with the messages of the send operation', async () => {
    const gone = await own.aSegment('Gone')
    const topic_id = await own.aTopic()
    const subject = 'Hi {{{contact.shoe_size}}}'
    const id = await made({ segment_id: gone, topic_id, html: null, text: null, subject, preview_text: '{{{x}}}' })
    await own.ask('DELETE', `/segments/${gone}`)
    await own.ask('DELETE', `/topics/${topic_id}`)
    const { is_ready, problems } = await check(id)
    const errors = problems.filter(({ severity }: { severity: string }) => severity === 'error')
    expect(is_ready).toBe(false)
    expect(problems.map(({ code }: { code: string }) => code)).toEqual([
      'missing_content',
      'missing_segment',
      'missing_topic',
      'domain_not_verified',
      'unknown_placeholder',
      'unknown_placeholder',
    ])
    const { body } = await own.ask('POST', `/broadcasts/${id}/send`)
    const words = errors.map(({ message }: { message: string }) => message).join(' ')
    expect(body.message).toBe(`This broadcast cannot be sent yet. ${words}`)
  })

  it('accepts placeholders for the contact properties of the team', async () => {
    const id = await made({ subject: '{{{contact.plan}}}' })
    expect(await said(id)).toContain('warning unknown_placeholder')
    await own.aProperty('plan')
    expect(await said(id)).not.toContain('warning unknown_placeholder')
  })

  it('checks large HTML', async () => {
    const html = `${FINE}${'<p>Hello there</p>\n'.repeat(40_000)}<a href="http://">x</a>`
    const { problems } = await check(await made({ html }))
    expect(problems.map(({ code }: { code: string }) => code)).toEqual([
      'domain_not_verified',
      'html_too_large',
      'broken_link',
    ])
    expect(problems.at(-1).where).toBe('html, line 40001')
  })

  it('reports a broadcast that was already sent', async () => {
    const id = await made({ send: true, scheduled_at: 'in 1 day' })
    expect((await check(id)).is_ready).toBe(true)
    await own.ask('POST', `/broadcasts/${id}/send`)
    expect(await said(id)).toContain('error not_sendable')
    expect((await check(id)).problems[0].message).toBe((await own.ask('POST', `/broadcasts/${id}/send`)).body.message)
  })

  it('reports a segment without contacts or with unsubscribed contacts only', async () => {
    const segment = await own.aSegment('Quiet')
    const id = await made({ segment_id: segment })
    expect(await said(id)).toContain('warning empty_segment')
    await own.aContact('quiet@example.net', { segments: [{ id: segment }], unsubscribed: true })
    expect(await said(id)).toContain('warning empty_segment')
    await own.ask('PATCH', '/contacts/quiet@example.net', { unsubscribed: false })
    expect(await said(id)).not.toContain('warning empty_segment')
  })

  it('excludes suppressed contacts and contacts unsubscribed from the topic', async () => {
    const suppressed = await own.aSegment('Suppressed')
    await own.aContact('gone@example.net', { segments: [{ id: suppressed }] })
    await own.ask('POST', '/suppressions', { email: 'gone@example.net' })
    expect(await said(await made({ segment_id: suppressed }))).toContain('warning empty_segment')
    const topic_id = await own.aTopic({ default_subscription: 'opt_out' })
    expect(await said(await made({ topic_id }))).toContain('warning empty_segment')
    await own.ask('PATCH', '/contacts/mira@example.net/topics', [{ id: topic_id, subscription: 'opt_in' }])
    expect(await said(await made({ topic_id }))).not.toContain('warning empty_segment')
  })
})

describe('with required domain verification', () => {
  it('reports an unverified domain as an error', async () => {
    const strict = await startServer({ UNVERIFIED_DOMAINS: 'refuse' })
    try {
      const theirs = contactsOf(strict)
      const segment = await theirs.aSegment()
      const body = { segment_id: segment, from: 'news@acme.example', subject: 'Hi', html: FINE }
      const { id } = (await theirs.ask('POST', '/broadcasts', body)).body
      const { problems, is_ready } = (await theirs.ask('GET', `/broadcasts/${id}/check`)).body
      expect(is_ready).toBe(false)
      expect(problems[0]).toMatchObject({ code: 'domain_not_verified', severity: 'error' })
      expect(problems[0].message).toBe((await theirs.ask('POST', `/broadcasts/${id}/send`)).body.message)
    } finally {
      await strict.stop()
    }
  })
})
