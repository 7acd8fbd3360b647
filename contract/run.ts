// Runs a command line in a folder as a user would type it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('node_modules/.bin', import.meta.url))
const AT_MOST_MS = 600_000

export interface Ended {
  code: number | null
  /** The standard output, and the whole output. */
  stdout: string
  output: string
}

/** Commands of the folder and of `contract/node_modules` take precedence over those of the machine. */
export async function run(line: string, cwd: string, env: Record<string, string> = {}): Promise<Ended> {
  const [program, ...words] = line.replace(/^openapi-generator-cli /, 'java -jar openapi-generator-cli.jar ').split(' ')
  const child = spawn(program!, words, {
    cwd,
    env: { ...process.env, ...env, PATH: [path.join(cwd, 'venv/bin'), BIN, process.env.PATH].join(path.delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: AT_MOST_MS,
  })
  let stdout = ''
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    stdout += part.toString()
    output += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: null, stdout, output: String(error) }))
    child.once('close', code => resolve({ code, stdout, output }))
  })
}

/** The programs that are not installed. */
export function missing(programs: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return programs.filter(name => !folders.some(folder => existsSync(path.join(folder, name))))
}
