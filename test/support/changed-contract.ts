// A copy of the product with changes in spec/ and nowhere else.
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './folder.ts'

/** The sources of the server and the contract. */
const PARTS = ['contract', 'docs', 'generated', 'scripts', 'spec', 'src']
const FILES = ['README.md', 'package.json', 'package-lock.json', 'tspconfig.yaml']

export interface ChangedProduct {
  folder: string
  /** Reads a file of the copy. */
  read(file: string): string
  /** Compiles the copy against the generated types; throws the compiler errors. */
  compile(): Promise<void>
  remove(): void
}

/** A file of spec/, a text that occurs in it once, and its replacement. */
export type Change = readonly [file: string, from: string, to: string]

/** Copies the product, changes its contract and regenerates everything that depends on it. */
export async function productWith(changes: readonly Change[]): Promise<ChangedProduct> {
  const folder = temporaryFolder()
  for (const part of [...PARTS, ...FILES]) cpSync(part, path.join(folder, part), { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
  for (const [file, from, to] of changes) {
    const parts = read(`spec/${file}`).split(from)
    if (parts.length !== 2) throw new Error(`spec/${file} does not have once: ${from}`)
    writeFileSync(path.join(folder, 'spec', file), parts.join(to))
  }
  await run(folder, 'node_modules/@typespec/compiler/cmd/tsp.js', 'compile', 'spec/main.tsp')
  await run(folder, 'scripts/generate.ts')
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src', 'generated'] }))
  return {
    folder,
    read,
    compile: () => run(folder, 'node_modules/typescript/bin/tsc', '--noEmit'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function run(cwd: string, ...words: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, words, { cwd })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${words.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}
