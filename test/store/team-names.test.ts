// Each statement about rows that belong to teams names the team, or gives the reason why it does not.
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrateSqlite } from '../../src/base/store/migrate.ts'
import { memberRows } from '../../src/audience/segments/members/store.ts'
import {
  type DeclaredStatement,
  compileStatement,
  dynamicStatement,
  sqlBuilder,
} from '../../src/base/store/statement.ts'
import { temporaryFolder } from '../support/folder.ts'
import { everyStatement, type Node, OF_NO_TEAM, onPostgres, parsed } from '../support/statements.ts'

let statements: readonly DeclaredStatement[]
/** Tables whose rows have a `team_id`. */
let of_teams: Set<string>
let refused: string[]

beforeAll(async () => {
  statements = await everyStatement()
  const folder = temporaryFolder()
  const filename = path.join(folder, 'test.db')
  await migrateSqlite(filename)
  const driver = new SQLite(filename)
  const having = `select name from sqlite_master where exists (select 1 from pragma_table_info(sqlite_master.name) as has where has.name = 'team_id')`
  const tables = driver.prepare<[], string>(having).pluck().all()
  of_teams = new Set(tables.filter(name => !Object.hasOwn(OF_NO_TEAM, name)))
  const writer = sqlBuilder('better-sqlite3')
  const asked = statements.filter(({ isForSharedDatabase }) => !isForSharedDatabase)
  refused = asked.flatMap(statement => faultOf(driver, compileStatement(statement, writer).sql))
  driver.close()
  rmSync(folder, { recursive: true })
})

function faultOf(driver: SQLite.Database, sql: string): string[] {
  try {
    driver.prepare(sql)
    return []
  } catch (error) {
    return [`${(error as Error).message}: ${sql}`]
  }
}

/** The tables of one `select`, `insert`, `update` or `delete`, without its subqueries. */
interface Scope {
  tables: string[]
  /** How often it compares or writes a team. */
  teams: number
}

const SCOPES = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'])

/** Walks a tree. Conditions below an `or` or a `not` do not apply to every row. */
function look(node: Node, name: string, scope: Scope, scopes: Scope[]): void {
  if (typeof node !== 'object') return
  if (Array.isArray(node)) return node.forEach(each => look(each, name, scope, scopes))
  const fields = node as { readonly [key: string]: Node }
  // the two sides of a union are `larg` and `rarg`, like those of a join
  if (SCOPES.has(name) || (/^[lr]arg$/.test(name) && fields.targetList)) scopes.push((scope = { tables: [], teams: 0 }))
  if (typeof fields.relname === 'string') scope.tables.push(fields.relname)
  if (name === 'A_Expr' && isTeam(fields)) scope.teams++
  if (name === 'ResTarget' && fields.name === 'team_id' && !fields.val) scope.teams++
  const open = name === 'BoolExpr' && fields.boolop !== 'AND_EXPR' ? { tables: [], teams: 0 } : scope
  // locked tables were counted where they were named
  for (const [key, each] of Object.entries(fields)) if (key !== 'lockingClause') look(each, key, open, scopes)
}

/** Whether it compares a `team_id` with a value or with another `team_id`. */
function isTeam({ name, lexpr, rexpr }: { readonly [key: string]: Node }): boolean {
  if (JSON.stringify(name) !== '[{"String":{"sval":"="}}]') return false
  return /"team_id"\}\}\]/.test(JSON.stringify(lexpr)) && /^\{"ParamRef"|"team_id"\}\}\]/.test(JSON.stringify(rexpr))
}

/** Tables of teams that are queried without their team. */
function unnamed(sql: string, tables: ReadonlySet<string>): string[] {
  const scopes: Scope[] = []
  look(parsed(sql), '', { tables: [], teams: 0 }, scopes)
  return scopes.flatMap(scope => {
    const about = scope.tables.filter(table => tables.has(table))
    return about.length > scope.teams ? about : []
  })
}

describe('a statement of a test', () => {
  const tables = new Set(['a', 'b'])

  it.each([
    ['names it', 'select x from a where team_id = $1', false],
    ['names it for each table', 'select x from a join b on a.team_id = b.team_id where a.team_id = $1', false],
    ['writes it', 'insert into a (id, team_id) values ($1, $2)', false],
    ['names it within, too', 'delete from a where team_id = $1 and id in (select id from a where team_id = $2)', false],
    ['locks what it names', 'select x from a where team_id = $1 for share of a', false],
    ['is about what has none', 'select team_id from c', false],
    ['does not', 'select x from a where id = $1', true],
    ['only reads it', 'select team_id from a where id = $1', true],
    ['asks for several', 'select x from a where team_id > $1', true],
    ['names it for one table', 'select x from a join b on a.id = b.id where a.team_id = $1', true],
    ['does not when it inserts', 'insert into a (id) values ($1)', true],
    ['only changes it', 'update a set team_id = $1 where id = $2', true],
    ['does not without', 'delete from a where id in (select id from a where team_id = $1 limit 5)', true],
    ['does not within', 'select x from a where team_id = $1 and exists (select 1 from b where b.id = a.id)', true],
    ['names it in one part of a union', 'select x from a where team_id = $1 union all select x from b', true],
    ['names it or something else', 'select x from a where team_id = $1 or id = $2', true],
    ['excludes it', 'select x from a where not team_id = $1', true],
  ])('that %s is classified correctly', (_, sql, told) => {
    expect(unnamed(sql, tables).length > 0).toBe(told)
  })
})

describe('the statement for the members of a segment', () => {
  const ID = '01935f3e-7c00-7000-8000-000000000000'
  const done = [`sent.${ID}`, `opened.${ID}`]
  const fields = ['contact.properties.plan', `topics.${ID}`, `segments.${ID}`, 'contact.email', ...done]
  const rules = fields.map(field => ({ type: 'rule' as const, field, operator: 'eq' as const, value: 'opt_out' }))
  const facts = {
    team_id: ID,
    properties: new Map([['plan', { id: ID, type: 'string' as const, fallback_value: null }]]),
    topics: new Map([[ID, { default_subscription: 'opt_in' as const }]]),
    segments: new Set([ID]),
    broadcasts: new Set([ID]),
  }
  const one = (index: number) => [{ ...rules[index]!, ...([2, 4, 5].includes(index) && { value: true }) }]
  const since = (activity: string) => [
    { type: 'rule' as const, field: `days_since.${activity}`, operator: 'lt' as const, value: 3 },
  ]

  it.each([
    ['by hand', undefined],
    ['by a value', one(0)],
    ['by a choice', one(1)],
    ['by another segment', one(2)],
    ['by an address', one(3)],
    ['by sent emails', one(4)],
    ['by opened emails', one(5)],
    ['by the last mail', since('sent')],
    ['by the last click', since('clicked')],
    ['by all of it', [...since('sent'), ...since('opened'), ...[5, 4, 3, 2, 1, 0].flatMap(one)]],
  ])('that is built %s names the team, too', (_, asked) => {
    const by = asked && { rule: { type: 'and' as const, rules: asked }, facts }
    const members = { team_id: ID, segment_id: ID, ...(by && { by }) }
    const part = { after_id: ID, until_id: ID, snapshot_at: '2026-11-22T08:00:00.000Z' }
    const select = dynamicStatement<object>(knex => memberRows(knex, members, part).select('contact.id'))
    expect(unnamed(onPostgres(select).sql, of_teams)).toEqual([])
  })
})

describe('a statement', () => {
  it('runs on the schema of the migrations', () => {
    expect(refused).toEqual([])
  })

  it('names the team of its rows, or gives the reason why it does not', () => {
    expect(of_teams.size).toBeGreaterThan(15)
    const without = statements.filter(statement => unnamed(onPostgres(statement).sql, of_teams).length > 0)
    expect(without.filter(each => each.acrossTeams === undefined).map(each => onPostgres(each).sql)).toEqual([])
  })

  it('gives a reason only if it does not name the team, and in words', () => {
    const excused = statements.filter(statement => statement.acrossTeams !== undefined)
    expect(excused.length).toBeGreaterThan(10)
    for (const statement of excused) {
      const { sql } = onPostgres(statement)
      expect(unnamed(sql, of_teams), sql).not.toEqual([])
      expect(statement.acrossTeams!.split(' ').length, sql).toBeGreaterThan(1)
    }
  })
})
