// The drawing of docs/decisions/architecture.md, made from the imports of src/: which wings there are, which rooms are in
// them, and which rooms of its own wing each room imports from.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const BEGIN = '<!-- made of the imports of src/ by `npm run generate` -->\n'
const END = '<!-- end of the drawing -->\n'

const wingOf = (room: string): string => room.split('/')[0]!
/** A room is a folder of a wing; files of `app/` itself are a room by the wing's name. */
const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')

/** For each room the rooms that it imports from, types included. */
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

/** As Mermaid draws it: wings with their rooms, and one arrow between two wings however many imports it stands for. */
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

/** The same page with the drawing of today. */
export function withFloorPlan(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('The page of the architecture has lost the marks around its drawing')
  return `${page.slice(0, begin)}${BEGIN}\n\`\`\`mermaid\n${floorPlan()}\n\`\`\`\n\n${page.slice(end)}`
}
