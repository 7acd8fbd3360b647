import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEAM_STREAMS_MAX } from '../../../src/interfaces/http/pieces.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { publicId } from '../../../src/integrations/webhooks/public-ids.ts'
import { contactsOf } from '../../support/contacts.ts'
import { aGrantedClient } from '../../support/oauth.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'
import { type OpenedStream, openStream } from '../../support/streams.ts'

const kept = statement<{ team_id: string }, { id: string; payload: string }>((knex, param) =>
  knex('webhook_events').select('id', 'payload').where('team_id', param('team_id')).orderBy('seq'),
)

let server: TestServer
beforeAll(async () => {
  // a server without DNS: all webhook requests fail
  server = await startServer({}, { isolated: true, streams: { beat_ms: 30 } })
})
afterAll(() => server.stop())

/** A new team with its requests and its stored events. */
async function aStreamingTeam(name: string) {
  const { team_id, key } = await aTeam(server, name)
  const { ask, aTopic } = contactsOf(server, key)
  const events = () => server.database.read(tx => tx.all(kept, { team_id }))
  const open = (query?: string, headers?: Record<string, string>): Promise<OpenedStream> =>
    openStream(server, query, { key, ...(headers && { headers }) })
  return { key, ask, aTopic, events, open }
}

const nameOf = (event: { data?: string } | undefined): string => JSON.parse(event!.data!).data.name

describe('streamWebhookEvents', () => {
  it('sends events with the same payload as webhooks', async () => {
    const { aTopic, events, open } = await aStreamingTeam('Streaming')
    const stream = await open()
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    for (const name of ['One', 'Two']) {
      await aTopic({ name })
      const event = await stream.next()
      const { id, payload } = (await events()).at(-1)!
      expect(event).toEqual({ id: publicId('msg', id), event: 'topic.created', data: payload })
      expect(nameOf(event)).toBe(name)
    }
    stream.close()
  })

  it('starts with new events, which are stored from the first stream on', async () => {
    const { aTopic, events, open } = await aStreamingTeam('Beginning')
    await aTopic({ name: 'Before' })
    expect(await events()).toEqual([])
    ;(await open()).close()
    await aTopic({ name: 'Between' })
    expect(await events()).toHaveLength(1)
    const stream = await open()
    await aTopic({ name: 'After' })
    expect(nameOf(await stream.next())).toBe('After')
    stream.close()
  })

  it('resumes after an event given as a header or a parameter', async () => {
    const { aTopic, open } = await aStreamingTeam('Resuming')
    const first = await open()
    const names = Array.from({ length: 45 }, (_, index) => `Topic ${index}`)
    for (const name of names) await aTopic({ name })
    const got = []
    while (got.length < names.length) got.push((await first.next())!)
    first.close()
    expect(got.map(nameOf)).toEqual(names)
    const [early, late] = [got[1]!.id!, got[40]!.id!]
    for (const [query, headers, from] of [
      ['', { 'last-event-id': early }, 2],
      [`?after=${early}`, {}, 2],
      [`?after=${late}`, { 'last-event-id': early }, 2],
      [`?after=${late}`, { 'last-event-id': '' }, 41],
    ] as const) {
      const stream = await open(query, headers)
      for (const name of names.slice(from)) expect(nameOf(await stream.next())).toBe(name)
      stream.close()
    }
  })

  it('filters by type and reports its position', async () => {
    const { ask, aTopic, events, open } = await aStreamingTeam('Filtering')
    const stream = await open('?types=topic.deleted,topic.updated')
    const id = await aTopic({ name: 'Gone' })
    await expect.poll(async () => (await events()).length).toBe(1)
    const passed = publicId('msg', (await events())[0]!.id)
    await expect.poll(() => stream.part()).toBe(`id: ${passed}`)
    await ask('DELETE', `/topics/${id}`)
    expect(await stream.next()).toMatchObject({ event: 'topic.deleted' })
    stream.close()
  })

  it('omits test events and events of other teams', async () => {
    const { ask, aTopic, open } = await aStreamingTeam('Testing')
    const other = await aStreamingTeam('Not testing')
    const [stream, theirs] = [await open(), await other.open()]
    const endpoint = { endpoint: 'https://app.example.org/hook', events: ['topic.created'] }
    const { id } = (await ask('POST', '/webhooks', endpoint)).body
    expect((await ask('POST', `/webhooks/${id}/test`, { type: 'topic.created' })).status).toBe(200)
    await other.aTopic({ name: 'Theirs' })
    await aTopic({ name: 'Own' })
    expect(nameOf(await stream.next())).toBe('Own')
    expect(nameOf(await theirs.next())).toBe('Theirs')
    for (const each of [stream, theirs]) each.close()
  })

  it('rejects an unknown event and unknown types', async () => {
    const { aTopic, open } = await aStreamingTeam('Refused')
    const other = await aStreamingTeam('Unknown')
    ;(await other.open()).close()
    await other.aTopic()
    const strange = publicId('msg', (await other.events())[0]!.id)
    await aTopic()
    const words = 'Start without `Last-Event-ID` and `after`, and read the changes with the API.'
    for (const last of [strange, 'msg_FLTiXRlsEuOLuRvuN2e3WZGZ3nE', 'first']) {
      const message = `The last event is unknown or was deleted; received "${last}". ${words}`
      const refused = { statusCode: 422, name: 'validation_error', message }
      expect((await open('', { 'last-event-id': last })).refused).toEqual(refused)
      expect((await open(`?after=${last}`)).refused).toEqual(refused)
    }
    expect((await open('?types=topic.read')).refused).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const html = await open('', { accept: 'text/html' })
    const message = 'The answer is a stream of events: accept text/event-stream.'
    expect(html.refused).toEqual({ statusCode: 406, name: 'validation_error', message })
  })

  it('rejects a token with the scope for sending only', async () => {
    const { access_token } = await aGrantedClient(server, { scope: 'emails:send' })
    const { refused } = await openStream(server, '', { key: access_token })
    expect(refused).toMatchObject({ statusCode: 403, name: 'invalid_permission' })
  })

  it('sends comments regularly and ends when its key is deleted', async () => {
    const made = (await server.call('POST', '/api-keys', { body: { name: 'Streams' } })).body
    const stream = await openStream(server, '', { key: made.token })
    expect(await stream.part()).toBe('retry: 1000')
    expect([await stream.part(), await stream.part()]).toEqual([':', ':'])
    expect((await server.call('DELETE', `/api-keys/${made.id}`)).status).toBe(200)
    expect(await stream.next()).toBeUndefined()
  })

  it('ends when the grant of its token is revoked', async () => {
    const { access_token, refresh_token, client_id } = await aGrantedClient(server)
    const stream = await openStream(server, '', { key: access_token })
    expect(stream.status).toBe(200)
    const form = new URLSearchParams({ token: refresh_token, client_id }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await server.call('POST', '/oauth/revoke', { key: null, body: form, headers })).status).toBe(200)
    expect(await stream.next()).toBeUndefined()
  })

  it('is limited to 20 concurrent streams per team', async () => {
    const { open } = await aStreamingTeam('Many streams')
    const streams = await Promise.all(Array.from({ length: TEAM_STREAMS_MAX }, () => open()))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const one_more = await open()
    const message = 'A team can have at most 20 open event streams. Close one, or use one stream for all types.'
    expect(one_more.refused).toEqual({ statusCode: 429, name: 'rate_limit_exceeded', message })
    expect(one_more.headers['retry-after']).toBe('5')
    const other = await (await aStreamingTeam('One stream')).open()
    expect(other.status).toBe(200)
    streams[0]!.close()
    await expect
      .poll(async () => {
        const again = await open()
        again.close()
        return again.status
      })
      .toBe(200)
    for (const each of [...streams, other]) each.close()
  })
})

describe('a stream ends', () => {
  it('after its maximum duration', async () => {
    const short = await startServer({}, { streams: { beat_ms: 20, life_ms: 60 } })
    const stream = await openStream(short)
    expect(await stream.next()).toBeUndefined()
    await short.stop()
  })

  it('when the server stops, and its client resumes after the restart', async () => {
    const stopped = await startServer({}, {})
    const stream = await openStream(stopped)
    await stopped.call('POST', '/topics', { body: { name: 'Last', default_subscription: 'opt_in' } })
    expect(nameOf(await stream.next())).toBe('Last')
    const over = stream.next()
    await stopped.stop()
    expect(await over).toBeUndefined()
  })
})
