// The rule of a segment on its page, and the form in which it is edited. The form needs no script, because a button adds a
// line.
import { CONTACTS_COUNTED_MAX, type CountedContacts } from '../../../../../audience/contacts/search/actions.ts'
import type { Segment } from '../../../../../audience/segments/store.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
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
import { SEGMENT_NAME } from '../list-view.ts'
import { numeral } from '../../../ui/reader.ts'

const JOINED = { and: 'All of these are true', or: 'Any of these is true' }
const VALUE_MAX = 1000
/** Lines of a new form. */
const LINES = 3

/** The number of contacts, if they were counted. */
export function countWords({ count, isWhole }: CountedContacts): string {
  const contacts = `${numeral(count)} ${count === 1 ? 'contact' : 'contacts'}`
  if (isWhole) return `The rule is true of ${contacts} now.`
  return count < CONTACTS_COUNTED_MAX
    ? `The rule is true of ${contacts} of those that were looked at; there may be more.`
    : `The rule is true of more than ${contacts} now.`
}

// ---- a stored rule ------------------------------------------------------------------------------------------------

/** The rule on the page of its segment. */
export function ruleBox({ id, name }: Segment, rule: NonNullable<Segment['rule']>, known: RuleNameable): Html {
  const typed = typedOf(rule, known.properties)
  return html`<p>A rule decides which contacts are in this segment.</p>
    ${
      typed
        ? html`${conditionList(typed, known)}
            <div class="acts">
              <a class="button" href="/segments/${id}/rule" aria-label="Change the rule of ${name}">Change the rule</a>
            </div>`
        : beyondForm()
    }
    ${ruleAsData(rule)}`
}

function beyondForm(): Html {
  return html`<p class="note">The form of this page cannot show this rule. A program can change it, by the API.</p>`
}

function ruleAsData(rule: object): Html {
  return html`<details>
    <summary>The rule as data</summary>
    <pre class="text" tabindex="0">${JSON.stringify(rule, null, 2)}</pre>
  </details>`
}

function conditionList({ join, conditions }: TypedRule, known: RuleNameable): Html {
  const groups = ruleFields(
    known,
    conditions.map(({ field }) => field),
  )
  const names = new Map(groups.flatMap(({ fields }) => fields.map(({ id, name }) => [id, name])))
  return html`${conditions.length > 1 && html`<p>${JOINED[join]}:</p>`}
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
  visitor: Visitor
  name: string
  /** Number of lines in the form. */
  lines: number | undefined
  /** Whether another line is added. */
  isMore?: boolean
  trouble: string | undefined
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
    <p class="lead">Contacts join it when the rule is true of them, and leave it when it is not.</p>
    ${typed ? ruleForm(shown, typed) : html`${beyondForm()} ${ruleAsData(segment!.rule!)}`}`
}

export function ruleFormTitle(segment: Segment | undefined): string {
  return segment ? 'Change the rule' : 'A segment by rule'
}

function ruleForm(shown: RuleForm, typed: TypedRule): Html {
  const { segment, known, name, lines: before = LINES, isMore = false, trouble, counted } = shown
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
      ${csrfField()} ${troubleBox(trouble)} ${!segment && nameField(name)}
      ${choice({ name: 'join', title: 'Who is in it', options: Object.entries(JOINED).map(([id, name]) => ({ id, name })), chosen: join })}
      ${Array.from({ length: lines }, (_, index) => conditionFields(conditions[index] ?? nothing, index + 1, { groups, isNext: isMore && index === conditions.length }))}
      <p class="soft">
        Empty lines do not count. Capital and small letters differ. Opened mail and followed links are known for tracked
        mail only.
      </p>
      <div class="choice">
        <button class="main" name="act" value="save">${segment ? 'Save the rule' : 'Make the segment'}</button>
        <button name="act" value="see" formnovalidate>See who that is</button>
        ${
          lines < CONDITIONS_MAX
            ? html`<button name="act" value="more" formnovalidate>One more condition</button>`
            : html`<span class="soft">More than ${CONDITIONS_MAX} conditions are for programs.</span>`
        }
      </div>
    </form>
    ${counted && who(counted)}`
}

function nameField(name: string): Html {
  return field('Name, such as Paying customers', { ...SEGMENT_NAME, value: name })
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
      <label for="field-${number}">About</label>
      <select id="field-${number}" name="field" ${isNext && html`autofocus`}>
        <option value="">Nothing</option>
        ${groups.map(
          ({ title, fields }) =>
            html`<optgroup label="${title}">
              ${fields.map(({ id, name }) => html`<option value="${id}" ${chosen(id === chosen_field)}>${name}</option>`)}
            </optgroup>`,
        )}
      </select>
    </div>
    <div>
      <label for="operator-${number}">How</label>
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
  { title: 'Without one', operators: ALL.filter(each => VALUELESS.includes(each) && !YES_OR_NO.includes(each)) },
  { title: 'Where it is one or the other', operators: YES_OR_NO },
]

function who(counted: CountedContacts): Html {
  return html`<section id="who" aria-labelledby="who-title">
    <h2 id="who-title">Who that is</h2>
    <p role="status">${countWords(counted)} Nothing is saved yet.</p>
    ${
      counted.rows.length > 0 &&
      html`<p>The latest of them:</p>
        ${contactList(counted.rows)}`
    }
  </section>`
}
