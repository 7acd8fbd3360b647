// The diagram in docs/decisions/architecture.md, generated from the imports of src/: the layers, their modules, and the
// imports between modules of the same layer.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const BEGIN = '<!-- made of the imports of src/ by `npm run generate` -->\n'
const END = '<!-- end of the drawing -->\n'

const wingOf = (room: string): string => room.split('/')[0]!
/** A module is a folder of a layer; files directly in `app/` are a module with the name of the layer. */
const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')

/** The imported modules per module, including types. */
function roomsKnown(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const entry of readdirSync('src', { recursive: true }).map(String).toSorted()) {
    const file = entry.replaceAll('\\', '/')
    if (!file.endsWith('.ts') || !file.includes('/')) continue
    const rooms = known.get(roomOf(file)) ?? new Set()
    const source = readFileSync(path.join('src', file), 'utf8')
    for (const [, to] of source.matchAll(/^(?:import|export) (?:[^'";]*? from )?'(\.[^']+)'/gm)) {
      const room = roomOf(path.posix.join(path.posix.dirname(file), to!))
      if (room !== '' && !room.startsWith('..') && room !== roomOf(file)) rooms.add(room)
    }
    known.set(roomOf(file), rooms)
  }
  return known
}

/** The diagram in Mermaid: layers with their modules, and one arrow between two layers for any number of imports. */
export function floorPlan(): string {
  const known = roomsKnown()
  const wings = [...new Set([...known.keys()].map(wingOf))]
  const lines = wings.map(wing => {
    const rooms = [...known.keys()].filter(room => wingOf(room) === wing)
    return `  subgraph ${wing}\n${rooms.map(room => `    ${box(room)}\n`).join('')}  end`
  })
  const arrows = new Set<string>()
  for (const [room, others] of known)
    for (const other of others)
      arrows.add(
        wingOf(room) === wingOf(other)
          ? `  ${idOf(room)} --> ${idOf(other)}`
          : `  ${wingOf(room)} ==> ${wingOf(other)}`,
      )
  return ['flowchart TB', ...lines, ...[...arrows].toSorted()].join('\n')
}

const idOf = (room: string): string => `r_${room.replaceAll(/\W/g, '_')}`
const box = (room: string): string => `${idOf(room)}[${path.posix.basename(room)}]`

/** The same page with the current diagram. */
export function withFloorPlan(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('The architecture page has no markers around its diagram')
  return `${page.slice(0, begin)}${BEGIN}\n\`\`\`mermaid\n${floorPlan()}\n\`\`\`\n\n${page.slice(end)}`
}
