// The diagram in docs/decisions/architecture.md, generated from the imports of src/: the layers, their modules, and the
// imports between modules of the same layer.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const BEGIN = '<!-- made of the imports of src/ by `npm run generate` -->\n'
const END = '<!-- end of the drawing -->\n'

const layerOf = (room: string): string => room.split('/')[0]!
/** A module is a folder of a layer; files directly in `app/` are a module with the name of the layer. */
const moduleOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')

/** The imported modules per module, including types. */
function moduleImports(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const entry of readdirSync('src', { recursive: true }).map(String).toSorted()) {
    const file = entry.replaceAll('\\', '/')
    if (!file.endsWith('.ts') || !file.includes('/')) continue
    const rooms = known.get(moduleOf(file)) ?? new Set()
    const source = readFileSync(path.join('src', file), 'utf8')
    for (const [, to] of source.matchAll(/^(?:import|export) (?:[^'";]*? from )?'(\.[^']+)'/gm)) {
      const room = moduleOf(path.posix.join(path.posix.dirname(file), to!))
      if (room !== '' && !room.startsWith('..') && room !== moduleOf(file)) rooms.add(room)
    }
    known.set(moduleOf(file), rooms)
  }
  return known
}

/** The diagram in Mermaid: layers with their modules, and one arrow between two layers for any number of imports. */
export function layerDiagram(): string {
  const known = moduleImports()
  const wings = [...new Set([...known.keys()].map(layerOf))]
  const lines = wings.map(wing => {
    const rooms = [...known.keys()].filter(room => layerOf(room) === wing)
    return `  subgraph ${wing}\n${rooms.map(room => `    ${box(room)}\n`).join('')}  end`
  })
  const arrows = new Set<string>()
  for (const [room, others] of known)
    for (const other of others)
      arrows.add(
        layerOf(room) === layerOf(other)
          ? `  ${idOf(room)} --> ${idOf(other)}`
          : `  ${layerOf(room)} ==> ${layerOf(other)}`,
      )
  return ['flowchart TB', ...lines, ...[...arrows].toSorted()].join('\n')
}

const idOf = (room: string): string => `r_${room.replaceAll(/\W/g, '_')}`
const box = (room: string): string => `${idOf(room)}[${path.posix.basename(room)}]`

/** The same page with the current diagram. */
export function withLayerDiagram(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('The architecture page has no markers around its diagram')
  return `${page.slice(0, begin)}${BEGIN}\n\`\`\`mermaid\n${layerDiagram()}\n\`\`\`\n\n${page.slice(end)}`
}
