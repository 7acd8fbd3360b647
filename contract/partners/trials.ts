// One trial per tester: its requirements, and its result for the contract and our server.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type Json, methodsOf } from '../../scripts/openapi.ts'
import { FULL_KEY } from '../../scripts/sandbox/beginning.ts'
import { startSandbox } from '../../scripts/sandbox/sandbox.ts'
import { inOpenApi30 } from '../../src/interfaces/docs/openapi-30.ts'
import { startServer } from '../../test/support/server.ts'
import { freePort } from '../../test/support/port.ts'
import { tryPrism } from './prism.ts'
import { leaveOutLongPatterns, writeExamples } from './specmatic.ts'
import { has, here, run } from './tools.ts'

export interface Trial {
  id: string
  /** The missing requirement; `undefined` if the tester can run. */
  missing: () => string | undefined
  /** Runs in a folder of its own, with the contract and the configuration. Returns a sentence about the result. */
  run: (folder: string) => Promise<Verdict>
}

export interface Verdict {
  good: boolean
  words: string
  /** The output, if the result is not good. */
  output: string
}

/** A new sandbox for each tester, which contains the ids of the examples. */
async function withSandbox<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await startSandbox({ PORT: String(await freePort()) }, pino({ level: 'silent' }))
  try {
    return await work(url)
  } finally {
    await stop()
  }
}

const found = (output: string, pattern: RegExp): string => pattern.exec(output)?.[0] ?? 'unknown'

async function trySpecmatic(folder: string): Promise<Verdict> {
  const count = writeExamples(path.join(folder, 'examples'), FULL_KEY)
  leaveOutLongPatterns(path.join(folder, 'openapi.json'))
  const jar = here('node_modules/specmatic/specmatic.jar')
  const { code, output } = await withSandbox(url =>
    run('java', ['-jar', jar, 'test', '--strict', `--testBaseURL=${url}`, '--examples=examples'], folder),
  )
  const words = found(output, /Tests run: \d+, Successes: \d+, Failures: \d+/)
  return { good: code === 0 && words.endsWith(`Successes: ${count}, Failures: 0`), words, output }
}

/** The messages for successful responses and their minimum number, because the tester also counts skipped ones. */
const DREDD_MIN = 65

async function tryDredd(folder: string): Promise<Verdict> {
  const dredd = here('node_modules/dredd/bin/dredd')
  const options = ['--hookfiles=./dredd-hooks.cjs', '--loglevel=warning']
  const { code, output } = await withSandbox(url =>
    run(process.execPath, [dredd, 'openapi-3.0.json', url, ...options], folder),
  )
  const result = found(output, /\d+ passing, \d+ failing, \d+ errors/)
  return { good: code === 0 && Number.parseInt(result, 10) >= DREDD_MIN, words: result, output }
}

async function trySchemathesis(folder: string): Promise<Verdict> {
  const server = await startServer()
  try {
    const words = ['run', 'openapi.json', '--url', server.url, '-H', `Authorization: Bearer ${server.key}`]
    const options = ['--phases', 'examples,coverage,fuzzing,stateful', '--seed', '1', '--continue-on-failure']
    const { code, output } = await run('schemathesis', [...words, ...options], folder)
    return { good: code === 0, words: found(output, /\d+ generated, .*/), output }
  } finally {
    await server.stop()
  }
}

export const TRIALS: readonly Trial[] = [
  { id: 'prism', missing: () => undefined, run: tryPrism },
  { id: 'dredd', missing: () => undefined, run: tryDredd },
  { id: 'specmatic', missing: () => (has('java', '-version') ? undefined : 'Java 17 or newer'), run: trySpecmatic },
  {
    id: 'schemathesis',
    missing: () =>
      has('schemathesis', '--version') ? undefined : 'schemathesis 4.32.5 (pip install schemathesis==4.32.5)',
    run: trySchemathesis,
  },
]

/** The contract without streaming operations, because testers wait for the end of a response. */
function finiteContract(): Json {
  const document: Json = JSON.parse(readFileSync(here('../../generated/openapi.json'), 'utf8'))
  for (const { method, path: at, operation } of methodsOf(document))
    if (operation['x-endless']) delete document.paths[at][method]
  return document
}

export async function tryOne({ run }: Trial): Promise<Verdict> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-partner-'))
  const contract = finiteContract()
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(contract))
  writeFileSync(path.join(folder, 'openapi-3.0.json'), JSON.stringify(inOpenApi30(contract)))
  for (const name of ['specmatic.yaml', 'schemathesis.toml', 'dredd-hooks.cjs']) {
    cpSync(here(name), path.join(folder, name))
  }
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
