// A server with a deliberate bug that the kill loops over imports and broadcasts must detect: it writes its progress a
// moment after the work, not in the same transaction.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/base/config/config.ts'
import { createLog } from '../../src/base/runtime/log.ts'
import { startServer } from '../../src/app/server.ts'
import type { Database, UnitOrigin, Tx } from '../../src/base/store/database.ts'
import { compileStatement, sqlBuilder, type Statement } from '../../src/base/store/statement.ts'
import { OuterTx } from '../support/tx.ts'

const writer = sqlBuilder('better-sqlite3')
/**
 * The delay of a statement's write. A kill comes when the first emails of a part have arrived (the test sets how long
 * that may take), or shortly after a page.
 */
function lateByMs(statement: Statement<never, never>): number | undefined {
  const { sql } = compileStatement(statement, writer)
  if (sql.startsWith('update `contact_imports`')) return 400
  return sql.startsWith('update `broadcast_progress`') ? Number(process.env.APART_MS) : undefined
}

interface Late {
  by_ms: number
  write(tx: Tx): void
}

class ApartTx extends OuterTx {
  readonly late: Late[]
  constructor(tx: Tx, late: Late[]) {
    super(tx)
    this.late = late
  }
  override must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    const by_ms = lateByMs(statement)
    if (by_ms === undefined) super.must(statement, values, otherwise)
    else this.late.push({ by_ms, write: tx => tx.must(statement, values, otherwise) })
  }
  override put<In extends object>(statement: Statement<In, never>, values: In): void {
    const by_ms = lateByMs(statement)
    if (by_ms === undefined) super.put(statement, values)
    else this.late.push({ by_ms, write: tx => tx.put(statement, values) })
  }
}

function writingApart(database: Database): void {
  const unit = database.unit.bind(database)
  database.unit = async <T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> => {
    const late: Late[] = []
    const value = await unit(tx => body(new ApartTx(tx, late)), from)
    if (late.length === 0) return value
    await pause(Math.max(...late.map(({ by_ms }) => by_ms)))
    await unit(async tx => late.forEach(({ write }) => write(tx)), from)
    return value
  }
}

const config = readConfig(process.env)
const server = await startServer(config, createLog(config.log_level), { onDatabase: writingApart })
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
