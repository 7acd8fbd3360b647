// Every statement that the product declares, with its SQL as parsed by PostgreSQL's own parser.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { loadModule, parseSync } from 'libpg-query'
import {
  type CompiledStatement,
  type DeclaredStatement,
  compileStatement,
  declaredStatements,
  sqlBuilder,
} from '../../src/base/store/statement.ts'

/** Tables with a team column that do not belong to a team. */
export const OF_NO_TEAM: Record<string, string> = {
  sessions: 'a session is of a person, who can be in several teams, and says which one they look at',
}

const DECLARES = /\/(?:statement|table|page|any-of|parts)\.ts'/

/** A node of the syntax tree, or a value in it. */
export type Node = { readonly [key: string]: Node } | readonly Node[] | string | number | boolean | undefined

/** Loads all files that declare statements, and the parser. */
export async function everyStatement(): Promise<readonly DeclaredStatement[]> {
  await loadModule()
  const files = readdirSync('src', { recursive: true }).map(file => path.join('src', String(file)))
  const declaring = files.filter(file => file.endsWith('.ts') && DECLARES.test(readFileSync(file, 'utf8')))
  for (const file of declaring) await import(path.resolve(file))
  return declaredStatements()
}

const postgres = sqlBuilder('pg')

export function onPostgres(statement: DeclaredStatement): CompiledStatement {
  const { sql, ...rest } = compileStatement(statement, postgres)
  return { ...rest, sql: sql.replaceAll(/\s+/g, ' ').trim() }
}

/** Parses the SQL; throws the parser's errors. */
export function parsed(sql: string): Node {
  return parseSync(sql) as object as Node
}

/** Yields a node with its name in the parent, and all of its descendants. */
export function* nodesOf(node: Node, name = ''): Generator<[name: string, node: Node]> {
  yield [name, node]
  if (typeof node !== 'object') return
  for (const [key, each] of Object.entries(node)) yield* nodesOf(each, Array.isArray(node) ? name : key)
}
