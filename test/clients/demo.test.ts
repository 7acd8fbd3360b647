// `npm run demo`: a server with sample data on all pages.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ask, createAsk } from '../../scripts/demo/api.ts'
import { COMPILED } from '../support/compiled.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_demo_000000000000000000000000'
const folder = temporaryFolder()
const demo = path.join(folder, 'demo')
let child: ChildProcess
let output = ''
let ask: Ask

beforeAll(async () => {
  const port = String(await freePort())
  child = spawn(process.execPath, ['scripts/demo/main.ts', demo, '--weeks', '1'], {
    env: { PATH: process.env.PATH, ...COMPILED, HOME: process.env.HOME, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (output += part.toString()))
  while (!output.includes('A demo is ready') && child.exitCode === null) {
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
  ask = createAsk(`http://127.0.0.1:${port}`, KEY)
})

afterAll(async () => {
  child.kill()
  if (child.exitCode === null) await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

it('is filled before it is served', () => {
  expect(output).toContain(KEY)
  expect([existsSync(demo), existsSync(`${demo}.making`)]).toEqual([true, false])
})

it('has automations of 10 to 40 steps with runs in every state', async () => {
  const { data } = await ask('GET', '/automations')
  const steps: number[] = []
  const states = new Set<string>()
  for (const { id } of data) {
    steps.push((await ask('GET', `/automations/${id}`)).steps.length)
    for (const run of (await ask('GET', `/automations/${id}/runs?limit=100`)).data) states.add(run.status)
  }
  expect(steps.toSorted((one, other) => one - other)).toEqual([2, 10, 18, 28, 40])
  expect([...states].toSorted()).toEqual(['cancelled', 'completed', 'failed', 'running'])
})

it('has emails with every outcome', async () => {
  const { data } = await ask('GET', '/emails?limit=100')
  const fates = new Set(data.map((mail: { last_event: string }) => mail.last_event))
  expect([...fates].toSorted()).toEqual(expect.arrayContaining(['bounced', 'delivered', 'delivery_delayed', 'failed']))
})

it('has more than a page of contacts, in segments and with topics, and draft broadcasts', async () => {
  const names = async (path: string): Promise<string[]> =>
    (await ask('GET', path)).data.map(({ name }: { name: string }) => name)
  expect((await ask('GET', '/contacts')).data.length).toBeGreaterThan(25)
  expect(await names('/segments')).toEqual(['Beta testers', 'Readers'])
  expect(await names('/topics')).toEqual(['Offers', 'News'])
  expect(await names('/broadcasts')).toEqual(['An idea', 'Next month', 'This month'])
  expect((await ask('GET', '/broadcasts')).data.at(-1).status).toBe('sent')
})
