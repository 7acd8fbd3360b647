// Starts the server, prints the next steps, and stops at a signal. With the name of a command as argument, runs that
// command instead.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { type Config, readConfig } from './base/config/config.ts'
import type { Database } from './base/store/database.ts'
import { createLog } from './base/runtime/log.ts'
import type { Server } from './app/server.ts'

const ONLY_AT_FIRST =
  'ADMIN_PASSWORD ignored after the first start; to change the password, run `npm run password:reset -- <email>`'

/** npm repeats a signal that the terminal has already sent to all processes: two signals within this time count as one. */
const SAME_SIGNAL_MS = 100

try {
  const [command, ...options] = process.argv.slice(2)
  if (command === undefined) await serve(readConfig(process.env))
  else if (command === 'sandbox') await serveForTests(options, (await import('../scripts/sandbox/start.ts')).sandbox)
  else if (command === 'mock') await serveForTests(options, (await import('../scripts/mock/mock.ts')).mock)
  else console.log(await (await commandOf(command))(readConfig(process.env), options, new Date()))
} catch (error) {
  // read by a person on a terminal, so the message is printed without a stack
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** A command, which runs in parallel with the server or without it. Returns the text for the operator's terminal. */
type Command = (config: Config, options: string[], now: Date) => Promise<string>

async function commandOf(name: string): Promise<Command> {
  if (name === 'keys:rotate') return recordIts((await import('./interfaces/commands/rotate-keys.ts')).rotateSigningKeys)
  if (name === 'password:reset')
    return recordIts((await import('./interfaces/commands/reset-password.ts')).resetPassword)
  if (name === 'factors:reset') return recordIts((await import('./interfaces/commands/reset-factors.ts')).resetFactors)
  if (name === 'backup') return (await import('./interfaces/commands/backup.ts')).createBackup
  if (name === 'restore') return (await import('./interfaces/commands/restore.ts')).restoreBackup
  if (name === 'move') return (await import('./interfaces/commands/move.ts')).moveDatabase
  if (name === 'compact') return (await import('./interfaces/commands/compact.ts')).compactDatabase
  const known = 'keys:rotate, password:reset, factors:reset, backup, restore, move, compact, sandbox, mock'
  throw new Error(`Unknown command: ${name}. Allowed: ${known}.`)
}

/** For commands whose changes are recorded: passes the subscribers of signals, which write audit events. */
async function recordIts(
  command: (...given: [...Parameters<Command>, Database['subscribers'] & object]) => Promise<string>,
): Promise<Command> {
  const { subscribers } = await import('./app/subscribers.ts')
  return (config, options, now) => command(config, options, now, subscribers)
}

async function serve(config: Config): Promise<void> {
  const [{ startServer }, { greeting }, { checkMailHost }] = await Promise.all([
    import('./app/server.ts'),
    import('./app/first-start.ts'),
    import('./app/notices.ts'),
  ])
  const log = createLog(config.log_level)
  endWithBugs(log)
  for (const { name, meant } of config.nearly) log.warn(`unknown setting ${name}; did you mean ${meant}?`)
  const server = await startServer(config, log)
  const own_log = log.child({ worker: server.worker })
  if (server.first_access) console.log(greeting(server.first_access, config))
  else if (config.admin_password !== undefined) log.info(ONLY_AT_FIRST)
  const address = `http://${config.host}:${server.port}`
  checkMailHost(config, own_log)
  own_log.info({ address, public_url: config.public_url }, `listening; open the dashboard at ${config.public_url}`)
  setImmediate(() => process.nextTick(collectGarbage))
  stopWhenAsked(server, config.stop_s, own_log)
}

/** A server for tests; logs only warnings unless LOG_LEVEL is set. */
interface TestServer {
  /** Reads only the settings that it uses, so that other invalid ones do not matter. */
  configOf(env: NodeJS.ProcessEnv): Config
  start(env: NodeJS.ProcessEnv, log: Logger): Promise<{ stop(): Promise<void>; greeting: string }>
}

async function serveForTests(options: string[], { configOf, start }: TestServer): Promise<void> {
  if (options.length > 0) throw new Error(`Unknown option: ${options[0]}. This command has no options.`)
  const config = configOf(process.env)
  const log = createLog(process.env.LOG_LEVEL === undefined ? 'warn' : config.log_level)
  endWithBugs(log)
  const server = await start(process.env, log)
  console.log(server.greeting)
  stopWhenAsked(server, config.stop_s, log)
}

/**
 * Errors are caught wherever they can be handled, so this one is an unknown bug: memory may be in any state, but the
 * database is consistent, and a new process continues from it.
 */
function endWithBugs(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unexpected error: exiting')
      log.flush(() => process.exit(1))
    })
  }
}

/** The first signal finishes work in progress and then ends the process; a second one ends it immediately. */
function stopWhenAsked(server: Pick<Server, 'stop'>, stop_s: number, log: Logger): void {
  const end = (code: number): void => log.flush(() => process.exit(code))
  let asked_ms: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked_ms !== undefined) {
      if (performance.now() - asked_ms > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    asked_ms = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('shutdown timed out; unfinished jobs continue at the next start')
      end(1)
    }, stop_s * 1000).unref()
    server.stop().then(
      () => end(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed')
        end(1)
      },
    )
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}

/**
 * Loading leaves 40 MB of garbage, and V8 keeps it while there is little to do. Collecting it takes 50 ms, once
 * (docs/decisions/start.md). Called within a tick: code optimized for one kind of object is deoptimized if a collection
 * finds none of that kind alive, and without a live tick each later `nextTick` of this process would take ten times as long.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}
