// Forms, and buttons that are forms. None of them needs a script.
import { withLabels } from './field-labels.ts'
import { currentReader, doneNote, formOutcome } from './reader.ts'
import { type Content, type Html, html } from '../../../base/html/html.ts'
import { CSRF_FIELD } from '../session/csrf.ts'

/** The CSRF token of the page that is being rendered. Every form that is sent with POST has it. */
export function csrfField(): Html {
  const { csrf_token } = currentReader()
  if (csrf_token === undefined) throw new Error('this page has no CSRF token for its form')
  return html`<input type="hidden" name="${CSRF_FIELD}" value="${csrf_token}" />`
}

export function errorBox(trouble: string | undefined): Html | undefined {
  return trouble === undefined
    ? undefined
    : html`<p class="trouble" role="alert" id="trouble">${withLabels(trouble)}</p>`
}

/** The result of the preceding form, or why it was refused. */
export const formMessages = (): Html => html`${doneNote()} ${errorBox(formOutcome().trouble)}`

interface ActForm {
  path: string
  label: string
  /** Hidden fields. */
  fields?: Record<string, string>
  /** Fields that the person can fill in before pressing the button. */
  choices?: Html | undefined
  /** The object of the button, for people who cannot see which row it is in. */
  about: string
}

/** A button that acts immediately. */
export function actionForm({ path, label, about, fields = {}, choices }: ActForm): Html {
  return html`<form method="post" action="${path}">
    ${csrfField()}
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${choices}
    <button class="quiet" aria-label="${label}: ${about}">${label}</button>
  </form>`
}

/** A button outside of a form that submits the form with its fields. */
export interface FormButton {
  /** The id of the form. */
  form: string
  label: string
  about: string
  /** The path to submit to, if it differs from that of the form. */
  path?: string
  /** A field that is sent in addition to those of the form. */
  field?: { name: string; value: string }
  /** Whether required fields may be empty. */
  isAnyway?: true
  kind?: 'main' | 'quiet'
}

export function formButton({ form, label, about, path, field, isAnyway, kind = 'quiet' }: FormButton): Html {
  return html`<button
    class="${kind}"
    form="${form}"
    ${path !== undefined && html`formaction="${path}"`}
    ${field && html`name="${field.name}" value="${field.value}"`}
    ${isAnyway && html`formnovalidate`}
    aria-label="${label}: ${about}"
  >
    ${label}
  </button>`
}

/** A button with a confirmation, which needs no script either. */
export function confirmForm(act: ActForm & { question: string | Html }): Html {
  return html`<details class="confirm">
    <summary aria-label="${act.label}: ${act.about}">${act.label}</summary>
    <p>${act.question}</p>
    ${actionForm({ ...act, label: `Yes, ${act.label.toLowerCase()}` })}
  </details>`
}

interface ChangeForm extends Pick<ActForm, 'path' | 'label' | 'about'> {
  fields: Content
  isOpen?: boolean
  /** The text of its button, if not `label`. */
  button?: string
}

/** A small form about one object, behind a button. */
export function inlineForm({ path, label, about, fields, isOpen = false, button = label }: ChangeForm): Html {
  return html`<details class="confirm" ${isOpen && html`open`}>
    <summary aria-label="${label}: ${about}">${label}</summary>
    <form method="post" action="${path}">
      ${csrfField()} ${fields}
      <button>${button}</button>
    </form>
  </details>`
}

interface PanelForm {
  title: string
  path: string
  fields: Content
  /** The text of its button. */
  label: string
  trouble?: string | undefined
  isOpen?: boolean
}

/** A form that is collapsed until it is needed, and open if it was refused. */
export function panelForm({ title, path, fields, label, trouble, isOpen = false }: PanelForm): Html {
  return html`<details class="panel" ${(isOpen || trouble !== undefined) && html`open`}>
    <summary>${title}</summary>
    ${errorBox(trouble)}
    <form method="post" action="${path}">
      ${csrfField()} ${fields}
      <button class="main">${label}</button>
    </form>
  </details>`
}

interface Search {
  path: string
  /** The name of the parameter with the search words. */
  name: string
  /** What can be searched for. */
  title: string
  length_max: number
  words: string | undefined
  /** Other parameters of the URL, which are preserved. */
  kept: Record<string, string>
  /** The link back to the whole list. */
  all: { path: string; title: string }
  /** The text of its button. */
  button?: string
  id?: string
}

/** The search of a list, with a link back to the whole list. */
export function searchForm(search: Search): Html {
  const { path, name, title, length_max, words, kept, all, button = 'Search', id } = search
  return html`<form class="search" method="get" action="${path}" role="search" ${id !== undefined && html`id="${id}"`}>
    ${Object.entries(kept).map(([also, value]) => html`<input type="hidden" name="${also}" value="${value}" />`)}
    <input
      type="search"
      name="${name}"
      aria-label="${title}"
      placeholder="${title}"
      maxlength="${length_max}"
      value="${words ?? ''}"
    />
    <button>${button}</button>
    ${words !== undefined && html`<a href="${all.path}">${all.title}</a>`}
  </form>`
}
