// Renders schemas: a type with its limits as text, and an object as a table of its fields.
import { type Html, html } from '../../base/html/html.ts'
import { dereference } from '../contract/document.ts'
import { type Json, nameOf } from './document.ts'
import { inlineMarkdown, markdown } from './markdown.ts'

/** The type of a value, with links to objects that the page describes elsewhere. */
export function typeOf(schema: Json): Html {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="#${anchorOfSchema(name)}">${name}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return joined(schema.enum.map(literal), ', ')
  const choices: Json[] | undefined = schema.oneOf ?? schema.anyOf
  if (choices?.some(isTyped)) return joined(choices.filter(isTyped).map(typeOf), ' or ')
  if (schema.allOf?.some(isTyped)) return joined(schema.allOf.filter(isTyped).map(typeOf), ' with ')
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`
  return ownType(schema)
}

function ownType(schema: Json): Html {
  const values = mapValues(schema)
  if (values && !schema.properties) return html`map of ${typeOf(values)}`
  if (Array.isArray(schema.type))
    return joined(
      schema.type.map((type: string) => typeOf({ ...schema, type })),
      ' or ',
    )
  return html`${schema.type ?? 'any value'}`
}

const literal = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`

const isTyped = (schema: Json): boolean =>
  ['$ref', 'type', 'enum', 'const', 'oneOf', 'anyOf', 'allOf'].some(key => schema[key] !== undefined)

function mapValues(schema: Json): Json {
  const values = schema.additionalProperties ?? schema.unevaluatedProperties
  return typeof values === 'object' && values.not === undefined ? values : undefined
}

function joined(parts: Html[], by: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${by}${part}`))}`
}

/** The limits of a value, in words. */
export function limitsOf(schema: Json): string[] {
  const { format, pattern, minimum, maximum } = schema
  return [
    between(schema.minLength, schema.maxLength, 'characters'),
    between(schema.minItems, schema.maxItems, 'items'),
    between(schema.minProperties, schema.maxProperties, 'fields'),
    between(minimum, maximum, ''),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    format !== undefined && !PLAIN_FORMATS.has(format) && format,
    patternWords(pattern),
  ].filter(words => words !== false)
}

function patternWords(pattern: string | undefined): string | false {
  if (pattern === undefined || pattern.length > LONG_PATTERN) return false
  return pattern === String.raw`\S` ? 'not blank' : `like ${pattern}`
}

/** A pattern longer than this is not shown; the description explains it. */
const LONG_PATTERN = 60

/** Formats that only specify the size of a number and are not shown. */
const PLAIN_FORMATS = new Set(['int32', 'int64', 'double', 'float', 'float64', 'uint32'])

function between(from: number | undefined, to: number | undefined, what: string): string | false {
  if (from === undefined && to === undefined) return false
  if (to === undefined) return `at least ${from} ${what}`.trim()
  return from === undefined || from === 0 ? `at most ${to} ${what}`.trim() : `${from} to ${to} ${what}`.trim()
}

const anchorOfSchema = (name: string): string => `object-${name}`

/** Renders a named schema. */
export function schemaSection(name: string, schema: Json): Html {
  const limits = limitsOf(schema)
  return html`<section class="schema" id="${anchorOfSchema(name)}">
    <h3>${name}</h3>
    ${schema.description && markdown(schema.description)}
    ${!schema.properties && html`<p>${typeOf(schema)}${limits.map(words => html`; ${words}`)}</p>`}
    ${schema.properties && fieldTable(name, schema)}
  </section> `
}

/** Renders the fields of an object; a nested field is shown with the name of its parent. */
export function fieldTable(title: string, schema: Json): Html {
  return table(
    `Fields of ${title}`,
    fieldsOf(schema, '').map(({ name, required, field }) => row(name, required, field, field.description)),
  )
}

interface Field {
  name: string
  required: boolean
  field: Json
}

function fieldsOf(schema: Json, before: string): Field[] {
  const required = new Set<string>(schema.required)
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([key, field]) => {
    const own = { name: before + key, required: required.has(key), field }
    const [inner, mark] = field.type === 'array' ? [field.items, '[]'] : [field, '']
    return [own].concat(inner?.properties ? fieldsOf(inner, `${own.name}${mark}.`) : [])
  })
}

export function parameterTable(title: string, document: Json, parameters: Json[]): Html {
  return table(
    `Parameters of ${title}`,
    parameters.map(reference => {
      const parameter = dereference(document, reference)
      const about = [PLACES[parameter.in as keyof typeof PLACES], parameter.description].filter(Boolean).join(' ')
      return row(parameter.name, parameter.required === true, parameter.schema, about)
    }),
  )
}

const PLACES = { path: 'In the path.', query: 'In the query.', header: 'Header.' }

function table(caption: string, rows: Html[]): Html {
  return html`<table class="fields">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function row(name: string, required: boolean, schema: Json, description: string | undefined): Html {
  const limits = limitsOf(schema)
  return html`<tr>
    <th scope="row"><code>${name}</code>${required && html` <span class="needed">required</span>`}</th>
    <td>${typeOf(schema)}${limits.length > 0 && html`<br /><span class="soft">${limits.join('; ')}</span>`}</td>
    <td>${description && inlineMarkdown(description)}</td>
  </tr> `
}
