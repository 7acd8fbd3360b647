// The tools of others that take the contract: how each is asked for a client with good names, and how that is compiled.
import { readFileSync } from 'node:fs'

export interface Linter {
  id: string
  version: string
  /** As it is typed beside openapi.json; it must find nothing at all. */
  command: string
  /** Of this folder, the files that it reads. */
  files: string[]
  /** What it prints when there is neither an error nor a warning. */
  clean: RegExp
}

export interface Tool {
  id: string
  language: 'TypeScript' | 'Python' | 'Go' | 'Java'
  version: string
  /** As it is typed beside openapi.json. */
  command: string
  /** What the table says beside the command. */
  note?: string
  /** Programs that must be on the machine beside Node. */
  needs: string[]
  /** What brings the tool itself, where npm does not. */
  before?: string[]
  /** What makes a program of the client and the driver in `contract/<id>`. */
  compile: string[]
  run: string
}

const locks = {
  project: readLock('../package-lock.json'),
  contract: readLock('./package-lock.json'),
}

function readLock(file: string): Record<string, { version: string }> {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).packages
}

/** The version that a lock file pins. */
function pinned(name: string, lock: keyof typeof locks = 'contract'): string {
  const found = locks[lock][`node_modules/${name}`]
  if (!found) throw new Error(`no lock file of the ${lock} pins ${name}`)
  return found.version
}

/** Compiled under `strict` with the TypeScript that most have and with the newest. */
const TYPESCRIPT: Pick<Tool, 'language' | 'needs' | 'compile' | 'run'> = {
  language: 'TypeScript',
  needs: [],
  compile: ['tsc -p .', 'node newest/bin/tsc -p . --noEmit'],
  run: 'node dist/drive.js',
}

export const redocly: Linter = {
  id: 'redocly',
  version: pinned('@redocly/cli', 'project'),
  command: 'redocly lint --config redocly.yaml --format json openapi.json',
  files: ['redocly.yaml', '.redocly.lint-ignore.yaml'],
  clean: /"errors": 0,\s+"warnings": 0,/,
}

export const linters: Linter[] = [
  redocly,
  {
    id: 'spectral',
    version: pinned('@stoplight/spectral-cli'),
    command: 'spectral lint --ruleset spectral.yaml --fail-severity hint openapi.json',
    files: ['spectral.yaml'],
    clean: /No results with a severity of 'hint' or higher found/,
  },
]

export const npmTools: Tool[] = [
  {
    ...TYPESCRIPT,
    id: 'openapi-typescript',
    version: `${pinned('openapi-typescript')} with openapi-fetch ${pinned('openapi-fetch')}`,
    command: 'openapi-typescript openapi.json --output api.ts',
  },
  {
    ...TYPESCRIPT,
    id: 'hey-api',
    version: pinned('@hey-api/openapi-ts'),
    command: 'openapi-ts --input openapi.json --output client --client @hey-api/client-fetch',
    note: 'needs a `tsconfig.json` beside it to choose the endings of imports',
  },
  {
    ...TYPESCRIPT,
    id: 'orval',
    version: pinned('orval'),
    command: 'orval --config orval.config.js',
    note: 'with [this configuration](../contract/orval/orval.config.js), as the address of a server of your own is no constant',
  },
  {
    ...TYPESCRIPT,
    id: 'swagger-typescript-api',
    version: pinned('swagger-typescript-api'),
    command:
      'swagger-typescript-api generate --path openapi.json --output . --name api.ts --enum-style=union --disable-throw-on-error',
    note: 'so that literals are unions, and errors are answers with a type',
  },
]
