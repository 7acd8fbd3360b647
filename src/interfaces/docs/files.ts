// Serves files for programs: the contract (/openapi.json, /openapi.yaml, and /openapi-3.0.json for tools that do not
// support 3.1), and how to write documents of the editor (/api/agent/prompt).
import { readFile } from 'node:fs/promises'
import type { Middleware } from 'koa'
import { Threads } from '../../base/threads/pool.ts'
import { threadTask } from '../../base/threads/tasks.ts'
import { EDITOR_PROMPT } from '../../campaigns/editor/prompt.ts'
import { type StaticFile, staticFiles } from '../http/static-files.ts'
import type * as contract_texts from './contract-texts.ts'

const GENERATED = new URL('../../../generated/openapi.json', import.meta.url)
const TEXTS = new URL('./contract-texts.ts', import.meta.url)

const threads = new Threads({ size: 1, waiting_max: 10 })
const LIMIT_MS = 30_000

const inThread = (name: keyof typeof contract_texts): Promise<string> =>
  threads.run(threadTask<typeof contract_texts, typeof name>(TEXTS, name), [], { limit_ms: LIMIT_MS })

const COMMON = { policy: "default-src 'none'", is_open: true }

const FILES = new Map<string, StaticFile>([
  ['/openapi.json', { ...COMMON, type: 'application/json', make: () => readFile(GENERATED) }],
  ['/openapi-3.0.json', { ...COMMON, type: 'application/json', make: () => inThread('openApi30Text') }],
  ['/api/agent/prompt', { ...COMMON, type: 'application/json', make: () => JSON.stringify(EDITOR_PROMPT) }],
  ['/openapi.yaml', { ...COMMON, type: 'application/yaml', make: () => inThread('yamlText') }],
])

export const docsRoutes: Middleware = staticFiles(FILES)
