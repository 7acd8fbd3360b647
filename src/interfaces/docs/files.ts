// Serves files for programs: the contract (/openapi.json, /openapi.yaml, and /openapi-3.0.json for tools that do not
// support 3.1), and how to write documents of the editor (/api/agent/prompt).
import { readFile } from 'node:fs/promises'
import type { Middleware } from 'koa'
import { EDITOR_PROMPT } from '../../campaigns/editor/prompt.ts'
import { type StaticFile, staticFiles } from '../http/static-files.ts'

const GENERATED = new URL('../../../generated/openapi.json', import.meta.url)
const GENERATED_30 = new URL('../../../generated/openapi-3.0.json', import.meta.url)

/** Loads the YAML package with the first request for YAML, which is rare. */
async function yaml(): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(JSON.parse(await readFile(GENERATED, 'utf8')))
}

const COMMON = { policy: "default-src 'none'", is_open: true }

const FILES = new Map<string, StaticFile>([
  ['/openapi.json', { ...COMMON, type: 'application/json', make: () => readFile(GENERATED) }],
  ['/openapi-3.0.json', { ...COMMON, type: 'application/json', make: () => readFile(GENERATED_30) }],
  ['/api/agent/prompt', { ...COMMON, type: 'application/json', make: () => JSON.stringify(EDITOR_PROMPT) }],
  ['/openapi.yaml', { ...COMMON, type: 'application/yaml', make: yaml }],
])

export const docsRoutes: Middleware = staticFiles(FILES)
