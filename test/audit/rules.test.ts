import { describe, expect, it } from 'vitest'
import { changesOf } from '../../src/base/store/signals/changes.ts'
import { objectTypeOf, formatChanges } from '../../src/watch/audit/rules.ts'
import { ACTIONS } from '../../src/watch/audit/words.ts'

describe('changes', () => {
  it('contain only fields with a different value', () => {
    const before = { name: 'a', scopes: ['x'], flag: false, same: 1 }
    const after = { name: 'b', scopes: ['x', 'y'], flag: true, same: 1 }
    expect(changesOf(before, after, 'name', 'scopes', 'flag', 'same')).toEqual({
      name: ['a', 'b'],
      scopes: [['x'], ['x', 'y']],
      flag: [false, true],
    })
  })

  it('are stored as text, truncated to 200 characters', () => {
    const long = 'x'.repeat(200)
    const written = formatChanges({
      flag: [false, true],
      scopes: [null, ['a', 'b']],
      whole: [undefined, long],
      cut: [3, `${long}y`],
      halved: [null, `${'x'.repeat(199)}🙂`],
    })
    expect(written).toEqual({
      flag: { before: 'false', after: 'true' },
      scopes: { before: null, after: 'a b' },
      whole: { before: null, after: long },
      cut: { before: '3', after: `${long}…` },
      halved: { before: null, after: `${'x'.repeat(199)}\uFFFD…` },
    })
  })
})

it('Each action belongs to a type of object', () => {
  for (const action of ACTIONS) expect(objectTypeOf(action)).toMatch(/^[a-z_]+$/)
})
