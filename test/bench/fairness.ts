// Measures how much the flood of one team slows down another: calm teams that send a request from time to time, alone
// and next to a team that sends requests back to back over many connections, against a limit. The two alternate every
// second, so that other load on the machine affects both.
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { aTeam, startServer } from '../support/server.ts'
import { child, listening } from './child.ts'
import { bytesOf, CONNECTIONS, type Request } from './load.ts'
import { KEY, oneKilobyte } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

const LIMIT = 20
const TURNS = 12
const TURN_MS = 1500
/** Together they send more requests than one of them may, and each of them fewer. */
const CALM_TEAMS = 8
const CALM_EVERY_MS = 9

interface Cells {
  name: string
  cells: string[]
}

export async function measureFairness(env: Env): Promise<Cells[]> {
  const seeding = await startServer(env)
  const calm: string[] = []
  while (calm.length < CALM_TEAMS) calm.push((await aTeam(seeding, `Calm ${calm.length}`)).key)
  await seeding.stop()
  const server = child('../../src/start.js', { ...env, RATE_LIMIT_PER_SECOND: String(LIMIT), LOG_LEVEL: 'info' })
  const port = Number(env.PORT)
  await listening(port)
  const cells: Cells[] = [{ name: 'Beside a flood', cells: ['alone', 'beside it', 'ratio', 'target'] }]
  for (const kind of ['reads', 'sends'] as const) cells.push(...(await besideFlood(port, calm, kind)))
  await server.stop()
  return cells
}

/** The part of a flood within its limit is ordinary work; its rejected part should not be noticeable. */
async function besideFlood(port: number, calm: readonly string[], kind: 'reads' | 'sends'): Promise<Cells[]> {
  const took: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
  const socket = await connected(port)
  const answers: Record<string, number> = {}
  const flooding = bytesOf(
    kind === 'reads'
      ? request('GET', '/segments', KEY)
      : request('POST', '/emails', KEY, JSON.stringify(oneKilobyte())),
  )
  const gets = calm.map(key => bytesOf(request('GET', '/segments', key)))
  for (let turn = 0; turn < TURNS + 2; turn++) {
    for (const side of ['alone', 'beside'] as const) {
      const end = side === 'beside' ? flood(port, flooding, answers) : () => {}
      const times = await calmly(socket, gets, performance.now() + TURN_MS)
      end()
      // the rest of the flood ends with its window
      await pause(1100)
      if (turn >= 2) took[side].push(...times)
    }
  }
  socket.destroy()
  const [alone, beside] = [took.alone, took.beside].map(times => times.toSorted((one, other) => one - other))
  const row = (share: number): Cells => {
    const [one, two] = [alone!, beside!].map(times => times[Math.floor(times.length * share)]!)
    const ratio = two! / one!
    const goal = share < 0.99 || kind === 'sends' ? '' : `1.2 ${ratio <= 1.2 ? 'met' : 'MISSED'}`
    return {
      name: `Flood of ${kind}, p${share * 100}`,
      cells: [`${one!.toFixed(2)} ms`, `${two!.toFixed(2)} ms`, ratio.toFixed(2), goal],
    }
  }
  const flooded = Object.entries(answers).map(([status, count]) => `${count} of ${status}`)
  return [row(0.5), row(0.9), row(0.99), { name: '  the flood got', cells: flooded }]
}

function request(method: string, path: string, key: string, body?: string): Request {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return { method, path, headers, ...(body !== undefined && { body }) }
}

function connected(port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket: net.Socket = net.connect(port, '127.0.0.1', () => resolve(socket.setNoDelay(true)))
    socket.once('error', reject)
  })
}

/** The duration of each request in ms. */
async function calmly(socket: net.Socket, gets: readonly Buffer[], until_ms: number): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < until_ms) {
    const from = performance.now()
    socket.write(gets[times.length % gets.length]!)
    await new Promise<void>(resolve => socket.once('data', () => resolve()))
    times.push(performance.now() - from)
    await pause(CALM_EVERY_MS)
  }
  return times
}

/** Sends requests back to back over all connections. Returns a function that stops it. */
function flood(port: number, bytes: Buffer, answers: Record<string, number>): () => void {
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', () => {})
    return socket.on('data', part => {
      const status = part.toString('latin1', 9, 12)
      answers[status] = (answers[status] ?? 0) + 1
      socket.write(bytes)
    })
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
