import { describe, expect, test } from 'vitest'
import { narrowScopes, parseScope, satisfies, formatScopes } from '../../src/base/operation/scope.ts'

describe('parseScope', () => {
  test.each([
    ['emails:send', ['emails:send']],
    ['full_access', ['full_access']],
    ['emails:send full_access', ['full_access', 'emails:send']],
    ['emails:send emails:send', ['emails:send']],
    [' emails:send  full_access ', ['full_access', 'emails:send']],
    ['', undefined],
    [' ', undefined],
    ['emails:send domains:read', undefined],
    ['EMAILS:SEND', undefined],
    ['emails:send\tfull_access', undefined],
    ['emails:send,full_access', undefined],
    ['__proto__', undefined],
  ])('%j', (text, scopes) => expect(parseScope(text)).toEqual(scopes))
})

test('formatScopes writes each scope once, in a fixed order', () => {
  expect(formatScopes(['emails:send', 'full_access', 'emails:send'])).toBe('full_access emails:send')
})

test('full_access includes emails:send, and not the reverse', () => {
  expect(satisfies(['full_access'], 'emails:send')).toBe(true)
  expect(satisfies(['emails:send'], 'emails:send')).toBe(true)
  expect(satisfies(['emails:send'], 'full_access')).toBe(false)
  expect(satisfies([], 'emails:send')).toBe(false)
})

describe('narrowed', () => {
  test.each([
    [['emails:send'], undefined, ['emails:send']],
    [['full_access', 'emails:send'], 'emails:send', ['emails:send']],
    [['full_access'], 'emails:send', ['emails:send']],
    [['emails:send'], 'full_access', undefined],
    [['emails:send'], 'emails:send full_access', undefined],
    [['full_access'], 'everything', undefined],
  ] as const)('%j with %j requested', (granted, asked, scopes) => expect(narrowScopes(granted, asked)).toEqual(scopes))
})
