// Values at and just beyond the limits of a schema of the contract. An independent validator decides whether the
// contract allows them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { addContractKeywords } from '../../src/interfaces/contract/ajv-keywords.ts'
import { type Json, resolved } from '../../scripts/openapi.ts'
import { inJsonSchema } from '../../src/interfaces/contract/keywords.ts'

export interface Edge {
  /** The path within the value and the kind of change. */
  place: string
  /** The changed part, and the whole value with it. */
  leaf: unknown
  value: unknown
  allowed: () => boolean
}

type Change = Omit<Edge, 'allowed'>

/** Valid and invalid texts for a pattern or a format, whose edges cannot be computed. */
export interface Samples {
  right: readonly string[]
  wrong: readonly string[]
  /** A valid text of this length. */
  long?: (length: number) => string
}

export interface Knowledge {
  document: Json
  /** The samples by pattern or format. */
  samples: ReadonlyMap<string, Samples>
  /** Values by place or by field name, such as ids of existing resources. */
  known: Readonly<Record<string, Json>>
  /** Creates a list of this length whose items must differ; by place. */
  lists: Readonly<Record<string, (count: number) => Json[]>>
}

const DEEPEST = 12

export class Edges {
  readonly #knowledge: Knowledge
  readonly #ajv: Ajv2020
  readonly #validators = new WeakMap<Json, ValidateFunction>()

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge
    this.#ajv = new Ajv2020({ strict: false, validateFormats: true })
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv)
    this.#ajv.addFormat('idn-email', this.#ajv.formats.email as RegExp)
    addContractKeywords(this.#ajv)
    this.#ajv.addSchema({ $id: 'contract', ...asJsonSchema(knowledge.document) })
  }

  /** Whether the contract allows the value. */
  allows(schema: Json, value: unknown): boolean {
    let validate = this.#validators.get(schema)
    if (!validate) {
      const based = JSON.stringify(asJsonSchema(schema)).replaceAll('"#/components', '"contract#/components')
      validate = this.#ajv.compile(JSON.parse(based))
      this.#validators.set(schema, validate)
    }
    // the validator deletes the members for which null means absent
    return validate(typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value)
  }

  /** All variants of `base` with one change each. */
  around(schema: Json, base: Json): Edge[] {
    return this.#edges(schema, base, '', 0).map(({ place, leaf, value }) => ({
      place,
      leaf,
      value,
      allowed: () => this.allows(schema, value),
    }))
  }

  #edges(reference: Json, base: Json, place: string, depth: number): Change[] {
    if (depth > DEEPEST) return []
    const schema = resolved(this.#knowledge.document, reference)
    const branches: Json[] = schema.anyOf ?? schema.oneOf ?? []
    const here = (what: string, value: unknown): Change => ({
      place: `${place} ${what}`,
      leaf: value,
      value,
    })
    if (branches.length > 0) {
      const inner = branches.flatMap((branch, index) => {
        const value = this.allows(branch, base) ? base : this.make(branch, place)
        return [here(`branch ${index}`, value)].concat(this.#edges(branch, value, place, depth + 1))
      })
      return [here('null', null), ...inner]
    }
    const types = [schema.type ?? []].flat() as string[]
    const strangers: [string, unknown][] = [
      ['null', null],
      ['a list', []],
      ['an object', {}],
      ['a text', 'no such value'],
      ['a number', 7.5],
      ['a boolean', true],
    ]
    const others = types.length === 0 ? [] : strangers.map(([what, value]) => here(what, value))
    const nothing = types.length === 0 ? [] : [here('null', null)]
    return [...others, ...nothing, ...types.flatMap(type => this.#ofType(type, schema, base, place, depth))]
  }

  #ofType(type: string, schema: Json, base: Json, place: string, depth: number): Change[] {
    const here = ([what, value]: [string, unknown]): Change => ({
      place: `${place} ${what}`,
      leaf: value,
      value,
    })
    switch (type) {
      case 'string':
        return this.#texts(schema).map(here)
      case 'integer':
      case 'number':
        return numbers(schema).map(here)
      case 'boolean':
        return [here(['true', true]), here(['false', false])]
      case 'array':
        return this.#lists(schema, base, place, depth)
      case 'object':
        return this.#objects(schema, base, place, depth)
      default:
        return []
    }
  }

  #texts(schema: Json): [string, unknown][] {
    if (schema.enum) return schema.enum.map((value: unknown) => [`is ${String(value)}`, value])
    const { wrong, long = (length: number) => 'x'.repeat(length), ...samples } = this.#samplesOf(schema)
    // an id is valid only if the resource exists, so it comes from `known`
    const right = schema.format === 'uuid' ? [] : samples.right
    const { minLength, maxLength } = schema
    return [
      ...right.map((text): [string, unknown] => [`right: ${text}`, text]),
      ...wrong.map((text): [string, unknown] => [`wrong: ${text}`, text]),
      ...lengths(minLength, maxLength).map((length): [string, unknown] => [`${length} characters`, long(length)]),
    ]
  }

  #samplesOf({ pattern, format }: Json): Samples {
    const name = pattern ?? format
    if (name === undefined) return { right: ['x'], wrong: [] }
    const samples = this.#knowledge.samples.get(name)
    if (!samples) throw new Error(`There are no samples of ${name}`)
    return samples
  }

  #lists(schema: Json, base: Json, place: string, depth: number): Change[] {
    const given: Json[] = Array.isArray(base) ? base : []
    const items = given.length > 0 ? given : [this.make(schema.items, `${place}[]`)]
    const many = this.#knowledge.lists[place] ?? ((count: number) => Array.from({ length: count }, () => items[0]))
    return [
      ...lengths(schema.minItems, schema.maxItems).map(count => ({
        place: `${place} of ${count}`,
        leaf: count,
        value: many(count),
      })),
      // changes the last item, because the first one may be required
      ...within(this.#edges(schema.items, items.at(-1), `${place}[]`, depth + 1), last => [
        ...items.slice(0, -1),
        last,
      ]),
    ]
  }

  #objects(schema: Json, base: Json, place: string, depth: number): Change[] {
    const given: Record<string, Json> = base !== null && typeof base === 'object' && !Array.isArray(base) ? base : {}
    const at = (name: string): string => (place === '' ? name : `${place}.${name}`)
    const fields = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => {
      const { [name]: own, ...without } = given
      const value = own === undefined ? this.make(property, at(name)) : own
      const own_edges: Change[] = [
        { place: `${at(name)} absent`, leaf: given, value: without },
        { place: `${at(name)} there`, leaf: given, value: { ...given, [name]: value } },
      ]
      const inner = this.#edges(property, value, at(name), depth + 1)
      return own_edges.concat(within(inner, changed => ({ ...given, [name]: changed })))
    })
    const unknown = {
      place: `${place} with a field that nobody knows`,
      leaf: given,
      value: { ...given, zzz_unknown: 1 },
    }
    return [...fields, ...(schema.additionalProperties ? this.#maps(schema, given, place, depth) : [unknown])]
  }

  #maps(schema: Json, given: Record<string, Json>, place: string, depth: number): Change[] {
    const { additionalProperties: inner, maxProperties, propertyNames } = schema
    const [key = 'key'] = Object.keys(given).length > 0 ? Object.keys(given) : (this.#knowledge.known.keys ?? [])
    const value = given[key] ?? this.make(inner, `${place}.*`)
    const many = (count: number): Json =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, value]))
    const names = propertyNames ? this.#texts(propertyNames) : []
    return [
      ...(maxProperties === undefined || this.#knowledge.known[`${place} names`]
        ? []
        : lengths(undefined, maxProperties).map(count => ({
            place: `${place} of ${count}`,
            leaf: count,
            value: many(count),
          }))),
      ...names
        .filter(([, name]) => !this.#knowledge.known[`${place} names`] || !this.allows(propertyNames, name))
        .map(([what, name]) => ({ place: `${place} name ${what}`, leaf: name, value: { [String(name)]: value } })),
      ...(typeof inner === 'object'
        ? within(this.#edges(inner, value, `${place}.*`, depth + 1), changed => ({ ...given, [key]: changed }))
        : []),
    ]
  }

  /** The simplest value that the contract allows, with values that the server must recognize. */
  make(reference: Json, place: string): Json {
    const { known, document } = this.#knowledge
    const named = known[place] ?? known[place.split('.').at(-1)!]
    if (named !== undefined && this.allows(reference, named)) return named
    const schema = resolved(document, reference)
    const branches: Json[] = schema.anyOf ?? schema.oneOf ?? []
    if (branches.length > 0) return this.make(branches[0], place)
    const [type] = [schema.type ?? 'string'].flat()
    if (schema.enum) return schema.enum[0]
    switch (type) {
      case 'array':
        return schema.minItems ? [this.make(schema.items, `${place}[]`)] : []
      case 'object':
        return Object.fromEntries(
          (schema.required ?? []).map((name: string) => [
            name,
            this.make(schema.properties[name], place === '' ? name : `${place}.${name}`),
          ]),
        )
      case 'integer':
      case 'number':
        return Math.max(schema.minimum ?? 1, 1)
      case 'boolean':
        return true
      default:
        return this.#samplesOf(schema).right[0]
    }
  }
}

/** The schema in plain JSON Schema, including the rules that the modules implement themselves. */
function asJsonSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(asJsonSchema)
  if (typeof node !== 'object' || node === null) return node
  const { 'x-own-rules': _, discriminator: _tags, example: _one, examples: _more, ...others } = node
  return inJsonSchema(Object.fromEntries(Object.entries(others).map(([key, value]) => [key, asJsonSchema(value)])))
}

/** The same changes, applied to the enclosing value. */
function within(changes: Change[], holding: (inner: unknown) => unknown): Change[] {
  return changes.map(({ place, leaf, value }) => ({ place, leaf, value: holding(value) }))
}

/** Lengths at and just beyond the limits. */
function lengths(least: number | undefined, most: number | undefined): number[] {
  const all = [...(least === undefined ? [] : [least, least - 1]), ...(most === undefined ? [0] : [most, most + 1])]
  return all.filter(length => length >= 0)
}

function numbers({ minimum, maximum, type }: Json): [string, unknown][] {
  const step = type === 'integer' || Math.abs(maximum ?? 0) > 2 ** 52 ? 1 : 0.5
  return [
    ['a number', Math.max(minimum ?? 1, 1)],
    ['a fraction', Math.max(minimum ?? 1, 1) + 0.5],
    ...(minimum === undefined
      ? []
      : [['the least', minimum] as [string, number], ['less', minimum - step] as [string, number]]),
    ...(maximum === undefined
      ? []
      : [['the most', maximum] as [string, number], ['more', maximum + step] as [string, number]]),
  ]
}
