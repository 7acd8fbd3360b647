import { describe, expect, it } from 'vitest'
import { type QueuedTask, TaskQueue } from '../../src/base/threads/task-queue.ts'

const LARGE = 5_000_000

function orderOf(tasks: readonly QueuedTask[], only_small = false): string {
  const line = new TaskQueue<QueuedTask>()
  for (const task of tasks) line.add(task)
  const out: string[] = []
  for (let task = line.takeNext(only_small); task; task = line.takeNext(only_small))
    out.push(`${task.owner}${task.bytes === LARGE ? '!' : ''}`)
  return out.join(' ')
}
const some = (count: number, owner: string, bytes = 60): QueuedTask[] =>
  Array.from({ length: count }, () => ({ owner, bytes }))

describe('the queue of tasks for threads', () => {
  it('returns small tasks before large ones', () => {
    expect(orderOf([...some(2, 'a', LARGE), ...some(2, 'b')])).toBe('b b a! a!')
  })

  it('rotates between owners, among small and among large tasks', () => {
    expect(orderOf([...some(3, 'a'), ...some(1, 'b'), ...some(2, 'c')])).toBe('a b c a c a')
    expect(orderOf([...some(3, 'a', LARGE), ...some(1, 'b', LARGE)])).toBe('a! b! a! a!')
  })

  it('returns a large task after a number of small ones', () => {
    expect(
      orderOf([...some(1, 'a', LARGE), ...some(40, 'b')])
        .split(' ')
        .indexOf('a!'),
    ).toBe(32)
  })

  it('returns only small tasks if requested', () => {
    expect(orderOf([...some(1, 'a', LARGE), ...some(2, 'b')], true)).toBe('b b')
  })
})
