// Rules for consent choices, form redirects and flash messages.
import { describe, expect, it } from 'vitest'
import { choiceOf, narrowerScopes } from '../../../src/interfaces/dashboard/pages/consent/choice.ts'
import { loginPath, pagePath } from '../../../src/interfaces/dashboard/session/local-path.ts'
import { doneBox } from '../../../src/interfaces/dashboard/ui/flash.ts'
import { withoutImplied } from '../../../src/base/operation/scope.ts'
import type { Scope } from '../../../generated/scopes.ts'

const FULL: Scope[] = ['full_access', 'emails:send']
const SEND: Scope[] = ['emails:send']
const one = [{ id: 'a', role: 'admin' }] as const
const two = [...one, { id: 'b', role: 'developer' }] as const
const sender = [{ id: 'a', role: 'marketer' }] as const
const viewer = [{ id: 'a', role: 'viewer' }] as const
const both = [...viewer, { id: 'b', role: 'marketer' }] as const

describe('choiceOf', () => {
  it.each([
    ['decision=approve', FULL, one, { decision: 'approve', team_id: 'a' }],
    ['decision=deny', FULL, one, { decision: 'deny' }],
    ['decision=deny', FULL, two, { decision: 'deny' }],
    ['decision=deny', FULL, [], { decision: 'deny' }],
    ['decision=approve&team_id=b', FULL, two, { decision: 'approve', team_id: 'b' }],
    ['decision=approve&scope=full_access', FULL, one, { decision: 'approve', team_id: 'a' }],
    ['decision=approve&scope=full_access', ['full_access'], one, { decision: 'approve', team_id: 'a' }],
    ['decision=approve&scope=emails:send', FULL, one, { decision: 'approve', team_id: 'a', scopes: SEND }],
    ['decision=approve&scope=emails:send', ['full_access'], one, { decision: 'approve', team_id: 'a', scopes: SEND }],
    ['decision=approve&scope=emails:send', SEND, one, { decision: 'approve', team_id: 'a' }],
    ['decision=approve', FULL, sender, { decision: 'approve', team_id: 'a', scopes: SEND }],
    ['decision=approve', SEND, sender, { decision: 'approve', team_id: 'a' }],
    ['decision=approve&team_id=b', FULL, both, { decision: 'approve', team_id: 'b', scopes: SEND }],
    ['form_token=x&decision=approve&team_id=a', SEND, one, { decision: 'approve', team_id: 'a' }],
  ] as const)('accepts %s for %j', (form, scopes, teams, choice) => {
    expect(choiceOf(new URLSearchParams(form), { scopes: [...scopes] }, teams)).toEqual(choice)
  })

  it.each([
    ['', SEND, one, 400],
    ['decision=', SEND, one, 400],
    ['decision=Approve', SEND, one, 400],
    ['decision=approve&decision=approve', SEND, one, 400],
    ['decision=approve&scope=full_access', SEND, one, 400],
    ['decision=approve&scope=full_access+emails:send', FULL, one, 400],
    ['decision=approve&scope=', FULL, one, 400],
    ['decision=approve&scope=__proto__', FULL, one, 400],
    ['decision=approve&redirect_uri=https://evil.example', SEND, one, 400],
    ['decision=approve&client_id=x', SEND, one, 400],
    ['decision=approve&scopes=emails:send', SEND, one, 400],
    ['decision=approve', SEND, two, 400],
    ['decision=approve&team_id=', SEND, two, 403],
    ['decision=approve&team_id=', SEND, one, 403],
    ['decision=approve&team_id=c', SEND, two, 403],
    ['decision=approve&team_id=a', SEND, [], 403],
    ['decision=approve&scope=full_access', FULL, sender, 400],
    ['decision=approve', SEND, viewer, 403],
    ['decision=approve&team_id=a', SEND, both, 403],
    ['decision=approve', SEND, [], 403],
    ['decision=deny&client_id=x', SEND, one, 400],
  ] as const)('rejects %s for %j', (form, scopes, teams, status) => {
    expect(() => choiceOf(new URLSearchParams(form), { scopes: [...scopes] }, teams)).toThrow(
      expect.objectContaining({ status }),
    )
  })
})

describe('scopes', () => {
  it('can only be narrowed from full access', () => {
    expect([FULL, SEND, []].map(narrowerScopes)).toEqual([SEND, [], []])
    expect([FULL, SEND, []].map(withoutImplied)).toEqual([['full_access'], SEND, []])
  })
})

describe('pagePath', () => {
  it.each([
    ['/team/invite', '/team'],
    ['/grants/1/revoke', '/grants'],
    ['/inboxes/1/threads/2/reply', '/inboxes/1/threads/2'],
    ['/clients', '/clients'],
    ['/consent/1', '/consent/1'],
  ])('maps %s to %s', (path, page) => {
    expect(pagePath(path)).toBe(page)
    expect(loginPath(page)).toBe(`/login?next=${page}`)
  })
})

describe('doneBox', () => {
  it('shows only predefined messages', () => {
    const texts = { removed: 'It is <gone>.' }
    expect(String(doneBox(new URLSearchParams('done=removed'), texts))).toContain('It is &lt;gone&gt;.')
    for (const query of ['', 'done=', 'done=other', 'done=toString', 'done=__proto__']) {
      expect(doneBox(new URLSearchParams(query), texts)).toBeUndefined()
    }
  })
})
