// Builds the SDK as a package that can be published: the generated client and the handwritten layer, compiled.
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from '../openapi.ts'
import { generateClient } from './generate-client.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Builds `dist` of the package in this folder, which contains the handwritten sources. */
export async function buildSdk(folder: string, contract: Json): Promise<void> {
  await generateClient(contract, path.join(folder, 'src/generated'))
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true })
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'))
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The SDK does not compile:\n${stdout}`)
}
