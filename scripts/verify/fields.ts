// The fields of an object in a body, whether its schema declares them directly, in parts or in variants.
import { type Json, resolved } from '../openapi.ts'

export interface Fields {
  /** Required fields of the object. */
  required: string[]
  /** The possible schemas of a field: several if there are variants. */
  properties: Record<string, Json[]>
}

export function fieldsOf(document: Json, schema: Json): Fields {
  const own = resolved(document, schema)
  const parts: Json[] = own.allOf ?? []
  const variants: Json[] = [...(own.anyOf ?? []), ...(own.oneOf ?? [])]
  const all = [...parts, ...variants].map(each => fieldsOf(document, each))
  const inEvery = all.slice(parts.length).map(({ required }) => required)
  const [first = [], ...others] = inEvery
  const required = [
    ...(own.required ?? []),
    ...all.slice(0, parts.length).flatMap(({ required }) => required),
    ...first.filter(name => others.every(list => list.includes(name))),
  ]
  const properties: Record<string, Json[]> = {}
  const add = (name: string, schemas: Json[]): void =>
    void (properties[name] = [...(properties[name] ?? []), ...schemas])
  for (const [name, each] of Object.entries<Json>(own.properties ?? {})) add(name, [each])
  for (const each of all) for (const [name, schemas] of Object.entries(each.properties)) add(name, schemas)
  return { required: [...new Set(required)], properties }
}
