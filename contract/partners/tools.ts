// The third-party testers and their commands. Each of them represents partners who use it.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Whether a program is installed. */
export function has(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0
}

export interface Ended {
  code: number | null
  output: string
}

const AT_MOST_MS = 900_000

export function run(program: string, words: string[], cwd: string): Promise<Ended> {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: AT_MOST_MS })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: null, output: String(error) }))
    child.once('close', code => resolve({ code, output }))
  })
}
