// Our own SDK as users install it: built from the contract, packed, and unpacked next to a program that is compiled
// under strict.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildSdk } from '../../scripts/sdk/build.ts'
import { temporaryFolder } from './folder.ts'

/** Stricter than the settings of most users. */
const STRICT = {
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  skipLibCheck: false,
}

export interface PackedSdk {
  /** The folder in which a user's program is compiled and run. */
  folder: string
  /** The published files. */
  files: string[]
  remove: () => void
}

const run = (command: string, args: string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })

/** Packs sdk/ in a separate folder and compiles these programs against it. */
export async function packedSdk(programs: Record<string, string>): Promise<PackedSdk> {
  const home = temporaryFolder()
  const made = path.join(home, 'sdk')
  for (const part of ['package.json', 'README.md', 'tsconfig.json']) cpSync(`sdk/${part}`, path.join(made, part))
  cpSync('sdk/src', path.join(made, 'src'), { recursive: true, filter: file => !file.endsWith('generated') })
  await buildSdk(made, JSON.parse(readFileSync('generated/openapi.json', 'utf8')))
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--loglevel=error'], made))
  const folder = path.join(home, 'user')
  const installed = path.join(folder, 'node_modules')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', path.join(made, packed.filename), '-C', installed], home)
  cpSync(path.join(installed, 'package'), path.join(installed, 'lettermill-sdk'), { recursive: true })
  for (const types of ['@types/node', 'undici-types']) {
    mkdirSync(path.dirname(path.join(installed, types)), { recursive: true })
    symlinkSync(path.resolve('node_modules', types), path.join(installed, types))
  }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const [name, text] of Object.entries(programs)) writeFileSync(path.join(folder, name), text)
  return {
    folder,
    files: packed.files.map((file: { path: string }) => file.path),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Compiles the programs with the TypeScript of this package; throws its errors. */
export function compile({ folder }: PackedSdk, typescript: string): void {
  const names = { compilerOptions: STRICT, include: ['*.ts'] }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(names))
  const compiler = path.resolve('node_modules', typescript, 'bin/tsc')
  try {
    run(process.execPath, [compiler, '-p', folder], folder)
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error })
  }
}
