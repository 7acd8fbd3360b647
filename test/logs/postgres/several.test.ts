// Three servers on one PostgreSQL: a team's requests count against one limit, and each request is logged once, by
// whichever server answered it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logLinesIn } from '../../../src/watch/logs/line.ts'
import { startFleet, startSetup, type Fleet, type Setup, KEY } from '../../faults/several.ts'
import { waitUntil } from '../../support/wait-until.ts'

const LIMIT = 5
/** For each server; one alone exceeds the limit. */
const CLIENTS = 8
const LASTS_MS = 3000

interface Answer {
  server: number
  id: string
  status: number
}

describe('three servers', () => {
  let house: Setup
  let fleet: Fleet
  const answers: Answer[] = []
  const ask = async (server: number, path = '/topics'): Promise<Response> => {
    const answer = await fetch(fleet.processes[server]!.url + path, { headers: { authorization: `Bearer ${KEY}` } })
    answers.push({ server, id: answer.headers.get('x-request-id')!, status: answer.status })
    return answer
  }
  const logged = async (): Promise<string[]> => {
    const rows = await house.sql<{ lines: Buffer }>('select lines from request_log_parts')
    return rows.flatMap(({ lines }) => logLinesIn(lines).map(({ id }) => id))
  }
  let windows = 0

  beforeAll(async () => {
    house = await startSetup()
    Object.assign(house.env, { RATE_LIMIT_PER_SECOND: String(LIMIT) })
    fleet = await startFleet(house, 3)
    const began_ms = Date.now()
    const isEnough = (): boolean => {
      const refusing = new Set(answers.filter(({ status }) => status === 429).map(({ server }) => server))
      return Date.now() - began_ms > LASTS_MS && refusing.size === 3
    }
    const client = async (server: number): Promise<void> => {
      while (!isEnough()) await (await ask(server)).text()
    }
    await Promise.all(Array.from({ length: 3 * CLIENTS }, (_, index) => client(index % 3)))
    windows = Math.floor(Date.now() / 1000) - Math.floor(began_ms / 1000) + 1
  })
  afterAll(async () => {
    await fleet?.stop()
    await house?.close()
  })

  it('together accept no more requests of a team per second than its limit', () => {
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([200, 429])
    const letIn = answers.filter(({ status }) => status === 200)
    expect(letIn.length).toBeLessThanOrEqual(LIMIT * windows)
    expect(answers.length).toBeGreaterThan(LIMIT * windows)
  })

  it('log each request once, and each server finds all of them', async () => {
    const wanted = answers.map(({ id }) => id).toSorted()
    await waitUntil(async () => (await logged()).length >= wanted.length)
    expect((await logged()).toSorted()).toEqual(wanted)
    for (const server of [0, 1, 2]) {
      const { id } = answers.find(each => each.server === server && each.status === 200)!
      const asked = { status: 0 }
      // the rate limit applies to these requests, too
      await waitUntil(async () => (asked.status = (await ask((server + 1) % 3, `/logs/${id}`)).status) !== 429)
      expect(asked.status).toBe(200)
    }
  })
})
