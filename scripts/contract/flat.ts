// An overlay (OpenAPI Overlay 1.0) that ends the recursion of schemas at a given depth, for tools that skip recursive
// schemas. The recursive schema is a choice whose branches contain the choice again; the choice at the last level has
// only the other branches.
import { type Json, resolved } from '../openapi.ts'

export const FLAT_DEPTH = 3

/** The overlay that removes recursion from this document. */
export function flatOverlay(document: Json, depth = FLAT_DEPTH): Json {
  const names = recurringNames(document)
  const added = Array.from({ length: depth - 1 }, (_, index) => index + 2).flatMap(level =>
    names
      .filter(name => level < depth || isChoice(document, name))
      .map(name => [levelName(name, level), atLevel(document, names, name, level, depth)]),
  )
  const holders = names.filter(name => !isChoice(document, name))
  return {
    overlay: '1.0.0',
    info: { title: `Lettermill, with rules that are ${depth} levels deep at the most`, version: '1.0.0' },
    extends: 'openapi.json',
    actions: [
      { target: '$.components.schemas', update: Object.fromEntries(added) },
      ...holders.flatMap(name =>
        placesOf(document.components.schemas[name], names, `$.components.schemas.${name}`).map(([target, inner]) => ({
          target,
          update: { $ref: `#/components/schemas/${levelName(inner, 2)}` },
        })),
      ),
    ],
  }
}

/** The names of recursive schemas. */
export function recurringNames(document: Json): string[] {
  const { schemas } = document.components
  const nextOf = (name: string): string[] =>
    [...JSON.stringify(schemas[name]).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, next]) => next!)
  const reached = (name: string): Set<string> => {
    const seen = new Set<string>()
    for (const rest = nextOf(name); rest.length > 0;) {
      const next = rest.pop()!
      if (seen.has(next)) continue
      seen.add(next)
      rest.push(...nextOf(next))
    }
    return seen
  }
  return Object.keys(schemas).filter(name => reached(name).has(name))
}

const levelName = (name: string, level: number): string => `${name}Level${level}`
const nameIn = ($ref: string): string => $ref.split('/').at(-1)!

function isChoice(document: Json, name: string): boolean {
  return document.components.schemas[name].oneOf !== undefined
}

/** A copy whose inner schemas are those of the same level, or of the next level if they contain the choice again. */
function atLevel(document: Json, names: readonly string[], name: string, level: number, depth: number): Json {
  const schema = resolved(document, document.components.schemas[name])
  if (!isChoice(document, name)) return renamed(schema, names, level + 1)
  const { discriminator, ...choice } = schema
  const stays = ({ $ref }: Json): boolean => level < depth || !names.includes(nameIn($ref))
  const mapping = Object.entries<string>(discriminator.mapping).filter(([, $ref]) => stays({ $ref }))
  return renamed(
    {
      ...choice,
      oneOf: choice.oneOf.filter(stays),
      discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) },
    },
    names,
    level,
  )
}

function renamed(schema: Json, names: readonly string[], level: number): Json {
  const text = JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/([^"]+)"/g, (whole, name: string) =>
    names.includes(name) ? `"#/components/schemas/${levelName(name, level)}"` : whole,
  )
  return JSON.parse(text)
}

/** The places in a schema that refer to one of these names, with the name. */
function placesOf(node: Json, names: readonly string[], place: string): [string, string][] {
  if (typeof node !== 'object' || node === null) return []
  if (typeof node.$ref === 'string' && names.includes(nameIn(node.$ref))) return [[place, nameIn(node.$ref)]]
  return Object.entries<Json>(node).flatMap(([key, inner]) => placesOf(inner, names, `${place}.${key}`))
}
