// The order in which queued password hashes run.
import { describe, expect, it } from 'vitest'
import { HashQueue, HashQueueFull } from '../../src/base/secrets/hash-queue.ts'

/** A queue whose tasks end on request. */
function aQueue(at_once: number, waiting_max: number) {
  const queue = new HashQueue(at_once, waiting_max)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (caller: string, name = caller, known = false): Promise<string> =>
    queue.run(
      caller,
      () => {
        begun.push(name)
        return new Promise(resolve => ends.set(name, () => resolve(name)))
      },
      known,
    )
  const end = async (name: string): Promise<void> => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { ask, end, begun, settle: () => new Promise(setImmediate) }
}

describe('HashQueue', () => {
  it('runs up to its concurrency, and the next task when one ends', async () => {
    const { ask, end, begun, settle } = aQueue(2, 10)
    const all = ['a', 'b', 'c', 'd'].map(caller => ask(caller))
    await settle()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('runs one task of a caller at a time, and serves callers in turn', async () => {
    const { ask, end, begun, settle } = aQueue(2, 10)
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
    await settle()
    expect(begun).toEqual(['a1'])
    void ask('b')
    void ask('c')
    await settle()
    expect(begun).toEqual(['a1', 'b'])
    await end('a1')
    // a caller with three tasks is not served again before the callers with one
    expect(begun).toEqual(['a1', 'b', 'a2'])
    await end('a2')
    expect(begun).toEqual(['a1', 'b', 'a2', 'c'])
    await end('c')
    expect(begun).toEqual(['a1', 'b', 'a2', 'c', 'a3'])
  })

  it('rejects tasks when the queue is full', async () => {
    const { ask, begun, settle } = aQueue(1, 2)
    const all = ['a', 'b', 'c'].map(caller => ask(caller))
    await settle()
    await expect(ask('d')).rejects.toThrow(HashQueueFull)
    expect(begun).toEqual(['a'])
    expect(all).toHaveLength(3)
  })

  it('drops a task of the caller with the most tasks when the queue is full', async () => {
    const { ask, end, begun, settle } = aQueue(1, 3)
    const greedy = ['1', '2', '3', '4'].map(name => ask('greedy', name).catch((error: Error) => error.name))
    await settle()
    const modest = ask('modest')
    expect(await greedy[3]).toBe('HashQueueFull')
    await expect(ask('greedy', '5')).rejects.toThrow(HashQueueFull)
    await end('1')
    await end('2')
    await end('modest')
    expect(await modest).toBe('modest')
    expect(begun.indexOf('modest')).toBeLessThan(begun.indexOf('3'))
  })

  it('prefers known callers when the queue is full, and never drops their tasks', async () => {
    const { ask, end, begun, settle } = aQueue(1, 2)
    const strangers = ['a', 'b', 'c'].map(caller => ask(caller).catch((error: Error) => error.name))
    await settle()
    const known = ['x', 'y'].map(caller => ask(caller, caller, true))
    expect(await Promise.all(strangers.slice(1))).toEqual(['HashQueueFull', 'HashQueueFull'])
    await expect(ask('z', 'z', true)).rejects.toThrow(HashQueueFull)
    await expect(ask('d')).rejects.toThrow(HashQueueFull)
    for (const name of ['a', 'x', 'y']) await end(name)
    expect(await Promise.all(known)).toEqual(['x', 'y'])
    expect(begun).toEqual(['a', 'x', 'y'])
  })

  it('continues after a failed task', async () => {
    const queue = new HashQueue(1, 1)
    const failing = queue.run('a', () => Promise.reject(new Error('no')))
    const next = queue.run('a', async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
