// The SMTP server for received mail in a separate process, which prints `listens <port>` and is killed from outside.
// With EARLY it replies before the message is stored, as the control of the test.
import { pino } from 'pino'
import { RETURN_PATHS, ReturnPaths } from '../../src/mail/bounces/return-path.ts'
import { serverSecret } from '../../src/base/store/server-secret.ts'
import { openMailIn } from '../../src/interfaces/smtp/mail-in.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { subscribers } from '../../src/app/subscribers.ts'

const { DATABASE_URL, EARLY } = process.env
const database = await openDatabase(DATABASE_URL!)
database.subscribers = subscribers
const return_paths = new ReturnPaths(await database.unit(tx => serverSecret(tx, RETURN_PATHS, new Date())))
const unit = database.unit.bind(database)
if (EARLY !== undefined)
  database.unit = async body => {
    setTimeout(() => void unit(body), 3_000)
    // the id is not known yet, and the stored message is not read
    return undefined as never
  }
const log = pino({ level: 'silent' })
const door = { database, return_paths, name: 'mx.example.org', certificate: undefined, now: () => new Date(), log }
const { port } = await openMailIn({ host: '127.0.0.1', port: 0, setting: 'SMTP_IN_PORT' }, door)
process.stdout.write(`listens ${port}\n`)
