// A server with a deliberate bug that the experiment with a stopped worker must detect: a worker whose job was taken
// over writes as if it still had it.
import { readConfig } from '../../src/base/config/config.ts'
import { createLog } from '../../src/base/runtime/log.ts'
import { startServer } from '../../src/app/server.ts'
import type { Database, UnitOrigin, Tx } from '../../src/base/store/database.ts'
import type { Statement } from '../../src/base/store/statement.ts'
import { OuterTx } from '../support/tx.ts'

class UnfencedTx extends OuterTx {
  /** Ignores whether a row was found. */
  override must<In extends object>(statement: Statement<In, never>, values: In): void {
    this.put(statement, values)
  }
}

function withoutFence(database: Database): void {
  const unit = database.unit.bind(database)
  database.unit = <T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> =>
    unit(tx => body(new UnfencedTx(tx)), from)
}

const config = readConfig(process.env)
const server = await startServer(config, createLog(config.log_level), { onDatabase: withoutFence })
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
