// Reads a value from a form that was made of its schema. What is typed is kept as it is, also if the contract refuses it: a check
// of the value says so, at its field.
import { parsedJson } from '../../../../base/text/json.ts'
import {
  type GroupField,
  isRecord,
  type ValueKind,
  type FieldSchema,
  formOf,
  type Shape,
  withKeptSecrets,
} from './shape.ts'

interface Reading {
  form: URLSearchParams
  /** The name of the field. */
  path: string
  /** The value before: a secret that is left empty stays. */
  before: unknown
}

/** Names in a form are as deep as what they name. */
const PATH_MAX = 1000
/** The same as in the API. */
const JSON_LIMITS = { values_max: 25_000 }

/** The value; `undefined` if nothing was filled in. One that was too long for single fields is JSON in one field. */
export function readFields(schema: FieldSchema, reading: Reading): unknown {
  const { form, path, before } = reading
  return form.has(path) ? withKeptSecrets(schema, readJson(form.get(path)!), before) : readValue(schema, reading)
}

function readValue(schema: FieldSchema, reading: Reading): unknown {
  const { form, path } = reading
  if (path.length > PATH_MAX) return undefined
  const shape = formOf(schema)
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

/** A group that must be there is read without any of its fields, too, so that a fault is about these. */
function readGroup(fields: readonly GroupField[], { form, path, before }: Reading): unknown {
  const known = isRecord(before) ? before : {}
  const entries = fields.flatMap(({ name, schema, isNeeded }) => {
    const value = readValue(schema, { form, path: `${path}.${name}`, before: known[name] })
    const isEmpty = value === undefined || (!isNeeded && isRecord(value) && Object.keys(value).length === 0)
    return isEmpty ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

function readMap({ of, is_secret }: Extract<Shape, { is: 'map' }>, { form, path, before }: Reading): unknown {
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

/** Without lines in which nothing was filled in but what has a choice already. */
function readList(of: FieldSchema, { form, path }: Reading): unknown[] {
  return numbersIn(form, path).flatMap(number => {
    const value = readValue(of, { form, path: `${path}.${number}`, before: undefined })
    return value === undefined || isUntouched(of, value) ? [] : [value]
  })
}

function isUntouched(of: FieldSchema, value: unknown): boolean {
  if (!isRecord(value)) return false
  const shape = formOf(of)
  const own = shape.is === 'variants' ? shape.of.get(String(value[shape.tag])) : of
  const group = own && formOf(own)
  if (group?.is !== 'group') return false
  return group.fields.every(({ name, schema }) => formOf(schema).is === 'choice' || value[name] === undefined)
}

function readVariant({ tag, of }: Extract<Shape, { is: 'variants' }>, { form, path, before }: Reading): unknown {
  const variant = of.get(form.get(`${path}.${tag}`) ?? '')
  if (!variant) return undefined
  const value = readValue(variant, { form, path, before })
  const former = isRecord(before) ? of.get(String(before[tag])) : undefined
  if (!former || former === variant || !isRecord(value)) return value
  // one that becomes a list of such values is the first of them
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

/** JSON that cannot be read stays a text. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parsedJson(Buffer.from(text), JSON_LIMITS)
  } catch {
    return text
  }
}

/** The numbers of the lines of a list in a form, in their order. */
function numbersIn(form: URLSearchParams, path: string): number[] {
  const numbers = [...form.keys()].flatMap(name => {
    const rest = name.startsWith(`${path}.`) ? name.slice(path.length + 1).split('.')[0]! : ''
    return /^\d{1,3}$/.test(rest) ? [Number(rest)] : []
  })
  return [...new Set(numbers)].toSorted((one, other) => one - other)
}
