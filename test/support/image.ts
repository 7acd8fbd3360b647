// Executes the Dockerfile without Docker: its instructions run in a bare folder, as far as files and npm are concerned.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './folder.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

export interface Instruction {
  name: string
  /** The instruction on one line. */
  text: string
}

export interface Stage {
  from: string
  name: string | undefined
  instructions: Instruction[]
}

export function readDockerfile(): Stage[] {
  const lines = readFileSync(path.join(PROJECT, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
  const stages: Stage[] = []
  for (const line of lines.split('\n').filter(each => each.trim() !== '')) {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [from, , stage] = text!.split(/\s+/)
      stages.push({ from: from!, name: stage, instructions: [] })
    } else stages.at(-1)!.instructions.push({ name: name!, text: text!.trim() })
  }
  return stages
}

/** The arguments of the last instruction with this name. */
export function argumentsOf({ instructions }: Stage, name: string): string | undefined {
  return instructions.findLast(each => each.name === name)?.text
}

/** The words of an instruction in exec form, which is not passed to a shell. */
export function execForm(text: string): string[] {
  return JSON.parse(text.replace(/^.*?CMD\s+(?=\[)/, '')) as string[]
}

export function envOf(stage: Stage): Record<string, string> {
  const pairs = stage.instructions.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/\s+/))
  return Object.fromEntries(pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Whether a path is part of the build context: .dockerignore excludes everything and then lists exceptions. */
export function isInContext(name: string): boolean {
  const [all, ...allowed] = readFileSync(path.join(PROJECT, '.dockerignore'), 'utf8').trim().split('\n')
  if (all !== '*' || allowed.some(each => !each.startsWith('!')))
    throw new Error('.dockerignore is no list of what is allowed')
  const within = `${path.posix.normalize(name)}/`
  return allowed.some(each => within.startsWith(`${each.slice(1)}/`))
}

/**
 * How packages are installed: copied from the tests' node_modules according to the lock file, or with the commands of
 * the Dockerfile.
 */
export type Install = 'copied' | 'commands'

export interface Image {
  folder: string
  /** The working directory of the last stage. */
  workdir: string
  env: Record<string, string>
  /** Runs a command like the image: with its environment, in a read-only folder, as a user without privileges. */
  run(words: string[], env?: Record<string, string>): ChildProcess
  /** The files of the image except packages. */
  files(): string[]
  remove(): void
}

export function buildImage(install: Install): Image {
  const folder = temporaryFolder()
  const stages = readDockerfile()
  for (const [index, stage] of stages.entries()) makeStage(stages, stage, path.join(folder, String(index)), install)
  const last = stages.at(-1)!
  const root = path.join(folder, String(stages.length - 1))
  const workdir = path.join(root, argumentsOf(last, 'WORKDIR')!)
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, path.join(bin, 'node'))
  for (const each of [folder, ...everything(root)]) if (!lstatSync(each).isSymbolicLink()) chmodSync(each, modeOf(each))
  const env = { ...envOf(last), PATH: `${bin}:${process.env.PATH}` }
  return {
    folder,
    workdir,
    env,
    run: (words, more = {}) => asNobody(words, { cwd: workdir, env: { ...env, ...more }, stdio: 'pipe' }),
    files: () =>
      everything(root)
        .filter(each => !each.includes('node_modules'))
        .map(each => path.relative(root, each)),
    remove: () => {
      for (const each of everything(folder)) if (lstatSync(each).isDirectory()) chmodSync(each, 0o755)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeStage(stages: Stage[], { instructions }: Stage, root: string, install: Install): void {
  let workdir = root
  mkdirSync(root, { recursive: true })
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') mkdirSync((workdir = path.join(root, text)), { recursive: true })
    if (name === 'COPY') copy(stages, root, workdir, text.split(/\s+/))
    if (name === 'RUN' && text.startsWith('npm ')) {
      if (install === 'copied') copyPackages(workdir, text)
      else runHere(text, workdir)
    }
  }
}

/** `COPY [--from=stage] source... target`. Copies the content of a folder, like Docker. */
function copy(stages: Stage[], root: string, workdir: string, words: string[]): void {
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined
  const stage = stages.findIndex(({ name }) => name === from)
  const source = from === undefined ? PROJECT : path.join(path.dirname(root), String(stage))
  const target = path.resolve(workdir, words.pop()!)
  for (const each of words) {
    if (from === undefined && !isInContext(each)) throw new Error(`${each} is not in the build's context`)
    const found = path.join(source, each)
    const to = lstatSync(found).isDirectory() ? target : path.join(target, path.basename(each))
    cpSync(found, to, { recursive: true, verbatimSymlinks: true })
  }
}

interface Locked {
  dev?: true
  optional?: true
  devOptional?: true
}

/** Copies the packages that such an `npm ci` would install. */
function copyPackages(workdir: string, command: string): void {
  const { packages } = JSON.parse(readFileSync(path.join(workdir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const words = command.split(/\s+/)
  if (words[1] !== 'ci') throw new Error(`${command} installs something else than the lock file says`)
  const isLeftOut = ({ dev, optional, devOptional }: Locked): boolean =>
    (words.includes('--omit=dev') && (dev === true || devOptional === true)) ||
    (words.includes('--omit=optional') && optional === true)
  for (const [name, locked] of Object.entries(packages)) {
    if (name === '' || isLeftOut(locked) || !existsSync(path.join(PROJECT, name))) continue
    const nested = path.join(PROJECT, name, 'node_modules')
    const filter = (source: string): boolean => !source.startsWith(nested)
    cpSync(path.join(PROJECT, name), path.join(workdir, name), { recursive: true, filter })
  }
}

function runHere(command: string, cwd: string): void {
  const { status, stderr } = spawnSync(command, { cwd, shell: true, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stderr}`)
}

/** Readable by all users and writable by none. */
function modeOf(file: string): number {
  return lstatSync(file).isDirectory() ? 0o555 : 0o444
}

function everything(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true }).map(each => path.join(folder, String(each)))].toSorted()
}

/** Drops the privileges of root, because root may do everything. */
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set', '-all', '--inh-caps', '-all', '--no-new-privs']

function asNobody(words: string[], options: SpawnOptions): ChildProcess {
  const [command, ...args] = [...(process.getuid?.() === 0 ? WITHOUT_RIGHTS : []), ...words]
  return spawn(command!, args, options)
}
