// Reads a value from a form that was generated from its schema. Typed values are kept even if the contract refuses them:
// validation then reports the fault at the field.
import { parseJson } from '../../../../base/text/json.ts'
import {
  type GroupField,
  isRecord,
  type ValueKind,
  type FieldSchema,
  shapeOf,
  type Shape,
  withStoredSecrets,
} from './shape.ts'

interface FieldReading {
  form: URLSearchParams
  /** The name of the field. */
  path: string
  /** The previous value: an empty secret keeps it. */
  before: unknown
}

/** Field names are as deep as the values that they refer to. */
const PATH_MAX = 1000
/** The same as in the API. */
const JSON_LIMITS = { values_max: 25_000 }

/** The value; `undefined` if nothing was filled in. A value with too many fields is JSON in one field. */
export function readFields(schema: FieldSchema, reading: FieldReading): unknown {
  const { form, path, before } = reading
  return form.has(path) ? withStoredSecrets(schema, readJson(form.get(path)!), before) : readValue(schema, reading)
}

function readValue(schema: FieldSchema, reading: FieldReading): unknown {
  const { form, path } = reading
  if (path.length > PATH_MAX) return undefined
  const shape = shapeOf(schema)
  switch (shape.is) {
    case 'text':
    case 'choice':
      return form.get(path) || undefined
    case 'many':
      return form.has(path) ? form.getAll(path) : undefined
    case 'value':
      return readKind(form, path)
    case 'json':
      return readJson(form.get(path) ?? '')
    case 'group':
      return readGroup(shape.fields, reading)
    case 'map':
      return readMap(shape, reading)
    case 'list':
      return readList(shape.of, reading)
    case 'variants':
      return readVariant(shape, reading)
  }
}

/** A required group is read even without any of its fields, so that a fault is reported at these. */
function readGroup(fields: readonly GroupField[], { form, path, before }: FieldReading): unknown {
  const known = isRecord(before) ? before : {}
  const entries = fields.flatMap(({ name, schema, isNeeded }) => {
    const value = readValue(schema, { form, path: `${path}.${name}`, before: known[name] })
    const isEmpty = value === undefined || (!isNeeded && isRecord(value) && Object.keys(value).length === 0)
    return isEmpty ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

function readMap({ of, is_secret }: Extract<Shape, { is: 'map' }>, { form, path, before }: FieldReading): unknown {
  const known = isRecord(before) ? before : {}
  const entries = numbersIn(form, path).flatMap(number => {
    const at = `${path}.${number}`
    const name = (form.get(`${at}.name`) ?? '').trim()
    const value = readValue(of, { form, path: `${at}.value`, before: undefined })
    const kept = is_secret && (value === '' || value === undefined) ? known[name] : undefined
    return name === '' ? [] : [[name, kept ?? value ?? ''] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Omits lines in which nothing was filled in except selects. */
function readList(of: FieldSchema, { form, path }: FieldReading): unknown[] {
  return numbersIn(form, path).flatMap(number => {
    const value = readValue(of, { form, path: `${path}.${number}`, before: undefined })
    return value === undefined || isUntouched(of, value) ? [] : [value]
  })
}

function isUntouched(of: FieldSchema, value: unknown): boolean {
  if (!isRecord(value)) return false
  const shape = shapeOf(of)
  const own = shape.is === 'variants' ? shape.of.get(String(value[shape.tag])) : of
  const group = own && shapeOf(own)
  if (group?.is !== 'group') return false
  return group.fields.every(({ name, schema }) => shapeOf(schema).is === 'choice' || value[name] === undefined)
}

function readVariant({ tag, of }: Extract<Shape, { is: 'variants' }>, { form, path, before }: FieldReading): unknown {
  const variant = of.get(form.get(`${path}.${tag}`) ?? '')
  if (!variant) return undefined
  const value = readValue(variant, { form, path, before })
  const former = isRecord(before) ? of.get(String(before[tag])) : undefined
  if (!former || former === variant || !isRecord(value)) return value
  // a field that becomes a list of such values represents the first of them
  const list = Object.keys(value).find(name => Array.isArray(value[name]))
  if (list === undefined || (value[list] as unknown[]).length > 0) return value
  const first = readValue(former, { form, path, before })
  return isRecord(first) ? { ...value, [list]: [{ ...first, [tag]: (before as Record<string, unknown>)[tag] }] } : value
}

function readKind(form: URLSearchParams, path: string): unknown {
  const text = form.get(`${path}.text`) ?? ''
  switch ((form.get(`${path}.kind`) ?? '') as ValueKind | '') {
    case '':
      return text === '' ? undefined : text
    case 'text':
      return text
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
    case 'flag':
      return text === 'true' || (text === 'false' ? false : text)
    case 'nothing':
      return null
    case 'reference':
      return { var: text }
    case 'json':
      return readJson(text)
  }
}

/** Invalid JSON remains text. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(Buffer.from(text), JSON_LIMITS)
  } catch {
    return text
  }
}

/** The numbers of the lines of a list in a form, in order. */
function numbersIn(form: URLSearchParams, path: string): number[] {
  const numbers = [...form.keys()].flatMap(name => {
    const rest = name.startsWith(`${path}.`) ? name.slice(path.length + 1).split('.')[0]! : ''
    return /^\d{1,3}$/.test(rest) ? [Number(rest)] : []
  })
  return [...new Set(numbers)].toSorted((one, other) => one - other)
}
