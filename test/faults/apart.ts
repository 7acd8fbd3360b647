// The server with the mistake that the kill loop over an import must be able to see: how far the file was read is not
// written with what was read, but a moment later.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startServer } from '../../src/server.ts'
import type { Database, From, Tx } from '../../src/store/database.ts'
import { compiled, sqlWriter, type Statement } from '../../src/store/statement.ts'
import { OuterTx } from '../support/tx.ts'

const writer = sqlWriter('better-sqlite3')
const isProgress = (statement: Statement<never, never>): boolean =>
  compiled(statement, writer).sql.startsWith('update `contact_imports`')

type Late = (tx: Tx) => void

class ApartTx extends OuterTx {
  readonly late: Late[]
  constructor(tx: Tx, late: Late[]) {
    super(tx)
    this.late = late
  }
  override must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    if (isProgress(statement)) this.late.push(tx => tx.must(statement, values, otherwise))
    else super.must(statement, values, otherwise)
  }
}

function writingApart(database: Database): void {
  const unit = database.unit.bind(database)
  database.unit = async <T>(body: (tx: Tx) => Promise<T>, from?: From): Promise<T> => {
    const late: Late[] = []
    const value = await unit(tx => body(new ApartTx(tx, late)), from)
    if (late.length === 0) return value
    await pause(30)
    await unit(async tx => late.forEach(write => write(tx)), from)
    return value
  }
}

const config = readConfig(process.env)
const server = await startServer(config, createLog(config.log_level), { onDatabase: writingApart })
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
