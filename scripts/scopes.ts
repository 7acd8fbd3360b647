// The scopes and the permissions of API keys, as spec/scopes.tsp declares them: validated, removed from the document,
// and written to the places of the contract that list them, to generated/scopes.ts and to the OAuth guide.
import { type Json, methodsOf, visitSchemas } from './openapi.ts'

export interface DeclaredScope {
  name: string
  title: string
  description: string
  consent: string
  /** All other scopes that it contains, by name. */
  implies: string[]
}

export interface DeclaredPermission {
  name: string
  scope: string
  title: string
  description: string
}

export interface Declared {
  scopes: DeclaredScope[]
  permissions: DeclaredPermission[]
}

/** RFC 6749 3.3 allows more characters; these need no escape in a pattern, a URL or a page. */
const NAME = /^[a-z][a-z_:]*$/

/** Moves the declarations out of the document and fills in their names. Throws if they are invalid. */
export function extractScopes(document: Json): Declared {
  const { 'x-scopes': given, 'x-permissions': permissions } = document
  delete document['x-scopes']
  delete document['x-permissions']
  const names: string[] = given.map(({ name }: Json) => name)
  const scopes: DeclaredScope[] = given.map(spelledOut)
  const faults = [...scopeFaults(scopes), ...permissionFaults(document, permissions, names)]
  for (const { operation } of methodsOf(document)) faults.push(...operationFaults(operation, names))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  for (const scheme of Object.values<Json>(document.components.securitySchemes)) {
    for (const flow of Object.values<Json>(scheme.flows ?? {})) {
      flow.scopes = Object.fromEntries(scopes.map(({ name, description }) => [name, description]))
    }
  }
  visitSchemas(document, schema => {
    if (schema.pattern) schema.pattern = schema.pattern.replaceAll('{scope}', names.join('|'))
  })
  return { scopes, permissions }
}

function spelledOut(scope: DeclaredScope, _: number, all: readonly DeclaredScope[]): DeclaredScope {
  const { name, title, description, consent } = scope
  return { name, title, description, consent, implies: contained(scope, all) }
}

/** All scopes that a scope contains, directly or through others, in the order of the list. */
function contained(scope: DeclaredScope, all: readonly DeclaredScope[]): string[] {
  const found = new Set([scope.name])
  for (const name of found) {
    const implies = all.find(each => each.name === name)?.implies ?? []
    for (const other of implies.includes('*') ? all.map(each => each.name) : implies) found.add(other)
  }
  found.delete(scope.name)
  const known = all.map(({ name }) => name)
  return [...known.filter(name => found.has(name)), ...[...found].filter(name => !known.includes(name))]
}

function scopeFaults(scopes: readonly DeclaredScope[]): string[] {
  const names = scopes.map(({ name }) => name)
  const faults = scopes.flatMap(({ name, implies }) => [
    ...(NAME.test(name) ? [] : [`the scope ${name} must contain only lowercase letters, _ and :`]),
    ...(names.filter(each => each === name).length > 1 ? [`the scope ${name} is declared twice`] : []),
    ...implies
      .filter(other => !names.includes(other))
      .map(other => `the scope ${name} implies the unknown scope ${other}`),
    ...implies
      .filter(other => scopes.find(each => each.name === other)?.implies.includes(name))
      .map(other => `the scopes ${name} and ${other} imply each other`),
  ])
  return fullScopes(scopes).length === 1 ? faults : [...faults, 'one scope must contain all others']
}

const fullScopes = (scopes: readonly DeclaredScope[]): DeclaredScope[] =>
  scopes.filter(({ implies }) => implies.length === scopes.length - 1)

function permissionFaults(document: Json, permissions: readonly DeclaredPermission[], names: string[]): string[] {
  const known: string[] = document.components.schemas.ApiKeyPermission.enum
  return [
    ...permissions
      .filter(({ scope }) => !names.includes(scope))
      .map(({ name, scope }) => `the permission ${name} has the unknown scope ${scope}`),
    ...known
      .filter(name => permissions.filter(each => each.name === name).length !== 1)
      .map(name => `the permission ${name} must be declared once`),
  ]
}

/** An operation with credentials names its required scope, which must exist. */
function operationFaults({ operationId, security }: Json, names: readonly string[]): string[] {
  if (!security.some((item: Json) => item.ApiKey)) return []
  const needed: string[] = security.flatMap((item: Json) => Object.values<string[]>(item).flat())
  const unknown = needed.filter(name => !names.includes(name))
  if (needed.length === 0) return [`${operationId} has no scope`]
  return unknown.map(name => `${operationId} requires the scope ${name}, which is not in scopes.tsp`)
}

/** The text of generated/scopes.ts. */
export function scopesModule({ scopes, permissions }: Declared, document: Json): string {
  const standard = document.components.schemas.CreateApiKey.properties.permission['x-default']
  return [
    '// Generated by `npm run generate` from spec/scopes.tsp. Do not edit.',
    "import type { Schemas } from './api.ts'",
    '',
    '/** What a caller may do. */',
    `export type Scope = ${scopes.map(({ name }) => JSON.stringify(name)).join(' | ')}`,
    '',
    '/** Every scope, in display order; `implies` has all that one contains. */',
    'export const DECLARED_SCOPES: readonly {',
    '  name: Scope; title: string; description: string; consent: string; implies: readonly Scope[]',
    `}[] = ${JSON.stringify(scopes)}`,
    '',
    '/** The scope that contains all others. */',
    `export const FULL_SCOPE: Scope = ${JSON.stringify(fullScopes(scopes)[0]!.name)}`,
    '',
    '/** What API keys may do: each permission is worth a scope. */',
    'export const PERMISSIONS: readonly {',
    "  name: Schemas['ApiKeyPermission']; scope: Scope; title: string; description: string",
    `}[] = ${JSON.stringify(permissions)}`,
    '',
    '/** The default of a key. */',
    `export const DEFAULT_PERMISSION: Schemas['ApiKeyPermission'] = ${JSON.stringify(standard)}`,
    '',
  ].join('\n')
}

/** The guide with the current table of scopes. */
export function withScopeTable(guide: string, scopes: readonly DeclaredScope[]): string {
  const rows = scopes.map(({ name, description }) => `| \`${name}\` | ${description} |\n`).join('')
  const table = /(\| Scope \| Reaches \|\n\| --- \| --- \|\n)(?:\|.*\n)*/
  if (!table.test(guide)) throw new Error('docs/oauth.md has no scope table')
  return guide.replace(table, (_, head: string) => head + rows)
}
