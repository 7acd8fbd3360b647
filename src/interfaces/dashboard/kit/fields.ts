// Fields of a resource's form. Each field renders itself with a value, and reads and checks the entered value.
import type { InSchemas } from '../../../../generated/api.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { isLongerThan } from '../../../base/text/length.ts'
import { FormFault } from '../problems.ts'
import { textArea, choice, field, lengthOf, radios } from '../ui/fields.ts'
import { entered } from '../ui/reader.ts'
import { formText } from '../ui/form-values.ts'

/** `Extra`: what the page has loaded for its fields, such as options. */
export interface FormField<Value, Extra = unknown> {
  render(name: string, value: string | null, extra: Extra): Html
  /** Throws a `FormFault` that names the label. */
  read(form: URLSearchParams, name: string): Value
  /** Whether only the form that creates has the field, because the value cannot change later. */
  isForNew?: boolean
}

export type FieldsOf<Extra> = Readonly<Record<string, FormField<unknown, Extra>>>

/** The values that a form with these fields sends. */
export type FormBody<F> = { -readonly [Name in keyof F]: F[Name] extends FormField<infer Value, never> ? Value : never }

/** The fields with the entered values of a refused form, or else those of the stored record. */
export function renderFields<Extra>(fields: FieldsOf<Extra>, extra: Extra, row?: object): Html {
  const stored = row as Record<string, string | null> | undefined
  const shown = Object.entries(fields).filter(([, { isForNew }]) => !(row && isForNew))
  return html`${shown.map(([name, each]) => each.render(name, entered(name, stored?.[name]), extra))}`
}

/** Reads a form. Throws a `FormFault` for the first invalid value. */
export function readBody<F extends FieldsOf<never>>(fields: F, form: URLSearchParams, isNew: boolean): FormBody<F> {
  const sent = Object.entries(fields).filter(([, { isForNew }]) => isNew || !isForNew)
  return Object.fromEntries(sent.map(([name, each]) => [name, each.read(form, name)])) as FormBody<F>
}

interface TextOptions {
  /** In characters. */
  length_max: number
  /** One sentence below the field. */
  hint?: string
  /** Several lines. */
  rows?: number
  check?: (value: string) => boolean
  /** The message for a value that `check` refuses. */
  fault?: string
}

/** A required text. */
export function textField(label: string, options: TextOptions): FormField<string> {
  const { length_max, hint, rows, check = () => true, fault } = options
  const attributes = { required: true, maxlength: length_max, autocomplete: 'off', hint }
  return {
    render: (name, value) =>
      rows ? textArea(label, { name, rows, ...attributes, value }) : field(label, { name, ...attributes, value }),
    read: (form, name) => {
      const value = readText(form, name, label, length_max)
      if (value === '') throw new FormFault(`“${label}” is required.`)
      if (!check(value)) throw new FormFault(fault ?? `“${label}” is invalid.`)
      return value
    },
  }
}

/** A text that may be empty. */
export function optionalTextField(label: string, { length_max, hint }: TextOptions): FormField<string | null> {
  return {
    render: (name, value) => field(label, { name, maxlength: length_max, autocomplete: 'off', hint, value }),
    read: (form, name) => readText(form, name, label, length_max) || null,
  }
}

function readText(form: URLSearchParams, name: string, label: string, length_max: number): string {
  const value = formText(form, name).replaceAll('\r\n', '\n')
  if (isLongerThan(value, length_max)) throw new FormFault(`“${label}” can have up to ${length_max} characters.`)
  return value
}

/** The maximum length of a text in the contract. */
export function lengthLimit<Name extends keyof InSchemas>(
  of: Name,
  property: keyof InSchemas[Name] & string,
): { length_max: number } {
  return { length_max: lengthOf(of, property) }
}

export interface ChoiceText {
  title: string
  description: string
}

/** Radio buttons; the first option is the default. */
export function radioField<Name extends string>(
  label: string,
  options: Readonly<Record<Name, ChoiceText>>,
): FormField<Name> {
  const names = Object.keys(options) as Name[]
  const listed = names.map(name => ({ name, ...options[name] }))
  return {
    render: (name, value) => radios(label, listed, { name, value: value ?? names[0]! }),
    read: (form, name) => names.find(each => each === form.get(name)) ?? names[0]!,
  }
}

interface Options<Extra> {
  options: (extra: Extra) => readonly { id: string; name: string }[]
  hint?: string
}

/** A select of the team's objects, or none of them. Reads the id. */
export function selectField<Extra>(label: string, { options, hint }: Options<Extra>): FormField<string | null, Extra> {
  return {
    render: (name, value, extra) =>
      choice({ name, title: label, none: 'None', options: options(extra), chosen: value, hint }),
    read: (form, name) => formText(form, name) || null,
  }
}

/** A field that only the form that creates has. */
export const onCreate = <Value, Extra>(of: FormField<Value, Extra>): FormField<Value, Extra> => ({
  ...of,
  isForNew: true,
})
