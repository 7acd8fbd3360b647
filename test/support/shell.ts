// A bash for tests of what the documentation tells people to type.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { expect } from 'vitest'

/** A shell that commands are typed into one after the other. */
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
    // in a shell that somebody types into, this is on
    this.#bash.stdin!.write('shopt -s expand_aliases\n')
  }

  /** What the commands printed. */
  async run(commands: string): Promise<string> {
    this.#said = ''
    this.#bash.stdin!.write(`${commands}\necho "[$?] done"\n`)
    await expect.poll(() => this.#said).toMatch(/\[\d+\] done\n/)
    return this.#said
  }

  /** Waits until they have printed this, in whatever case. */
  async says(text: string): Promise<void> {
    await expect.poll(() => this.#said.toLowerCase()).toContain(text.toLowerCase())
  }

  end(): void {
    this.#bash.stdin!.end()
  }
}
