// A bash process for tests of the commands in the documentation.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { expect } from 'vitest'

/** A shell that runs commands in sequence. */
export class Shell {
  readonly #bash: ChildProcess
  #said = ''

  constructor({ cwd, ...env }: { cwd?: string; NODE_PATH?: string } = {}) {
    const bin = path.dirname(process.execPath)
    this.#bash = spawn('bash', ['--norc', '--noprofile'], {
      ...(cwd !== undefined && { cwd }),
      env: { PATH: `${bin}:${process.env.PATH}`, ...env },
    })
    for (const stream of [this.#bash.stdout!, this.#bash.stderr!]) {
      stream.on('data', (part: Buffer) => (this.#said += part.toString()))
    }
    // interactive shells expand aliases by default
    this.#bash.stdin!.write('shopt -s expand_aliases\n')
  }

  /** Runs the commands and returns their output. */
  async run(commands: string): Promise<string> {
    this.#said = ''
    this.#bash.stdin!.write(`${commands}\necho "[$?] done"\n`)
    await expect.poll(() => this.#said).toMatch(/\[\d+\] done\n/)
    return this.#said
  }

  /** Waits until the output contains the text, ignoring case. */
  async says(text: string): Promise<void> {
    await expect.poll(() => this.#said.toLowerCase()).toContain(text.toLowerCase())
  }

  end(): void {
    this.#bash.stdin!.end()
  }
}
