import { describe, expect, it } from 'vitest'
import { type Standing, TaskLine } from '../../src/base/threads/line.ts'

const LARGE = 5_000_000

function orderOf(tasks: readonly Standing[], only_small = false): string {
  const line = new TaskLine<Standing>()
  for (const task of tasks) line.add(task)
  const out: string[] = []
  for (let task = line.next(only_small); task; task = line.next(only_small))
    out.push(`${task.owner}${task.bytes === LARGE ? '!' : ''}`)
  return out.join(' ')
}
const some = (count: number, owner: string, bytes = 60): Standing[] =>
  Array.from({ length: count }, () => ({ owner, bytes }))

describe('what waits for a thread', () => {
  it('has the small before the large', () => {
    expect(orderOf([...some(2, 'a', LARGE), ...some(2, 'b')])).toBe('b b a! a!')
  })

  it('has its owners in turn, among the small and among the large', () => {
    expect(orderOf([...some(3, 'a'), ...some(1, 'b'), ...some(2, 'c')])).toBe('a b c a c a')
    expect(orderOf([...some(3, 'a', LARGE), ...some(1, 'b', LARGE)])).toBe('a! b! a! a!')
  })

  it('has a large one go after so many small ones', () => {
    expect(
      orderOf([...some(1, 'a', LARGE), ...some(40, 'b')])
        .split(' ')
        .indexOf('a!'),
    ).toBe(32)
  })

  it('gives only small ones where no more is wanted', () => {
    expect(orderOf([...some(1, 'a', LARGE), ...some(2, 'b')], true)).toBe('b b')
  })
})
