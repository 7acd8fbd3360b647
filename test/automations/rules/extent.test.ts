// Limits on the size of a simulation response.
import { expect, it } from 'vitest'
import type { Schemas } from '../../../generated/api.ts'
import { shortenedPath } from '../../../src/campaigns/automations/simulation/extent.ts'

const TEXTS = 50
const TEXT = '"\n'.repeat(1000)

/** The output of an email step. */
const output = (): Record<string, unknown> => {
  const variables = Object.fromEntries(Array.from({ length: TEXTS }, (_, index) => [`V${index}`, TEXT]))
  return { to: 'ana@example.com', email_id: null, template: { id: 'welcome', variables } }
}

const step = (index: number, output: Record<string, unknown> | null): Schemas['SimulatedStep'] => ({
  key: `mail${index}`,
  type: 'send_email',
  status: 'completed',
  started_at: '2026-11-02T08:00:00.000Z',
  completed_at: '2026-11-02T08:00:00.000Z',
  output,
  error: null,
  way: 'default',
})

const cpuMs = (act: () => unknown): number => {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

it('returns outputs up to the limit, including small ones after large ones', () => {
  const path = Array.from({ length: 20 }, (_, index) => step(index, output()))
  const shown = shortenedPath([...path, step(20, { to: 'ana@example.com' }), step(21, null)]).map(step => step.output)
  expect(shown.slice(0, 4)).toEqual(path.slice(0, 4).map(step => step.output))
  expect(shown.slice(4, 20)).toEqual(Array.from({ length: 16 }, () => ({ truncated: true })))
  expect(shown.slice(20)).toEqual([{ to: 'ana@example.com' }, null])
})

it('does not serialize omitted outputs, which would block other requests', () => {
  const path = Array.from({ length: 149 }, (_, index) => step(index, output()))
  const written = cpuMs(() => JSON.stringify(path))
  expect(cpuMs(() => shortenedPath(path))).toBeLessThan(written / 4)
})
