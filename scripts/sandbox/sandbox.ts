// The server as a sandbox: with a temporary database, predictable keys and ids, and a clock that can be moved. It sends
// nothing except requests of automations to allowed networks. Each reset starts a new server from the same initial
// data.
import { copyFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { clearGraphCache } from '../../src/campaigns/automations/store/automations.ts'
import { type Config, readConfig } from '../../src/base/config/config.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { fromOwnPagesOnly } from './own-origin.ts'
import { httpServer, type HttpServer } from '../../src/base/net/http-server.ts'
import { refusal } from '../../src/base/text/refusal.ts'
import { type ServerOptions, type Server, serve, startServer } from '../../src/app/server.ts'
import type { SettingName } from '../../src/base/config/settings.ts'
import { removeDatabase } from '../../src/base/store/files.ts'
import { ADMIN, createSandboxData, Examples, FULL_KEY, idLists } from './beginning.ts'
import { SandboxClock } from './clock.ts'
import { newFolder } from './folder.ts'
import { ExampleIds } from './ids.ts'
import { sandboxRoutes } from './routes.ts'
import { capturedOutcomes } from '../../src/mail/delivery/test-addresses.ts'
import { databaseFileOf } from '../../src/base/store/open.ts'

const PRETENCE = capturedOutcomes({ code: 250, reply_text: '250 2.0.0 Captured: the sandbox sends no email' })

const WORKED_WITHIN_MS = 30_000

/** Settings that a sandbox fixes, regardless of the environment. */
const FIXED = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BOOTSTRAP_API_KEY: FULL_KEY,
  DATABASE_URL: undefined,
  DELIVERY: 'capture',
  // as in the DNS records of the examples
  MAIL_HOST: 'mail.example.net',
  SMTP_URL: undefined,
  SMTP_RELAYS: undefined,
  SMTP_TLS: undefined,
  SMTP_CONNECTIONS: undefined,
  METRICS_PORT: undefined,
  SMTP_IN_PORT: undefined,
  SMTP_SUBMISSION_PORT: undefined,
  BACKUP_EVERY_HOURS: undefined,
  SQLITE_CHECKPOINTS: undefined,
  CAPTURED_RETENTION_DAYS: '0',
  // the request in the examples has a date in the past
  LOG_RETENTION_DAYS: '3650',
} satisfies Partial<Record<SettingName, string | undefined>>

type Life = Omit<Server, 'port'>

export interface Sandbox {
  port: number
  url: string
  stop(): Promise<void>
}

export interface SandboxOptions extends Pick<ServerOptions, 'onAnswer'> {
  /** The time limit for advancing the clock. */
  worked_within_ms?: number
}

export function sandboxConfig(env: Record<string, string | undefined>): Config {
  return readConfig({ ...env, ...FIXED })
}

/** `env`: `PORT`, `HOST`, `PUBLIC_URL` and other settings that a sandbox does not fix. */
export async function startSandbox(
  env: Record<string, string | undefined>,
  log: Logger,
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const front = httpServer(error => log.error({ err: error }, 'connection failed'))
  const port = await front.listen(sandboxConfig(env))
  const folder = newFolder()
  try {
    const config = sandboxConfig({ ...env, PORT: String(port), DATA_DIR: folder.path })
    const lives = new Lives(front, config, log, options)
    await lives.prepare()
    const stop = async (): Promise<void> => {
      await lives.end()
      await front.close(0)
      folder.remove()
    }
    return { port, url: config.public_url, stop }
  } catch (error) {
    await front.close(0)
    folder.remove()
    throw error
  }
}

class Lives {
  readonly #front: HttpServer
  readonly #config: Config
  readonly #log: Logger
  readonly #options: SandboxOptions
  readonly #beginning: string
  #ids: ExampleIds | undefined
  #clock = new SandboxClock()
  #life: Life | undefined
  /** Changes of the clock and resets run in sequence. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(front: HttpServer, config: Config, log: Logger, options: SandboxOptions) {
    // outlives the servers behind it; requests wait for the next server
    this.#front = { ...front, close: async () => front.hold() }
    this.#config = config
    this.#log = log
    this.#options = options
    this.#beginning = path.join(config.data_dir, 'beginning.db')
  }

  get database(): Life['database'] {
    return this.#life!.database
  }

  readonly now = (): Date => this.#clock.now()

  /** Creates the initial database, and starts the first server. */
  async prepare(): Promise<void> {
    const examples = new Examples(readDocument())
    const ids = new ExampleIds(idLists(examples))
    const { now, elapsed_ms } = this.#clock
    const config = { ...this.#config, host: '127.0.0.1', port: 0, ...databaseAt(this.#beginning) }
    const server = await startServer(config, this.#log, { ids, now, elapsed_ms, pretence: PRETENCE })
    try {
      await createSandboxData(server, examples, now)
    } finally {
      await server.stop()
    }
    this.#ids = ids
    await this.#begin(this.#copied())
  }

  /** Restores the initial state. */
  reset(): Promise<void> {
    return this.#inTurn(async () => {
      const copy = this.#copied()
      await this.#life!.stop()
      await this.#begin(copy)
    })
  }

  /** Sets the clock. When it advances, due jobs run at their scheduled times. */
  putClock(to: (now: Date) => Date): Promise<void> {
    return this.#inTurn(async () => {
      const clock = this.#clock
      clock.stand()
      try {
        const target = to(clock.now())
        await this.#workUntil(target)
      } finally {
        clock.run()
      }
    })
  }

  end(): Promise<void> {
    return this.#inTurn(() => this.#life!.stop())
  }

  async #workUntil(target: Date): Promise<void> {
    const { queue } = this.#life!
    const clock = this.#clock
    const began_ms = performance.now()
    const { worked_within_ms = WORKED_WITHIN_MS } = this.#options
    const idle = (): Promise<void> => {
      const left_ms = Math.max(0, began_ms + worked_within_ms - performance.now())
      return within(left_ms, queue.idle(), () => tooMuch(clock.now()))
    }
    for (;;) {
      await idle()
      const due = await queue.nextDue()
      if (due === undefined || due > target || !queue.isRunning()) break
      if (due > clock.now()) clock.set(due)
    }
    clock.set(target)
    await idle()
  }

  /** If there is no room for another database, the current one stays in use. */
  #copied(): string {
    const copy = `${this.#beginning}.copy`
    copyFileSync(this.#beginning, copy)
    return copy
  }

  async #begin(copy: string): Promise<void> {
    const filename = databaseFileOf(this.#config.database_url)
    removeDatabase(filename)
    clearGraphCache()
    renameSync(copy, filename)
    this.#clock = new SandboxClock()
    const { now, elapsed_ms } = this.#clock
    const doors = [fromOwnPagesOnly(this.#config.public_url), sandboxRoutes(this)]
    const ids = this.#ids!.copy()
    const { onAnswer } = this.#options
    const own = { ids, now, elapsed_ms, doors, pretence: PRETENCE, isolated: true }
    const options = { ...(onAnswer && { onAnswer }), ...own }
    this.#life = await serve({ main: this.#front, metrics: undefined }, this.#config, this.#log, options)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }
}

function databaseAt(database_file: string): Pick<Config, 'database_file' | 'database_url'> {
  return { database_file, database_url: `sqlite:${database_file}` }
}

function tooMuch(now: Date): Error {
  const words = `Not all jobs ran in time. The clock is at ${now.toISOString()}. Advance it again.`
  return refusal('service_unavailable', words)
}

async function within<T>(ms: number, work: Promise<T>, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
