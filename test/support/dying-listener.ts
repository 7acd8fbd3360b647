// The return-path server in a separate process, which dies (kill -9) as set in DIES: `before` the report is committed,
// or `after` the commit and before the response.
import { pino } from 'pino'
import { RETURN_PATHS, ReturnPaths } from '../../src/mail/bounces/return-path.ts'
import { serverSecret } from '../../src/base/store/server-secret.ts'
import { openMailIn } from '../../src/interfaces/smtp/mail-in.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { subscribers } from '../../src/app/subscribers.ts'

const { DATABASE_URL, DIES, NOW } = process.env
const now = (): Date => new Date(NOW!)
const database = await openDatabase(DATABASE_URL!)
database.subscribers = subscribers
const return_paths = new ReturnPaths(await database.unit(tx => serverSecret(tx, RETURN_PATHS, now())))

/** Kills the process and never resolves. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

if (DIES !== undefined) {
  const unit = database.unit.bind(database)
  database.unit = async (body, from) => {
    const done = await unit(async tx => {
      const value = await body(tx)
      return DIES === 'before' ? die() : value
    }, from)
    return DIES === 'after' ? die() : done
  }
}
const door = {
  database,
  return_paths,
  name: 'mx.example.org',
  certificate: undefined,
  now,
  log: pino({ level: 'silent' }),
}
const { port } = await openMailIn({ host: '127.0.0.1', port: 0, setting: 'SMTP_IN_PORT' }, door)
process.stdout.write(`listens ${port}\n`)
