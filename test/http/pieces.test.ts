// Streamed responses: pieces are created only as the client reads, and are released when it disconnects.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { streamPieces } from '../../src/interfaces/http/pieces.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers with pieces of 1 MB, and the number of pieces it has created. */
async function serve(
  count: number,
): Promise<{ made: () => number; ended: () => boolean; ask: () => Promise<http.IncomingMessage> }> {
  let [made, ended] = [0, false]
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (; made < count; made++) yield 'x'.repeat(1_000_000)
    } finally {
      ended = true
    }
  }
  const server = http.createServer((_, response) => {
    pipeline(streamPieces(pieces(), { response, team_id: 'team' }), response, () => {})
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (): Promise<http.IncomingMessage> => {
    const [answer] = await once(http.get({ port, host: '127.0.0.1', agent: false }), 'response')
    return answer as http.IncomingMessage
  }
  return { made: () => made, ended: () => ended, ask }
}

describe('a streamed response', () => {
  it('creates pieces only as the client reads, plus what the connection buffers', async () => {
    const { made, ask } = await serve(200)
    const answer = await ask()
    await vi.waitFor(() => expect(made()).toBeGreaterThan(0), 60_000)
    // until no more pieces are created
    let before = -1
    await vi.waitFor(
      () => {
        const now = made()
        const same = now === before
        before = now
        expect(same).toBe(true)
      },
      { interval: 200, timeout: 60_000 },
    )
    expect(made()).toBeLessThan(50)
    let bytes = 0
    for await (const chunk of answer) bytes += (chunk as Buffer).length
    expect([bytes, made()]).toEqual([200_000_000, 200])
  })

  it('ends when the client disconnects', async () => {
    const { made, ended, ask } = await serve(200)
    const answer = await ask()
    answer.destroy()
    await vi.waitFor(() => expect(ended()).toBe(true), 60_000)
    expect(made()).toBeLessThan(200)
  })
})
