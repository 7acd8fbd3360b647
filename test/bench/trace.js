// Loaded into a server in addition to usage.js: counts and records its SQLite statements, file system calls,
// allocations and garbage collections. Each of these is started by a message, so that they do not disturb each other.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import SQLite from 'better-sqlite3'

const PRAGMAS = ['journal_mode', 'synchronous', 'foreign_keys', 'cache_size', 'temp_store']

/** Since the last report, each with the kind of transaction it ran in. */
let executions = []
let commits = 0
/** The names of the node:fs functions that were called. */
let files = []
let transaction = ''
let driver
let profiler
let collect

const answers = {
  trace() {
    if (!driver) install()
    reset()
    return { tracing: true }
  },
  /** The trace since the last call. Serialized by V8, because parameters may be buffers. */
  traced() {
    const pragmas = driver && Object.fromEntries(PRAGMAS.map(name => [name, driver.pragma(name, { simple: true })]))
    const traced = v8.serialize({ executions, commits, files, pragmas }).toString('base64')
    reset()
    return { traced }
  },
  /**
   * The bytes in use after a collection of the young generation. Because that is never full, they only grow until the
   * next call.
   */
  collect() {
    v8.setFlagsFromString('--expose-gc')
    collect ??= runInNewContext('gc')
    collect({ type: 'minor' })
    return answers.used()
  },
  used: () => ({ used: v8.getHeapStatistics().used_heap_size }),
  profile() {
    profiler = new v8.GCProfiler()
    profiler.start()
    return { profiling: true }
  },
  /** The kinds of the collections since `profile`. */
  collections: () => ({ collections: profiler.stop().statistics.map(({ gcType }) => gcType) }),
}

process.on('message', message => {
  if (Object.hasOwn(answers, message)) process.send?.(answers[message]())
})

function reset() {
  executions = []
  commits = 0
  files = []
}

function install() {
  const memory = new SQLite(':memory:')
  const prototype = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  for (const method of ['get', 'all', 'run']) {
    const original = prototype[method]
    prototype[method] = function (...args) {
      const result = original.apply(this, args)
      driver = this.database
      record(this, method, args[0] ?? [], result)
      return result
    }
  }
  for (const owner of [fs, fs.promises]) {
    for (const [name, original] of Object.entries(owner)) {
      if (typeof original !== 'function' || /^[A-Z_]/.test(name)) continue
      const counted = function (...args) {
        files.push(name)
        return original.apply(this, args)
      }
      owner[name] = Object.defineProperties(counted, Object.getOwnPropertyDescriptors(original))
    }
  }
  syncBuiltinESMExports()
}

function record({ source: sql, readonly }, method, parameters, result) {
  if (sql.startsWith('begin')) transaction = sql
  else if (sql === 'commit') {
    // reads share transactions, too, but write nothing
    if (transaction === 'begin immediate') commits++
  } else if (!/^pragma/i.test(sql)) {
    const rows = method === 'run' ? result.changes : method === 'all' ? result.length : Number(result !== undefined)
    executions.push({ sql, method, transaction, parameters: [...parameters], rows, writes: !readonly })
  }
}
