import { expect, it } from 'vitest'
import { Overruns } from '../../src/base/threads/overruns.ts'

it('remembers content by its task, its owner and its text', () => {
  const overruns = new Overruns(60_000)
  overruns.add('text', 'a team', 'slow')
  expect(overruns.has('text', 'a team', 'slow')).toBe(true)
  expect(overruns.has('text', 'a team', 'fast')).toBe(false)
  expect(overruns.has('text', 'another team', 'slow')).toBe(false)
  expect(overruns.has('links', 'a team', 'slow')).toBe(false)
})

it('forgets content after its expiry', () => {
  const overruns = new Overruns(0)
  overruns.add('text', 'a team', 'slow')
  expect(overruns.has('text', 'a team', 'slow')).toBe(false)
})

it('remembers at most 1,000 items', () => {
  const overruns = new Overruns(60_000)
  for (let index = 0; index <= 1_000; index++) overruns.add('text', 'a team', String(index))
  const known = Array.from({ length: 1_001 }, (_, index) => overruns.has('text', 'a team', String(index)))
  expect(known.map(Number).reduce((sum, each) => sum + each)).toBe(1_000)
})
