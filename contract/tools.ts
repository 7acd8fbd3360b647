// The third-party tools that read the contract: the command that generates a client with good names, and the one that
// compiles it.
import { readFileSync } from 'node:fs'

export interface Linter {
  id: string
  version: string
  /** The command as typed next to openapi.json. It must report nothing at all. */
  command: string
  /** Files of this folder that the tool reads. */
  files: string[]
  /** The output without errors and warnings. */
  clean: RegExp
}

export interface Tool {
  id: string
  language: 'TypeScript' | 'Python' | 'Go' | 'Java'
  version: string
  /** The command as typed next to openapi.json. */
  command: string
  /** The note next to the command in the table. */
  note?: string
  /** Required programs besides Node. */
  needs: string[]
  /** The command that installs the tool, if it is not from npm. */
  before?: string[]
  /** The command that compiles the client and the driver in `contract/<id>`. */
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

/** The version in a lock file. */
function pinned(name: string, lock: keyof typeof locks = 'contract'): string {
  const found = locks[lock][`node_modules/${name}`]
  if (!found) throw new Error(`no lock file of the ${lock} pins ${name}`)
  return found.version
}

/** Compiled under `strict` with the most common version of TypeScript and with the newest. */
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
    note: 'requires a `tsconfig.json` in the same folder, which determines the file extensions of imports',
  },
  {
    ...TYPESCRIPT,
    id: 'orval',
    version: pinned('orval'),
    command: 'orval --config orval.config.js',
    note: 'with [this configuration](../contract/orval/orval.config.js), because the URL of a self-hosted server is not a constant',
  },
  {
    ...TYPESCRIPT,
    id: 'swagger-typescript-api',
    version: pinned('swagger-typescript-api'),
    command:
      'swagger-typescript-api generate --path openapi.json --output . --name api.ts --enum-style=union --disable-throw-on-error',
    note: 'the options generate unions instead of enums, and return errors as typed responses',
  },
]
