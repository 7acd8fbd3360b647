// The log of a process whose output is not read, or no longer read.
import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'

const LINES = 50_000
/** Writes more than fits into the buffer, reports it, and ends when the buffer is written. */
const WRITES_MUCH = `
  import { createLog } from './src/base/runtime/log.ts'
  const log = createLog('info')
  const words = 'x'.repeat(1000)
  for (let at = 0; at < ${LINES}; at++) {
    log.info({ at, words })
    if (at % 100 === 0) await new Promise(setImmediate)
  }
  console.error('written')
  process.stdin.once('data', () => log.flush(() => process.exit(0)))
`

it('buffers a limited amount while no process reads it, drops the rest, and continues', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITES_MUCH])
  await new Promise(resolve => child.stderr.once('data', resolve))
  child.stdin.write('\n')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', part => (said += part))
  const code = await new Promise(resolve => child.once('close', resolve))
  expect(code).toBe(0)
  const numbers = said
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).at as number)
  expect(numbers.length).toBeGreaterThan(10_000)
  expect(said.length).toBeLessThan(20_000_000)
  expect(numbers.slice(0, 10_000)).toEqual(Array.from({ length: 10_000 }, (_, at) => at))
})

it('continues after its reader ended', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITES_MUCH])
  child.stdout.destroy()
  await new Promise(resolve => child.stderr.once('data', resolve))
  child.stdin.write('\n')
  expect(await new Promise(resolve => child.once('close', resolve))).toBe(0)
})
