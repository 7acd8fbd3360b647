// A server with a deliberate bug that the kill loop must detect: events are written shortly after the transaction in
// which they happened.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../../src/base/config/config.ts'
import { createLog } from '../../../src/base/runtime/log.ts'
import { startServer } from '../../../src/app/server.ts'
import type { Database, UnitOrigin, Tx } from '../../../src/base/store/database.ts'
import { compileStatement, sqlBuilder, type Statement } from '../../../src/base/store/statement.ts'
import { OuterTx } from '../../support/tx.ts'

const LATE_MS = 100
const writer = sqlBuilder('better-sqlite3')

const isOfEvent = (statement: Statement<never, never>): boolean => {
  const { sql } = compileStatement(statement, writer)
  return /^insert into (?:webhook_events|webhook_deliveries|jobs [^]*'post_webhooks')/.test(sql)
}

class ApartTx extends OuterTx {
  readonly late: ((tx: Tx) => void)[] = []
  override put<In extends object>(statement: Statement<In, never>, values: In): void {
    if (isOfEvent(statement)) this.late.push(tx => tx.put(statement, values))
    else super.put(statement, values)
  }
}

function writingApart(database: Database): void {
  const unit = database.unit.bind(database)
  database.unit = async <T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> => {
    let apart: ApartTx | undefined
    const value = await unit(tx => body((apart = new ApartTx(tx))), from)
    const { late } = apart!
    if (late.length === 0) return value
    await pause(LATE_MS)
    await unit(async tx => {
      for (const write of late) write(tx)
      tx.wakeQueue('post_webhooks')
    }, from)
    return value
  }
}

const config = readConfig(process.env)
const server = await startServer(config, createLog(config.log_level), { onDatabase: writingApart })
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
