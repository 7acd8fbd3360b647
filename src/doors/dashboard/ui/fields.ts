// Fields of forms: a label with what is typed or chosen beside it. How much can be typed is what the contract takes.
import type { InSchemas } from '../../../../generated/api.ts'
import { type Content, type Html, html } from '../../../base/html/html.ts'
import { readRules } from '../../http/document.ts'

type Value = string | number | boolean | null | undefined

interface FieldAttributes extends Record<string, Value> {
  name: string
  /** Its name, unless the page has another one of that name. */
  id?: string
}

/** What the keyboard of a telephone must not change: addresses, keys, names of zones. */
export const VERBATIM = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }
export const EMAIL = { type: 'email', required: true, maxlength: 254 }

/** A line to type into, with its label. Without a value it is empty; an attribute that is `true` stands without one. */
export function field(label: Content, { name, id = name, type, ...attributes }: FieldAttributes): Html {
  return html`<label for="${id}">${label}</label> <input ${written({ id, type, name, ...attributes })} />`
}

/** A line with its label around it, where the same form stands in several rows of a list. */
export function innerField(label: Content, attributes: FieldAttributes): Html {
  return html`<label>${label} <input ${written(attributes)} /></label>`
}

/** Several lines to type into. */
export function area(label: Content, { name, value, ...attributes }: FieldAttributes): Html {
  // a line break at the very beginning is none to browsers
  const shown = `\n${value ?? ''}`
  return html`<label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" ${written(attributes)}>${shown}</textarea>`
}

interface SelectField {
  name: string
  title: string
  /** Of the choice of none of them, if there is one. */
  none?: string
  options: readonly { id: string; name: string }[]
  chosen?: string | null | undefined
  isNeeded?: boolean
}

export function choice({ name, title, none, options, chosen, isNeeded }: SelectField): Html {
  return html`<label for="${name}">${title}</label>
    <select id="${name}" name="${name}" ${isNeeded && html`required`}>
      ${none !== undefined && html`<option value="">${none}</option>`}
      ${options.map(each => html`<option value="${each.id}" ${each.id === chosen && html`selected`}>${each.name}</option>`)}
    </select>`
}

/** A box to check. */
export function checkBox(label: Content, name: string, checked: boolean | undefined): Html {
  return html`<label class="check">
    <input type="checkbox" ${written({ name, checked })} />
    <span>${label}</span>
  </label>`
}

/** One of several, with what each means. */
export function radios(
  legend: string,
  options: readonly { name: string; title: string; description: string }[],
  { name, value: chosen }: { name: string; value: string },
): Html {
  return html`<fieldset class="options">
    <legend>${legend}</legend>
    ${options.map(
      ({ name: value, title, description }) =>
        html`<label class="option">
          <input type="radio" name="${name}" value="${value}" ${value === chosen && html`checked`} />
          <span><strong>${title}</strong> ${description}</span>
        </label>`,
    )}
  </fieldset>`
}

/** `value` is there even when it is empty. */
function written(attributes: Record<string, Value>): Html[] {
  const isThere = ([name, value]: [string, Value]): boolean =>
    name === 'value' || (value !== false && value !== undefined && value !== null)
  const all = Object.entries(attributes).filter(isThere)
  return all.map(([name, value], at) => html`${at > 0 && ' '}${name}${value !== true && html`="${value}"`}`)
}

interface Schema {
  $ref?: string
  maxLength?: number
  properties?: Record<string, Schema>
}

const SCHEMAS = readRules().components?.schemas as unknown as Record<string, Schema>

/** How long the contract lets a text be. */
export function lengthOf<Name extends keyof InSchemas>(name: Name, property?: keyof InSchemas[Name] & string): number {
  const whole = SCHEMAS[name]
  const schema = property === undefined ? whole : whole?.properties?.[property]
  const named = schema?.$ref === undefined ? schema : SCHEMAS[schema.$ref.split('/').at(-1)!]
  if (named?.maxLength === undefined) throw new Error(`the contract has no length for ${name} ${property ?? ''}`)
  return named.maxLength
}
