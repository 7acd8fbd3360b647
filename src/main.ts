// Starts the server, says what to do next, and stops it when asked to.
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { greeting } from './first-start.ts'
import { startServer } from './server.ts'

try {
  const config = readConfig(process.env)
  const log = pino({ level: config.log_level }, pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 }))
  const server = await startServer(config, log)
  if (server.first_access) console.log(greeting(server.first_access, config))
  log.info({ address: `http://${config.host}:${server.port}`, public_url: config.public_url }, 'listening')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping')
      server.stop().then(
        () => log.flush(() => process.exit(0)),
        () => log.flush(() => process.exit(1)),
      )
    })
  }
} catch (error) {
  // a person reads this on a terminal: one sentence, not a stack
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
