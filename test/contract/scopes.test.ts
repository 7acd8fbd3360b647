// Declared scopes and permissions, and the module and table that are generated from them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DECLARED_SCOPES, PERMISSIONS } from '../../generated/scopes.ts'
import { type Json } from '../../scripts/openapi.ts'
import { scopesModule, extractScopes, withScopeTable } from '../../scripts/scopes.ts'

const scope = (name: string, implies: string[] = []): object => ({
  name,
  title: name,
  description: `What ${name} reaches.`,
  consent: `Do ${name}.`,
  implies,
})
const needs = (...scopes: string[]): object => ({
  get: { operationId: 'getIt', responses: {}, security: [{ ApiKey: [] }, { OAuth: scopes }] },
})

const IT = { '/it': needs('all') }

function aDocument(
  scopes: object[],
  { permission = 'all', paths = IT }: { permission?: string; paths?: object } = {},
): Json {
  return {
    'x-scopes': scopes,
    'x-permissions': [{ name: 'whole', scope: permission, title: 'Whole', description: 'All.' }],
    paths,
    components: {
      schemas: {
        ApiKeyPermission: { type: 'string', enum: ['whole'] },
        CreateApiKey: { properties: { permission: { 'x-default': 'whole' } } },
        List: { type: 'string', pattern: '^(?:{scope})$' },
      },
      securitySchemes: { OAuth: { flows: { authorizationCode: { scopes: {} } } }, ApiKey: {} },
    },
  }
}

interface Secured {
  operationId: string
  security?: Record<string, string[]>[]
}

describe('the consent text of a scope that can only send', () => {
  const { paths } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Secured>>
  }
  const reached = Object.values(paths)
    .flatMap(methods => Object.values(methods))
    .filter(({ security = [] }) => security.some(({ OAuth = [] }) => OAuth.includes('emails:send')))
    .map(({ operationId }) => operationId)

  it('mentions every operation that the scope allows', () => {
    // new operations of this scope must be mentioned on the consent page, too
    expect([...new Set(reached.map(id => id.replace(/By\w+$/, '')))].toSorted()).toEqual(['sendBroadcast', 'sendEmail'])
    const { description, consent } = DECLARED_SCOPES.find(({ name }) => name === 'emails:send')!
    const permission = PERMISSIONS.find(({ scope }) => scope === 'emails:send')!
    for (const words of [description, consent, permission.description])
      expect(words).toMatch(/emails.*broadcasts that exist already, to all of their recipients/)
  })
})

describe('declared scopes', () => {
  it('are removed from the document and filled in where it lists them', () => {
    const document = aDocument([scope('all', ['*']), scope('a', ['b']), scope('b', ['c']), scope('c')])
    const { scopes } = extractScopes(document)
    expect(scopes.map(({ name, implies }) => [name, implies])).toEqual([
      ['all', ['a', 'b', 'c']],
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', []],
    ])
    expect(Object.keys(document)).toEqual(['paths', 'components'])
    expect(document.components.schemas.List.pattern).toBe('^(?:all|a|b|c)$')
    expect(document.components.securitySchemes.OAuth.flows.authorizationCode.scopes).toMatchObject({
      c: 'What c reaches.',
    })
  })

  it.each([
    [[scope('all', ['*']), scope('a'), scope('a')], 'the scope a is declared twice'],
    [[scope('all', ['*']), scope('A b')], 'the scope A b must contain only lowercase letters'],
    [[scope('all', ['*']), scope('a', ['x'])], 'the scope a implies the unknown scope x'],
    [[scope('all', ['*']), scope('a', ['all'])], 'the scopes all and a imply each other'],
    [[scope('all'), scope('a')], 'one scope must contain all others'],
  ])('are rejected as %j', (scopes, fault) => {
    expect(() => extractScopes(aDocument(scopes))).toThrow(fault)
  })

  it.each([
    [{ permission: 'x' }, 'the permission whole has the unknown scope x'],
    [{ paths: { '/it': needs('x') } }, 'getIt requires the scope x, which is not in scopes.tsp'],
    [{ paths: { '/it': needs() } }, 'getIt has no scope'],
  ])('are rejected with %j', (more, fault) => {
    expect(() => extractScopes(aDocument([scope('all')], more))).toThrow(fault)
  })

  it('generate a module and a table', () => {
    const document = aDocument([scope('all', ['*']), scope('a')])
    const declared = extractScopes(document)
    expect(scopesModule(declared, document)).toContain('export type Scope = "all" | "a"')
    const guide = 'Before\n\n| Scope | Reaches |\n| --- | --- |\n| `old` | gone |\n\nAfter\n'
    expect(withScopeTable(guide, declared.scopes)).toBe(
      'Before\n\n| Scope | Reaches |\n| --- | --- |\n| `all` | What all reaches. |\n| `a` | What a reaches. |\n\nAfter\n',
    )
    expect(() => withScopeTable('No table', declared.scopes)).toThrow('has no scope table')
  })
})
