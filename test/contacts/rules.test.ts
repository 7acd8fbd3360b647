import { emailKey } from '../../src/base/text/addresses.ts'
import { describe, expect, it } from 'vitest'
import {
  newContact,
  updatedContact,
  checkedEmail,
  latestTopicChoices,
  isContactId,
  refuseOtherEmail,
  segmentIds,
} from '../../src/audience/contacts/rules.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const ID = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const ann = {
  ...newContact({ id: ID, team_id: 'team', email: 'Ann@Example.com' }, NOW),
  first_name: 'Ann',
  last_name: 'Lee',
}

describe('checkedEmail', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' Ann+News@Example.com ', 'Ann+News@Example.com'],
    ['olga@bücher.example', 'olga@bücher.example'],
  ])('accepts %j as %j', (email, kept) => expect(checkedEmail(email)).toBe(kept))

  it.each([
    '',
    ' ',
    'ann',
    'ann@localhost',
    '<ann@example.com>',
    'Ann <ann@example.com>',
    'a@example.com,b@example.com',
  ])('rejects %j', email => expect(() => checkedEmail(email)).toThrow(/`email` field/))
})

describe('keyOf', () => {
  it.each([
    ['Ann@Example.COM', 'ann@example.com'],
    ['ann+news@example.com', 'ann+news@example.com'],
    ['olga@BÜCHER.example', 'olga@xn--bcher-kva.example'],
    ['no address', 'no address'],
  ])('returns for %j the key %j', (email, key) => expect(emailKey(email)).toBe(key))
})

describe('isId', () => {
  it.each([
    [ID, true],
    [ID.toUpperCase(), true],
    [`${ID}@example.com`, false],
    ['ann@example.com', false],
    ['imports', false],
  ])('returns for %j %j', (text, is) => expect(isContactId(text)).toBe(is))
})

describe('changed', () => {
  it('keeps fields that are not given and clears fields that are null', () => {
    expect(updatedContact(ann, {})).toEqual(ann)
    const after = updatedContact(ann, { first_name: null, last_name: 'Ray', unsubscribed: true })
    expect(after).toEqual({ ...ann, first_name: null, last_name: 'Ray', unsubscribed: true })
  })

  it.each([5, {}, 'x'.repeat(256)])('rejects %j as a name', name => {
    expect(() => updatedContact(ann, { last_name: name as string })).toThrow(/`last_name` field/)
  })
})

describe('refuseOtherEmail', () => {
  it('accepts no address and the same address, and rejects another one', () => {
    refuseOtherEmail(ann, undefined)
    refuseOtherEmail(ann, 'ann@example.com')
    expect(() => refuseOtherEmail(ann, 'bob@example.com')).toThrow('cannot change')
  })
})

describe('segmentIds', () => {
  it('accepts both forms, and returns each segment once', () => {
    expect(segmentIds([{ id: 'a' }, 'b', 'a', { id: 'b' }])).toEqual(['a', 'b'])
  })
})

describe('latestTopicChoices', () => {
  it('uses the later of two choices', () => {
    const choices = latestTopicChoices([
      { id: 'a', subscription: 'opt_in' },
      { id: 'b', subscription: 'opt_in' },
      { id: 'a', subscription: 'opt_out' },
    ])
    expect([...choices]).toEqual([
      ['a', 'opt_out'],
      ['b', 'opt_in'],
    ])
  })
})
