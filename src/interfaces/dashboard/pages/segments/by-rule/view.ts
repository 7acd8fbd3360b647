// The rule of a segment on its page, and the form that edits it. The form needs no script: a button adds a condition.
import { CONTACTS_COUNTED_MAX, type CountedContacts } from '../../../../../audience/contacts/search/actions.ts'
import type { Segment } from '../../../../../audience/segments/store.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { csrfField, errorBox } from '../../../ui/forms.ts'
import { contactList } from '../../contacts/list-view.ts'
import {
  CONDITIONS_MAX,
  OPERATORS,
  type TypedCondition,
  typedOf,
  type TypedOperator,
  type TypedRule,
  VALUELESS,
} from './conditions.ts'
import { type FieldGroup, ruleFields, type RuleNameable } from './fields.ts'
import { choice, field, VERBATIM } from '../../../ui/fields.ts'
import { formOutcome, formatNumber } from '../../../ui/reader.ts'
import { NAME_HINT, SEGMENT_NAME } from '../list-view.ts'

const JOINED = { and: 'All conditions', or: 'Any condition' }
const VALUE_MAX = 1000
/** Conditions of a new form. */
const NEW_CONDITIONS = 3

/** How many contacts match, as far as they were counted. */
export function countText({ count, isWhole }: CountedContacts): string {
  const match = count === 1 ? 'contact matches' : 'contacts match'
  if (isWhole) return `${formatNumber(count)} ${match}.`
  return count < CONTACTS_COUNTED_MAX
    ? `${formatNumber(count)} ${match} among those searched so far. There may be more.`
    : `More than ${formatNumber(count)} ${match}.`
}

// ---- a stored rule ------------------------------------------------------------------------------------------------

/** The rule on the page of its segment. */
export function ruleBox({ id, name }: Segment, rule: NonNullable<Segment['rule']>, known: RuleNameable): Html {
  const typed = typedOf(rule, known.properties)
  return html`<p>This segment contains the contacts that match its rule.</p>
    ${
      typed
        ? html`${conditionList(typed, known)}
            <div class="acts">
              <a class="button" href="/segments/${id}/rule" aria-label="Edit rule: ${name}">Edit rule</a>
            </div>`
        : beyondForm()
    }
    ${ruleAsData(rule)}`
}

function beyondForm(): Html {
  return html`<p class="note">This form cannot show the rule. Edit it with the API.</p>`
}

function ruleAsData(rule: object): Html {
  return html`<details>
    <summary>Rule as JSON</summary>
    <pre class="text" tabindex="0">${JSON.stringify(rule, null, 2)}</pre>
  </details>`
}

function conditionList({ join, conditions }: TypedRule, known: RuleNameable): Html {
  const groups = ruleFields(
    known,
    conditions.map(({ field }) => field),
  )
  const names = new Map(groups.flatMap(({ fields }) => fields.map(({ id, name }) => [id, name])))
  return html`${conditions.length > 1 && html`<p>${JOINED[join]} must match:</p>`}
    <ul class="conditions" aria-label="Conditions">
      ${conditions.map(
        ({ field, operator, value }) =>
          html`<li>
            <bdi>${names.get(field)}</bdi>: ${OPERATORS[operator as TypedOperator]}
            ${value !== '' && html`<b><bdi>${value}</bdi></b>`}
          </li>`,
      )}
    </ul>`
}

// ---- the form -----------------------------------------------------------------------------------------------------

export interface RuleForm {
  /** The segment with the rule; `undefined` for a new one. */
  segment: Segment | undefined
  /** `undefined` for a rule that the form cannot express. */
  typed: TypedRule | undefined
  known: RuleNameable
  name: string
  /** Number of conditions in the form, including empty ones. */
  lines: number | undefined
  /** Whether another condition is added. */
  isMore?: boolean
  /** The preview of the members. */
  counted?: CountedContacts
}

export function ruleFormBody(shown: RuleForm): Html {
  const { segment, typed } = shown
  const [path, back] = segment ? [`/segments/${segment.id}`, segment.name] : ['/segments', 'Segments']
  return html`<p>
      <a class="back" href="${path}"><bdi>${back}</bdi></a>
    </p>
    <h1>${ruleFormTitle(segment)}</h1>
    <p class="lead">Contacts join the segment when they match the rule, and leave it when they no longer match.</p>
    ${typed ? ruleForm(shown, typed) : html`${beyondForm()} ${ruleAsData(segment!.rule!)}`}`
}

export function ruleFormTitle(segment: Segment | undefined): string {
  return segment ? 'Edit rule' : 'Create segment by rule'
}

function ruleForm(shown: RuleForm, typed: TypedRule): Html {
  const { segment, known, name, lines: before = NEW_CONDITIONS, isMore = false, counted } = shown
  const { join, conditions } = typed
  const groups = ruleFields(
    known,
    conditions.map(({ field }) => field),
  )
  const lines = Math.min(Math.max(before + (isMore ? 1 : 0), conditions.length), CONDITIONS_MAX)
  const nothing: TypedCondition = { field: '', operator: 'eq', value: '' }
  return html`<form
      method="post"
      action="${segment ? `/segments/${segment.id}/rule` : '/segments/by-rule'}#who"
      class="editor"
    >
      ${csrfField()} ${errorBox(formOutcome().trouble)} ${!segment && nameField(name)}
      ${choice({ name: 'join', title: 'Match', options: Object.entries(JOINED).map(([id, name]) => ({ id, name })), chosen: join })}
      ${Array.from({ length: lines }, (_, index) => conditionFields(conditions[index] ?? nothing, index + 1, { groups, isNext: isMore && index === conditions.length }))}
      <p class="soft">
        Empty conditions are ignored. Matching is case-sensitive. Opens and clicks are only known for tracked emails.
      </p>
      <div class="choice">
        <button class="main" name="act" value="save">${segment ? 'Save rule' : 'Create segment'}</button>
        <button name="act" value="see" formnovalidate>Preview contacts</button>
        ${
          lines < CONDITIONS_MAX
            ? html`<button name="act" value="more" formnovalidate>Add condition</button>`
            : html`<span class="soft">To use more than ${CONDITIONS_MAX} conditions, use the API.</span>`
        }
      </div>
    </form>
    ${counted && preview(counted)}`
}

function nameField(name: string): Html {
  return field('Name', { ...SEGMENT_NAME, hint: NAME_HINT, value: name })
}

/** `isNext`: whether its first field gets the focus. */
function conditionFields(
  { field: chosen_field, operator, value }: TypedCondition,
  number: number,
  { groups, isNext }: { groups: FieldGroup[]; isNext: boolean },
): Html {
  const chosen = (is: boolean): Html | false => is && html`selected`
  return html`<fieldset class="condition">
    <legend>Condition ${number}</legend>
    <div>
      <label for="field-${number}">Field</label>
      <select id="field-${number}" name="field" ${isNext && html`autofocus`}>
        <option value="">None</option>
        ${groups.map(
          ({ title, fields }) =>
            html`<optgroup label="${title}">
              ${fields.map(({ id, name }) => html`<option value="${id}" ${chosen(id === chosen_field)}>${name}</option>`)}
            </optgroup>`,
        )}
      </select>
    </div>
    <div>
      <label for="operator-${number}">Operator</label>
      <select id="operator-${number}" name="operator">
        ${OPERATOR_GROUPS.map(
          ({ title, operators }) =>
            html`<optgroup label="${title}">
              ${operators.map(each => html`<option value="${each}" ${chosen(each === operator)}>${OPERATORS[each]}</option>`)}
            </optgroup>`,
        )}
      </select>
    </div>
    <div>${field('Value', { name: 'value', id: `value-${number}`, maxlength: VALUE_MAX, ...VERBATIM, value })}</div>
  </fieldset>`
}

const ALL = Object.keys(OPERATORS) as TypedOperator[]
const YES_OR_NO: readonly TypedOperator[] = ['yes', 'no']
const OPERATOR_GROUPS = [
  { title: 'With a value', operators: ALL.filter(each => !VALUELESS.includes(each)) },
  { title: 'Without a value', operators: ALL.filter(each => VALUELESS.includes(each) && !YES_OR_NO.includes(each)) },
  { title: 'Yes or no', operators: YES_OR_NO },
]

function preview(counted: CountedContacts): Html {
  return html`<section id="who" aria-labelledby="who-title">
    <h2 id="who-title">Preview</h2>
    <p role="status">${countText(counted)} Nothing is saved yet.</p>
    ${
      counted.rows.length > 0 &&
      html`<p>Newest first:</p>
        ${contactList(counted.rows)}`
    }
  </section>`
}
