// Last owner, and valid names, addresses and passwords.
import { describe, expect, it } from 'vitest'
import { INVITATION_LIFETIME_MS, expiryOf, isOpen } from '../../src/identity/teams/invitations/rules.ts'
import {
  type Member,
  isLastOwner,
  mayChangeOwners,
  mayInvite,
  passwordFault,
  normalizeEmail,
  normalizeName,
} from '../../src/identity/teams/rules.ts'
import { ROLE_NAMES, parseRole, isRole } from '../../src/identity/teams/roles.ts'
import {
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
  describeBrowser,
  isLive,
  newSession,
} from '../../src/identity/teams/sessions/rules.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const later = (duration_ms: number): Date => new Date(now.getTime() + duration_ms)

it.each([
  ['owner', ['owner', 'admin', 'developer', 'marketer', 'viewer']],
  ['admin', ['admin', 'developer', 'marketer', 'viewer']],
  ['developer', []],
  ['marketer', []],
  ['viewer', []],
  [undefined, []],
] as const)('lets a member with the role %s invite as %j', (by, roles) => {
  expect(ROLE_NAMES.filter(role => mayInvite(by, role))).toEqual(roles)
})

describe('isLastOwner', () => {
  const member = (id: string, role: Member['role']): Member => ({ id, role, name: id, email: id, created_at: '' })
  it.each([
    [[member('a', 'owner')], 'a', true],
    [[member('a', 'owner'), member('b', 'developer')], 'a', true],
    [[member('a', 'owner'), member('b', 'developer')], 'b', false],
    [[member('a', 'owner'), member('b', 'owner')], 'a', false],
    [[], 'a', false],
  ])('decides case %#', (members, id, expected) => {
    expect(isLastOwner(members, id)).toBe(expected)
  })
})

describe('mayChangeOwners', () => {
  const of = (...roles: Member['role'][]): Member[] =>
    roles.map((role, at) => ({ id: String(at), role, name: '', email: '', created_at: '' }))
  it.each([
    ['owner', of('owner'), true],
    ['admin', of('owner', 'admin'), false],
    ['admin', of('admin'), true],
    ['developer', of('developer'), false],
  ] as const)('decides for the role %s in case %#', (by, members, expected) =>
    expect(mayChangeOwners(by, members)).toBe(expected),
  )
})

describe('parseRole', () => {
  it('reads the role that the previous version wrote', () => expect(parseRole('member')).toBe('developer'))
})

describe('describeBrowser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.0', 'A browser'],
    [null, 'A browser'],
  ])('describes %s', (user_agent, words) => expect(describeBrowser(user_agent)).toBe(words))
})

describe('normalizeName', () => {
  it.each([
    [' Grace  Hopper ', 'Grace Hopper'],
    ['محمد', 'محمد'],
    ['<b>', '<b>'],
    ['é'.repeat(100), 'é'.repeat(100)],
  ])('accepts %j', (text, name) => {
    expect(normalizeName(text)).toBe(name)
  })

  it.each([
    '',
    '  ',
    'a\nb',
    'a\u0000',
    'a\u202Eb',
    'a\u2066b',
    '\u200b',
    '\u3164\u3164',
    'a\u2060b',
    '\u0301',
    '\uD800',
    'x'.repeat(101),
  ])('rejects %j', text => {
    expect(normalizeName(text)).toBeUndefined()
  })
})

describe('normalizeEmail', () => {
  it.each([
    [' Grace@Example.NET ', 'grace@example.net'],
    ['admin@localhost', 'admin@localhost'],
  ])('accepts %j', (text, email) => {
    expect(normalizeEmail(text)).toBe(email)
  })

  it.each([
    '',
    'grace',
    '@',
    'a@',
    '@b',
    'a@b@c',
    'a b@c',
    'a@b,c@d',
    'a@b;',
    '<a@b>',
    'a\u202E@b',
    `${'a'.repeat(254)}@b`,
  ])('rejects %j', text => {
    expect(normalizeEmail(text)).toBeUndefined()
  })
})

describe('passwordFault', () => {
  it.each(['ten chars!', '🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎', ' '.repeat(10), 'x'.repeat(1000)])('accepts %j', password => {
    expect(passwordFault(password, 'grace@example.net')).toBeUndefined()
  })

  it.each(['', 'nine char', '🐎🐎🐎🐎🐎', 'x'.repeat(1001), 'Grace@Example.net'])('rejects %j', password => {
    expect(passwordFault(password, 'grace@example.net')).toBeTypeOf('string')
  })
})

describe('isRole', () => {
  it('accepts only existing roles', () => {
    expect(['admin', 'viewer', 'member', 'toString', '', null].map(isRole)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('an invitation', () => {
  it('is open for a week', () => {
    const invitation = { expires_at: expiryOf(now) }
    expect(isOpen(invitation, later(INVITATION_LIFETIME_MS - 1))).toBe(true)
    expect(isOpen(invitation, later(INVITATION_LIFETIME_MS))).toBe(false)
  })
})

describe('a session', () => {
  const session = newSession({ token_hash: 'hash', user_id: 'user', team_id: null, has_two_factors: false }, now)

  it('expires after a day without a request', () => {
    expect(isLive(session, later(SESSION_IDLE_MS - 1))).toBe(true)
    expect(isLive(session, later(SESSION_IDLE_MS))).toBe(false)
  })

  it('expires after two weeks in any case', () => {
    const seen = { ...session, last_seen_at: later(SESSION_LIFETIME_MS - 1000).toISOString() }
    expect(isLive(seen, later(SESSION_LIFETIME_MS - 1))).toBe(true)
    expect(isLive(seen, later(SESSION_LIFETIME_MS))).toBe(false)
  })
})
