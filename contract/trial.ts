// Tests one tool with the contract: a linter must report nothing; a generator writes a client, which is compiled with a
// driver that sends the five requests to a server of this checkout.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inOpenApi30 } from '../src/interfaces/docs/openapi-30.ts'
import { CALLS, type Call, judge, prepare } from './calls.ts'
import { run } from './run.ts'
import type { Linter, Tool } from './tools.ts'

export interface Outcome {
  id: string
  version: string
  /** The reason for a failure; `undefined` if the tool passed. */
  fault?: string
  compiles?: boolean
  calls?: Record<Call, boolean>
  seconds: number
}

type Result = Omit<Outcome, 'id' | 'version' | 'seconds'>

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Copies the contract to a new folder, as a user of the generator has it, with additional files from this folder. */
function workFolder(files: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-contract-'))
  const contract = readFileSync(here('../generated/openapi.json'), 'utf8')
  writeFileSync(path.join(folder, 'openapi.json'), contract)
  writeFileSync(path.join(folder, 'openapi-3.0.json'), JSON.stringify(inOpenApi30(JSON.parse(contract)), null, 2))
  for (const file of files) cpSync(here(file), path.join(folder, path.basename(file)), { recursive: true })
  return folder
}

async function timed({ id, version }: { id: string; version: string }, tried: () => Promise<Result>): Promise<Outcome> {
  const began = performance.now()
  const result = await tried()
  return { id, version, ...result, seconds: (performance.now() - began) / 1000 }
}

export function tryLinter(linter: Linter): Promise<Outcome> {
  return timed(linter, async () => {
    const folder = workFolder(linter.files)
    const { code, output } = await run(linter.command, folder)
    rmSync(folder, { recursive: true })
    return code === 0 && linter.clean.test(output) ? {} : { fault: output }
  })
}

export function tryTool(tool: Tool): Promise<Outcome> {
  return timed(tool, async () => {
    const folder = workFolder([])
    cpSync(here(tool.id), folder, { recursive: true })
    if (tool.language === 'TypeScript') writeTypeScriptProject(folder)
    const result = await generateAndCall(tool, folder)
    if (result.fault === undefined) rmSync(folder, { recursive: true })
    else result.fault += `\n(the output is in ${folder})`
    return result
  })
}

/** Files that a plain TypeScript project has besides its sources. */
function writeTypeScriptProject(folder: string): void {
  cpSync(here('client.tsconfig.json'), path.join(folder, 'tsconfig.json'))
  cpSync(here('report.ts'), path.join(folder, 'report.ts'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n')
  symlinkSync(here('node_modules'), path.join(folder, 'node_modules'), 'junction')
  symlinkSync(here('../node_modules/typescript'), path.join(folder, 'newest'), 'junction')
}

async function generateAndCall(tool: Tool, folder: string): Promise<Result> {
  for (const line of [...(tool.before ?? []), tool.command]) {
    const { code, output } = await run(line, folder)
    if (code !== 0) return { fault: `${line}\n${output}` }
  }
  for (const line of tool.compile) {
    const { code, output } = await run(line, folder)
    if (code !== 0) return { compiles: false, fault: `${line}\n${output}` }
  }
  return { compiles: true, ...(await callServer(tool.run, folder)) }
}

async function callServer(line: string, folder: string): Promise<Result> {
  const { env, stop } = await prepare()
  try {
    const { code, stdout, output } = await run(line, folder, env)
    const printed = stdout.split('\n').findLast(text => text.startsWith('{'))
    if (code !== 0 || !printed) return { fault: `${line}\n${output}` }
    const calls = judge(JSON.parse(printed), env.AUTOMATION_ID)
    const wrong = CALLS.filter(call => !calls[call])
    return { calls, ...(wrong.length > 0 && { fault: `wrong: ${wrong.join(', ')}\n${printed}` }) }
  } finally {
    await stop()
  }
}
