// Checks that the text of every statement is valid and means the same on SQLite and PostgreSQL. All other tests show
// that SQLite accepts it.
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeclaredStatement } from '../../src/base/store/statement.ts'
import { everyStatement, type Node, nodesOf, onPostgres, parsed } from '../support/statements.ts'

/**
 * Functions that PostgreSQL has, too. `lower` is the same for ASCII, and `strpos` is `instr` on SQLite
 * (`positionFunction`).
 */
const FUNCTIONS = ['coalesce', 'count', 'lower', 'max', 'octet_length', 'replace', 'strpos', 'substr', 'sum']
/**
 * Operators with the same meaning in both. Not `like` (only SQLite ignores case), `/` (only some divide integers),
 * `||`.
 */
const OPERATORS = ['=', '<>', '<', '<=', '>', '>=', '+', '-']
/** Columns that only SQLite has or that it interprets differently. */
const COLUMNS = ['rowid', '_rowid_', 'oid']
const NODES: Record<string, string> = {
  CollateClause: 'a collation has another name on each',
  A_Star: 'a statement that was prepared breaks when the table gets another column',
  boolval: 'SQLite has 1 and 0',
  TypeCast: 'the types have other names on each',
}

/** Rows passed as JSON, which each database reads with its own functions (`inputRows`). */
const GIVEN_ROWS =
  /\(select (?:cast\(value->>\d+ as \w+\) as "\w+"(?:, )?)+ from json_array_elements\(cast\((\$\d+) as json\)\) as rows\(value\)\)/g
/** The same as one object, and one of its values (`inputById`). */
const GIVEN_OBJECT = /\(select cast\((\$\d+) as jsonb\) as rows\)/g
const GIVEN_VALUE = /given\.rows->cast\(contacts\.id as text\)->>\d/g

/** Ids of other tables and values as columns of new jobs. Both databases use the same names for these types. */
const LANES = /cast\((\$\d+|found\.id) as (?:text|integer)\)/g

/** The order of transactions, in which PostgreSQL pulls events (`webhooks/stream/store.ts`). */
const PLACE =
  /cast\((?:webhook_events\.xid|pg_snapshot_xmin\(pg_current_snapshot\(\)\)|pg_current_snapshot\(\)|\$\d+) as (?:text|xid8|bigint|pg_snapshot)\)/g
/** A transaction that had ended when a stream started; its snapshot is a `PLACE`. */
const SEEN = /not pg_visible_in_snapshot\(xid, 1\)/g
const SETTLED = /xid < pg_snapshot_xm(?:in|ax)\(pg_current_snapshot\(\)\)/g

/** Words that a text must contain, which each database looks up in its own index (`words.ts`). */
const WORDS = /(?:(?:inbox_texts|found)\.lexemes|\(select lexemes from [^)]*\)) @@ cast\(\$\d+ as tsquery\)/g

const withoutGiven = (sql: string): string =>
  sql
    .replaceAll(GIVEN_ROWS, '(select $1 as given)')
    .replaceAll(GIVEN_OBJECT, '(select $1 as given)')
    .replaceAll(/cast\((given\.rows->[^)]+\)->>\d) as integer\)/g, '$1')
    .replaceAll(GIVEN_VALUE, 'given.value')
    .replaceAll(LANES, '$1')
    .replaceAll(PLACE, '1')
    .replaceAll(SEEN, 'xid < 1')
    .replaceAll(SETTLED, 'xid < 1')
    .replaceAll(WORDS, '1 = 1')

/** Returns what is wrong with a statement, if anything. */
function faultOf(sql: string): string | undefined {
  let tree: Node
  try {
    tree = parsed(withoutGiven(sql))
  } catch (error) {
    return (error as Error).message
  }
  for (const [name, node] of nodesOf(tree)) {
    const fault = NODES[name] ?? faultIn(name, node)
    if (fault !== undefined) return `${name}: ${fault}`
  }
  return undefined
}

const lastWordOf = (node: Node): string | undefined =>
  [...nodesOf(node)].flatMap(([name, word]) => (name === 'sval' ? [word as string] : [])).at(-1)

function faultIn(name: string, node: Node): string | undefined {
  if (name === 'funcname' && !FUNCTIONS.includes(lastWordOf(node)!)) return lastWordOf(node)
  if (name === 'ColumnRef' && COLUMNS.includes(lastWordOf(node)!)) return lastWordOf(node)
  if (name !== 'A_Expr') return undefined
  const { kind, name: operator } = node as { kind: string; name: Node }
  // only PostgreSQL binds several values as one array (`= any`)
  if (!['AEXPR_OP', 'AEXPR_IN', 'AEXPR_OP_ANY'].includes(kind)) return kind
  return OPERATORS.includes(lastWordOf(operator)!) ? undefined : lastWordOf(operator)
}

let statements: readonly DeclaredStatement[]
beforeAll(async () => {
  statements = await everyStatement()
})

describe('a statement', () => {
  it.each([
    ['a place that is not numbered', 'select a from b where c = ?'],
    ['quotes of SQLite', 'select `a` from b'],
    ['`insert or ignore`', 'insert or ignore into a (b) values ($1)'],
    ['`is` with a value', 'select a from b where c is $1'],
    ['`glob`', 'select a from b where c glob $1'],
    ['`like`', 'select a from b where c like $1'],
    ['a limit of an update', 'update a set b = 1 limit 2'],
    ['`limit` with a comma', 'select a from b limit 1, 2'],
    ['a hint', 'select a from b indexed by c'],
    ['a rowid', 'select rowid from a'],
    ['a collation', 'select a from b order by c collate nocase'],
    ['every column', 'select * from a'],
    ['a truth value', 'select a from b where c = true'],
    ['a division', 'select a / 2 from b'],
    ['texts put together', "select a || 'b' from c"],
    ['a function of SQLite', 'select ifnull(a, b) from c'],
    ['JSON', "select json_extract(a, '$.b') from c"],
    ['a reserved word for a name', 'select 1 from (select a from b) as some'],
  ])('rejects a test statement that has %s', (_, sql) => {
    expect(faultOf(sql)).toBeDefined()
  })

  it('uses only syntax with the same meaning in PostgreSQL', () => {
    expect(statements.length).toBeGreaterThan(250)
    const shared = statements.filter(({ isForSharedDatabase }) => !isForSharedDatabase)
    const texts = shared.map(statement => onPostgres(statement).sql)
    const faults = texts.map(sql => ({ sql, fault: faultOf(sql) })).filter(({ fault }) => fault !== undefined)
    expect(faults).toEqual([])
  })

  it('can be parsed by PostgreSQL if only multi-process deployments run it', () => {
    const texts = statements
      .filter(({ isForSharedDatabase }) => isForSharedDatabase)
      .map(statement => onPostgres(statement).sql)
    expect(texts.length).toBeGreaterThan(5)
    for (const sql of texts) expect(() => parsed(sql), sql).not.toThrow()
  })

  it('binds only values that both databases can store', () => {
    const constants = statements.flatMap(statement =>
      onPostgres(statement).bindings.flatMap(binding => ('value' in binding ? [binding.value] : [])),
    )
    expect(new Set(constants.map(value => (value === null ? 'null' : typeof value)))).toEqual(
      new Set(['string', 'number', 'null']),
    )
  })

  it('has one placeholder per value, in order', () => {
    for (const statement of statements) {
      const { sql, bindings } = onPostgres(statement)
      const places = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
      expect(places, sql).toEqual(bindings.map((_each, index) => index + 1))
    }
  })
})
