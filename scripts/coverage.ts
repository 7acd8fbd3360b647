// The coverage of the published API: docs/coverage.md for people, `x-unserved` in the contract for the router.
// spec/wire.json lists the published operations and their names in the published clients; the contract contains the
// served operations.
import { type Json, methodsOf } from './openapi.ts'

export interface WireOperation {
  method: string
  path: string
  /** SDK methods, CLI commands and MCP tools that send the operation. */
  sdk: string[]
  cli: string[]
  mcp: string[]
  /** The alternative while the operation is not served. */
  instead?: string
}

/** `get /emails/{email_id}` and `GET /emails/:id` are the same operation. */
export function shapeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}|:[^/]+/g, ':')}`
}

function servedShapes(document: Json): Set<string> {
  return new Set(methodsOf(document).map(({ method, path }) => shapeOf(method, path)))
}

/** The published operations that the contract lacks. */
export function unservedOperations(
  document: Json,
  wire: readonly WireOperation[],
): Pick<WireOperation, 'method' | 'path' | 'instead'>[] {
  const served = servedShapes(document)
  const unserved = wire.filter(({ method, path }) => !served.has(shapeOf(method, path)))
  return unserved.map(({ method, path, instead }) =>
    instead === undefined ? { method, path } : { method, path, instead },
  )
}

const CLIENTS = [
  ['sdk', 'SDK methods'],
  ['cli', 'Commands of the command line'],
  ['mcp', 'Tools of the MCP server'],
] as const

/** The page for people. */
export function coveragePage(document: Json, wire: readonly WireOperation[]): string {
  const served = servedShapes(document)
  const isServed = ({ method, path }: WireOperation): boolean => served.has(shapeOf(method, path))
  const known = new Set(wire.map(({ method, path }) => shapeOf(method, path)))
  const own = methodsOf(document).filter(({ method, path }) => !known.has(shapeOf(method, path)))
  return [
    '# What of the wire is served',
    '',
    '<!-- Written by `npm run generate` from spec/wire.json and the contract; do not edit. -->',
    '',
    `${wire.filter(isServed).length} of the ${wire.length} operations of the wire are served. The others are answered in words that say so`,
    '(404, or 405 where the path serves other methods).',
    '',
    ...CLIENTS.flatMap(([client, title]) => clientLines(title, byName(wire, client, isServed))),
    '## Operations',
    '',
    '| Operation | Served | SDK |',
    '| --- | --- | --- |',
    ...wire.map(each => `| \`${each.method} ${each.path}\` | ${verdict(each, isServed)} | ${named(each.sdk)} |`),
    '',
    '## Beyond the wire',
    '',
    '| Operation | What it does |',
    '| --- | --- |',
    ...own.map(({ method, path, operation }) => `| \`${method.toUpperCase()} ${path}\` | ${operation.summary} |`),
    '',
  ].join('\n')
}

function verdict(operation: WireOperation, isServed: (operation: WireOperation) => boolean): string {
  if (isServed(operation)) return 'yes'
  return operation.instead === undefined ? 'no' : `no: ${operation.instead}`
}

const named = (names: readonly string[]): string => names.map(name => `\`${name}\``).join(', ')

interface Outcome {
  all: string[]
  some: string[]
  none: string[]
}

/** Some methods send one of several operations, depending on their arguments. */
function byName(
  wire: readonly WireOperation[],
  client: 'sdk' | 'cli' | 'mcp',
  isServed: (operation: WireOperation) => boolean,
): Outcome {
  const served = new Map<string, boolean[]>()
  for (const operation of wire) {
    for (const name of operation[client]) served.set(name, [...(served.get(name) ?? []), isServed(operation)])
  }
  const names = [...served.keys()].toSorted()
  const having = (test: (list: boolean[]) => boolean): string[] => names.filter(name => test(served.get(name)!))
  return {
    all: having(list => list.every(Boolean)),
    some: having(list => list.some(Boolean) && !list.every(Boolean)),
    none: having(list => !list.some(Boolean)),
  }
}

function clientLines(title: string, { all, some, none }: Outcome): string[] {
  const count = all.length + some.length + none.length
  return [
    `## ${title}`,
    '',
    `Work (${all.length} of ${count}): ${named(all)}.`,
    '',
    ...(some.length > 0
      ? [`Work in part, for some of the operations they can send are not served: ${named(some)}.`, '']
      : []),
    `Do not work yet: ${named(none)}.`,
    '',
  ]
}
