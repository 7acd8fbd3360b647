// Fields of a form for any value that the contract describes. Their kinds, lengths, options and descriptions come from the
// schema.
import { type Html, html } from '../../../../base/html/html.ts'
import { VERBATIM } from '../fields.ts'
import {
  type GroupField,
  isRecord,
  isVar,
  type ValueKind,
  VALUE_KINDS,
  valueKindOf,
  type FieldSchema,
  resolvedSchema,
  type Shape,
  shapeOf,
  withBlankSecrets,
} from './shape.ts'

export interface Option {
  id: string
  name: string
}

export interface FieldContext {
  /** Faults by the path of the field. */
  faults: ReadonlyMap<string, string>
  /** The objects of the team that a field can refer to, by the path of the field. */
  choices: ReadonlyMap<string, readonly Option[]>
  /** Whether descriptions are omitted, because they are the same in each line of a list. */
  isTerse?: boolean
}

interface FieldPlace {
  path: string
  title: string
  isNeeded: boolean
  value: unknown
}

const TEXT_MAX = 2000
/** A form has at most 100 fields, some of which are needed for others. */
const FIELDS_MAX = 80

/** The fields of a value; as JSON in one field if they would be too many for a form. */
export function schemaFields(schema: FieldSchema, at: FieldPlace, shown: FieldContext): Html {
  const fields = fieldsOf(schema, at, shown)
  const count = String(fields).split(' name="').length - 1
  return count <= FIELDS_MAX
    ? fields
    : html`<p class="soft">This value is too long for separate fields.</p>
        ${jsonField(schema, { ...at, value: withBlankSecrets(schema, at.value) }, shown)}`
}

function fieldsOf(schema: FieldSchema, at: FieldPlace, shown: FieldContext): Html {
  const shape = shapeOf(schema)
  switch (shape.is) {
    case 'text':
      return textField(schema, at, { shown, length_max: shape.length_max })
    case 'choice':
      return labelled(schema, at, shown, select(at, shape.values.map(asOption), { shown, chosen: at.value }))
    case 'many':
      return checkBoxes(schema, shape.values, at, shown)
    case 'value':
      return group(schema, at, shown, kindFields(shape.kinds, at))
    case 'json':
      return jsonField(schema, at, shown)
    case 'group':
      return groupFields(schema, shape.fields, at, shown)
    case 'map':
      return mapFields(schema, shape, at, shown)
    case 'list':
      return listFields(schema, shape.of, at, shown)
    case 'variants':
      return variantFields(schema, shape, at, shown)
  }
}

// ---- one field ----------------------------------------------------------------------------------------------------

/** `event_name` → Event name */
export function titleOfField(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const asOption = (id: string): Option => ({ id, name: titleOfField(id) })

function textField(
  schema: FieldSchema,
  at: FieldPlace,
  { shown, length_max }: { shown: FieldContext; length_max: number | undefined },
): Html {
  const value = typeof at.value === 'string' ? at.value : ''
  const options = shown.choices.get(at.path)
  const input = options
    ? select(at, options, { shown, chosen: value })
    : html`<input
        id="${at.path}"
        name="${at.path}"
        maxlength="${length_max ?? TEXT_MAX}"
        value="${value}"
        autocomplete="${VERBATIM.autocomplete}"
        autocapitalize="none"
        spellcheck="false"
        ${described(schema, at, shown)}
      />`
  return labelled(schema, at, shown, input)
}

/** The selected value can be selected again, even if it is no longer among the options. */
function select(
  at: FieldPlace,
  options: readonly Option[],
  { shown, chosen }: { shown: FieldContext; chosen: unknown },
): Html {
  const isGone = typeof chosen === 'string' && chosen !== '' && !options.some(({ id }) => id === chosen)
  const all = isGone ? [...options, { id: chosen, name: chosen }] : options
  return html`<select id="${at.path}" name="${at.path}" ${described({}, at, shown)}>
    ${(!at.isNeeded || chosen === undefined || chosen === '') && html`<option value="">Not set</option>`}
    ${all.map(({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`)}
  </select>`
}

function labelled(schema: FieldSchema, at: FieldPlace, shown: FieldContext, input: Html): Html {
  return html`<div class="field">
    <label for="${at.path}">${at.title}${at.isNeeded ? '' : html` <span class="soft">(optional)</span>`}</label>
    ${input} ${faultOf(at, shown)} ${hint(schema, at, shown)}
  </div>`
}

function jsonField(schema: FieldSchema, at: FieldPlace, shown: FieldContext): Html {
  const text = typeof at.value === 'string' ? at.value : at.value === undefined ? '' : JSON.stringify(at.value, null, 2)
  const area = html`<textarea
    id="${at.path}"
    name="${at.path}"
    rows="8"
    class="code"
    spellcheck="false"
    ${described(schema, at, shown)}
  >
${`\n${text}`}</textarea>`
  return labelled(schema, { ...at, title: `${at.title}, as JSON` }, shown, area)
}

function checkBoxes(schema: FieldSchema, values: readonly string[], at: FieldPlace, shown: FieldContext): Html {
  const chosen = Array.isArray(at.value) ? (at.value as unknown[]) : []
  return group(
    schema,
    at,
    shown,
    html`<div class="several">
      ${values.map(
        value =>
          html`<label class="check"
            ><input type="checkbox" name="${at.path}" value="${value}" ${chosen.includes(value) && html`checked`} />
            <span>${titleOfField(value)}</span></label
          >`,
      )}
    </div>`,
  )
}

/** A value that may have several types: the selected type, and the value as text. */
function kindFields(kinds: readonly ValueKind[], { path, title, isNeeded, value }: FieldPlace): Html {
  const isThere = value !== undefined
  const kind = isThere ? valueKindOf(value) : undefined
  return html`<div class="pair">
    <select name="${path}.kind" aria-label="${title}: type">
      ${!isNeeded && html`<option value="">Not set</option>`}
      ${kinds.map(each => html`<option value="${each}" ${each === kind && html`selected`}>${VALUE_KINDS[each]}</option>`)}
    </select>
    <input
      name="${path}.text"
      aria-label="${title}"
      maxlength="${TEXT_MAX}"
      value="${isThere ? asText(value) : ''}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
    />
  </div>`
}

function asText(value: unknown): string {
  if (value === null) return ''
  if (isVar(value)) return value.var
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// ---- several fields -----------------------------------------------------------------------------------------------

function group(schema: FieldSchema, at: FieldPlace, shown: FieldContext, fields: Html): Html {
  const legend = html`${at.title}${!at.isNeeded && html` <span class="soft">(optional)</span>`}`
  return html`<fieldset class="part">
    ${at.title !== '' && html`<legend>${legend}</legend>`} ${faultOf(at, shown)} ${hint(schema, at, shown)} ${fields}
  </fieldset>`
}

function groupFields(schema: FieldSchema, fields: readonly GroupField[], at: FieldPlace, shown: FieldContext): Html {
  const known = isRecord(at.value) ? at.value : {}
  const inner = fields.map(({ name, schema: own, isNeeded }) =>
    fieldsOf(own, { path: `${at.path}.${name}`, title: titleOfField(name), isNeeded, value: known[name] }, shown),
  )
  return at.title === '' ? html`${inner}` : group(schema, at, shown, html`${inner}`)
}

/** A line for each entry, and an empty one for a new entry. A secret is not shown, and kept if its field is left empty. */
function mapFields(
  schema: FieldSchema,
  { of, is_secret }: Extract<Shape, { is: 'map' }>,
  at: FieldPlace,
  shown: FieldContext,
): Html {
  const entries: (readonly [string, unknown])[] = [
    ...Object.entries(isRecord(at.value) ? at.value : {}),
    ['', undefined],
  ]
  const valueShape = shapeOf(of)
  const line = ([name, value]: readonly [string, unknown], index: number): Html => {
    const path = `${at.path}.${index}`
    const title = name === '' ? `New entry of ${at.title}` : name
    const fault = shown.faults.get(`${at.path}.${name}`)
    const isHidden = is_secret && typeof value === 'string' && value !== ''
    const own = { path: `${path}.value`, title, isNeeded: true, value: isHidden ? '' : value }
    return html`<div class="entry">
      <input
        name="${path}.name"
        aria-label="${title}: name"
        placeholder="Name"
        maxlength="255"
        value="${name}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      ${valueShape.is === 'value' ? kindFields(valueShape.kinds, own) : fieldsOf(of, own, shown)}
      ${isHidden && html`<p class="soft">Hidden. Leave empty to keep the current value.</p>`}
      ${fault !== undefined && html`<p class="trouble">${fault}</p>`}
    </div>`
  }
  return group(
    schema,
    at,
    shown,
    html`${entries.map(line)}
      <p class="soft">Save to add a line. Lines without a name are removed.</p>`,
  )
}

function listFields(schema: FieldSchema, of: FieldSchema, at: FieldPlace, shown: FieldContext): Html {
  const values = [...(Array.isArray(at.value) ? (at.value as unknown[]) : []), undefined]
  const lines = values.map((value, index) => {
    const title = value === undefined ? 'New' : String(index + 1)
    return fieldsOf(
      of,
      { path: `${at.path}.${index}`, title, isNeeded: value !== undefined, value },
      { ...shown, isTerse: index > 0 },
    )
  })
  return group(
    schema,
    at,
    shown,
    html`${lines}
      <p class="soft">Save to add a line. Empty lines are ignored.</p>`,
  )
}

/** The variant, and the fields of the selected one; the first one for a new value. */
function variantFields(
  schema: FieldSchema,
  { tag, of }: Extract<Shape, { is: 'variants' }>,
  at: FieldPlace,
  shown: FieldContext,
): Html {
  const known = isRecord(at.value) ? at.value : {}
  const isLine = /\.\d+$/.test(at.path)
  const first = at.isNeeded || isLine ? [...of.keys()][0]! : ''
  const chosen = of.has(String(known[tag])) ? String(known[tag]) : first
  const variant = of.has(chosen) ? shapeOf(of.get(chosen)!) : undefined
  const path = `${at.path}.${tag}`
  const inner = variant?.is === 'group' ? variant.fields.filter(({ name }) => name !== tag) : []
  return group(
    schema,
    at,
    shown,
    html`<div class="field">
        <label for="${path}">Kind</label>
        <select id="${path}" name="${path}">
          ${[...of].map(([id, each]) => html`<option value="${id}" ${id === chosen && html`selected`}>${variantTitle(id, each)}</option>`)}
          ${(!at.isNeeded || isLine) && html`<option value="" ${chosen === '' && html`selected`}>Nothing</option>`}
        </select>
      </div>
      ${inner.map(({ name, schema: own, isNeeded }) =>
        fieldsOf(own, { path: `${at.path}.${name}`, title: titleOfField(name), isNeeded, value: known[name] }, shown),
      )}`,
  )
}

/** The first sentence of its description, as a title. */
function variantTitle(id: string, schema: FieldSchema): string {
  const [first = ''] = (resolvedSchema(schema).description ?? '').split('. ')
  return first === '' ? titleOfField(id) : `${titleOfField(id)}: ${first}`
}

// ---- descriptions -------------------------------------------------------------------------------------------------

function described(schema: FieldSchema, at: FieldPlace, { faults, isTerse }: FieldContext): Html {
  const isWrong = faults.has(at.path)
  const hasHint = !isTerse && descriptionOf(schema) !== undefined
  const ids = [isWrong && `${at.path}-fault`, hasHint && `${at.path}-hint`].filter(Boolean)
  return html`${at.isNeeded && html`aria-required="true"`} ${isWrong && html`aria-invalid="true"`}
  ${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}`
}

function faultOf({ path }: Pick<FieldPlace, 'path'>, { faults }: FieldContext): Html | false {
  const fault = faults.get(path)
  return fault !== undefined && html`<p class="trouble" id="${path}-fault">${fault}</p>`
}

const descriptionOf = (schema: FieldSchema): string | undefined => resolvedSchema(schema).description

function hint(schema: FieldSchema, { path }: FieldPlace, { isTerse }: FieldContext): Html | false {
  const text = descriptionOf(schema)
  return text !== undefined && !isTerse && html`<p class="soft" id="${path}-hint">${describedBy(text)}</p>`
}

/**
 * A description of the contract for a page: text between backticks is code. The note about an extension is omitted, because it
 * is for programs.
 */
export function describedBy(text: string): Html[] {
  const parts = text.replaceAll(/ ?\(extension\.?\)/gi, '').split('`')
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
