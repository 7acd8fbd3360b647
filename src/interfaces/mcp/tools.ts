// The tools of /mcp. They are generated together with the contract (scripts/contract/tools.ts) and read at the first
// request to /mcp, so that the start and all other requests do not need them.
import { readFileSync } from 'node:fs'
import type { OperationId } from '../../../generated/api.ts'
import type { Caller } from '../../base/operation/operation.ts'
import { formatScopes, sufficientScopes } from '../../base/operation/scope.ts'
import type { Scope } from '../../../generated/scopes.ts'

/** Hints for a client that asks the user before some calls. */
export interface ToolAnnotations {
  title: string
  readOnlyHint: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint: boolean
}

export interface GeneratedTool {
  /** The form for clients. */
  tool: {
    name: string
    title: string
    description: string
    inputSchema: object
    annotations: ToolAnnotations
  }
  operation: OperationId
  /** The tag of the operation. */
  toolset: string
  /** The caller must have one of them. */
  scopes: readonly Scope[]
  method: string
  /** Contains its parameters in braces. */
  path: string
  /** The arguments that become query parameters. */
  query: readonly string[]
  /** The arguments that become headers. */
  headers: readonly (readonly [argument: string, header: string])[]
  /** The body is an object of the other arguments, or the list in the argument `items`. */
  body?: 'members' | 'items' | undefined
}

/** The filter of tools in a client's URL. */
export interface ToolFilter {
  toolsets: ReadonlySet<string> | undefined
  read_only: boolean
}

interface Tool extends GeneratedTool {
  /** Its JSON in a list. */
  json: string
  sufficient: ReadonlySet<Scope>
}

export interface ToolPage {
  /** The JSON of a list of tools. */
  tools: string
  next_cursor: string | undefined
}

const PAGE_LENGTH = 250
const TOOLS = new URL('../../../generated/tools.json', import.meta.url)

export function readTools(): Tools {
  return new Tools(JSON.parse(readFileSync(TOOLS, 'utf8')))
}

export class Tools {
  /** In the order of their names. */
  readonly #all: readonly Tool[]
  readonly #byName: ReadonlyMap<string, Tool>
  readonly #page_length: number
  /** Unfiltered pages, by the scopes for which they are visible. */
  readonly #pages = new Map<string, ToolPage[]>()
  readonly toolsets: ReadonlySet<string>

  constructor(written: readonly GeneratedTool[], page_length = PAGE_LENGTH) {
    this.#all = written.map(each => ({
      ...each,
      json: JSON.stringify(each.tool),
      sufficient: sufficientScopes(each.scopes),
    }))
    this.#byName = new Map(this.#all.map(each => [each.tool.name, each]))
    this.#page_length = page_length
    this.toolsets = new Set(written.map(({ toolset }) => toolset))
  }

  find(name: string, narrowing: ToolFilter): Tool | undefined {
    const found = this.#byName.get(name)
    return found && isWithin(found, narrowing) ? found : undefined
  }

  /** A page of the tools that the scopes allow; `undefined` for an unknown cursor. */
  page(scopes: readonly Scope[], narrowing: ToolFilter, cursor?: string): ToolPage | undefined {
    const pages = this.#pagesFor(scopes, narrowing)
    return cursor === undefined ? pages[0] : pages.find((_, index) => index > 0 && cursorOf(index) === cursor)
  }

  #pagesFor(scopes: readonly Scope[], narrowing: ToolFilter): ToolPage[] {
    if (narrowing.toolsets || narrowing.read_only) return this.#made(scopes, narrowing)
    const key = formatScopes(scopes)
    const known = this.#pages.get(key) ?? this.#made(scopes, narrowing)
    this.#pages.set(key, known)
    return known
  }

  #made(scopes: readonly Scope[], narrowing: ToolFilter): ToolPage[] {
    const shown = this.#all.filter(
      tool => scopes.some(scope => tool.sufficient.has(scope)) && isWithin(tool, narrowing),
    )
    const length = Math.max(1, Math.ceil(shown.length / this.#page_length))
    return Array.from({ length }, (_, index) => {
      const start = index * this.#page_length
      const tools = shown.slice(start, start + this.#page_length).map(({ json }) => json)
      return { tools: `[${tools.join(',')}]`, next_cursor: index + 1 < length ? cursorOf(index + 1) : undefined }
    })
  }
}

const cursorOf = (index: number): string => `page-${index + 1}`

function isWithin({ toolset, tool }: Tool, { toolsets, read_only }: ToolFilter): boolean {
  return (toolsets?.has(toolset) ?? true) && (!read_only || tool.annotations.readOnlyHint)
}

export function mayCall({ sufficient }: Pick<Tool, 'sufficient'>, { scopes }: Pick<Caller, 'scopes'>): boolean {
  return scopes.some(scope => sufficient.has(scope))
}
