import { expect, it } from 'vitest'
import { BoundedMap } from '../../src/base/limits/bounded-map.ts'

it('keeps the entries that were set last, up to its size', () => {
  const map = new BoundedMap<string, number>(2)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  expect(map.size).toBe(2)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 1, 2])
})

it('counts an overwritten entry as new, and does not refresh an entry that is read', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.get('b')
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

it('has room again after an entry was deleted', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.delete('a')
  map.set('c', 3)
  expect([map.get('b'), map.get('c')]).toEqual([2, 3])
  map.clear()
  expect(map.size).toBe(0)
})
