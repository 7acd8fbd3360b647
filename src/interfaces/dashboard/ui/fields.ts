// Fields of forms: a label with an input. The contract determines the maximum length of a text.
import type { InSchemas } from '../../../../generated/api.ts'
import { type Content, type Html, html } from '../../../base/html/html.ts'
import { readSchemas } from '../../contract/document.ts'

type Value = string | number | boolean | null | undefined

interface FieldAttributes extends Record<string, Value> {
  name: string
  /** Required if the page has another field of that name; otherwise the name. */
  id?: string
  /** A sentence below the field, which screen readers read after its label. */
  hint?: string | undefined
}

/** For text that the keyboard of a phone must not change: addresses, keys, names of zones. */
export const VERBATIM = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }
export const EMAIL = { type: 'email', required: true, maxlength: 254 }

/** A single-line input with its label. It is empty without a value. An attribute that is `true` is written without a value. */
export function field(label: Content, { name, id = name, type, hint, ...attributes }: FieldAttributes): Html {
  return html`<label for="${id}">${label}</label>
    <input ${written({ id, type, name, ...attributes, ...describedBy(id, hint) })} />${hintOf(id, hint)}`
}

/** An input inside its label, for a form that is repeated in several rows of a list. */
export function innerField(label: Content, attributes: FieldAttributes): Html {
  return html`<label>${label} <input ${written(attributes)} /></label>`
}

/** A multiline input with its label. */
export function textArea(label: Content, { name, value, hint, ...attributes }: FieldAttributes): Html {
  // browsers drop a line break at the very start
  const shown = `\n${value ?? ''}`
  const all = written({ id: name, name, ...attributes, ...describedBy(name, hint) })
  return html`<label for="${name}">${label}</label> ${html`<textarea ${all}>${shown}</textarea>`}${hintOf(name, hint)}`
}

interface SelectField {
  name: string
  title: string
  /** The title of the option for none of them, if there is one. */
  none?: string
  options: readonly { id: string; name: string }[]
  chosen?: string | null | undefined
  isNeeded?: boolean
  hint?: string | undefined
}

export function choice({ name, title, none, options, chosen, isNeeded, hint }: SelectField): Html {
  return html`<label for="${name}">${title}</label>
    <select ${written({ id: name, name, required: isNeeded, ...describedBy(name, hint) })}>
      ${none !== undefined && html`<option value="">${none}</option>`}
      ${options.map(each => html`<option value="${each.id}" ${each.id === chosen && html`selected`}>${each.name}</option>`)}
    </select>
    ${hintOf(name, hint)}`
}

function describedBy(id: string, hint: string | undefined): Record<string, Value> {
  return hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
}

function hintOf(id: string, hint: string | undefined): Html | undefined {
  return hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>`
}

/** A checkbox with its label. */
export function checkBox(label: Content, name: string, checked: boolean | undefined): Html {
  return html`<label class="check">
    <input type="checkbox" ${written({ name, checked })} />
    <span>${label}</span>
  </label>`
}

/** Radio buttons to choose one of several options, each with a description. */
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

/** Attributes as HTML. `value` is written even if it is empty. */
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

const SCHEMAS = readSchemas() as Record<string, Schema>

/** The maximum length of a text in the contract. */
export function lengthOf<Name extends keyof InSchemas>(name: Name, property?: keyof InSchemas[Name] & string): number {
  const whole = SCHEMAS[name]
  const schema = property === undefined ? whole : whole?.properties?.[property]
  const named = schema?.$ref === undefined ? schema : SCHEMAS[schema.$ref.split('/').at(-1)!]
  if (named?.maxLength === undefined) throw new Error(`the contract has no length for ${name} ${property ?? ''}`)
  return named.maxLength
}
