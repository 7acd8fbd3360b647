// Forms, and the buttons that are forms. They need no script.
import { type Content, type Html, html } from '../../../base/html/html.ts'
import { CSRF_FIELD } from '../session/csrf.ts'

export function csrfField({ csrf_token }: { csrf_token: string }): Html {
  return html`<input type="hidden" name="${CSRF_FIELD}" value="${csrf_token}" />`
}

export function troubleBox(trouble: string | undefined): Html | undefined {
  return trouble === undefined ? undefined : html`<p class="trouble" role="alert" id="trouble">${trouble}</p>`
}

interface ActForm {
  path: string
  label: string
  csrf_token: string
  /** What the form is about. */
  fields?: Record<string, string>
  /** What the person can choose on the way. */
  choices?: Html | undefined
  /** For who cannot see which line a button stands in. */
  about: string
}

/** A button that does something at once. */
export function actForm({ path, label, about, fields = {}, choices, ...token }: ActForm): Html {
  return html`<form method="post" action="${path}">
    ${csrfField(token)}
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${choices}
    <button class="quiet" aria-label="${label}: ${about}">${label}</button>
  </form>`
}

/** What the button of a form that stands elsewhere on the page does: it takes along what is typed there. */
export interface FormButton {
  /** The id of the form. */
  form: string
  label: string
  about: string
  /** Where it leads, if not where the form does. */
  path?: string
  /** What goes along with the fields. */
  field?: { name: string; value: string }
  /** Whether fields that have to be filled in may be empty. */
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

/** A button that asks once more, which needs no script either. */
export function confirmForm(act: ActForm & { question: string | Html }): Html {
  return html`<details class="confirm">
    <summary aria-label="${act.label}: ${act.about}">${act.label}</summary>
    <p>${act.question}</p>
    ${actForm({ ...act, label: `Yes, ${act.label.toLowerCase()}` })}
  </details>`
}

interface ChangeForm extends Pick<ActForm, 'path' | 'label' | 'about' | 'csrf_token'> {
  fields: Content
  isOpen?: boolean
  /** On its button, if that does not say the same. */
  button?: string
}

/** A small form about one thing, behind a button. */
export function changeForm({ path, label, about, fields, isOpen = false, button = label, ...token }: ChangeForm): Html {
  return html`<details class="confirm" ${isOpen && html`open`}>
    <summary aria-label="${label}: ${about}">${label}</summary>
    <form method="post" action="${path}">
      ${csrfField(token)} ${fields}
      <button>${button}</button>
    </form>
  </details>`
}

interface PanelForm {
  title: string
  path: string
  csrf_token: string
  fields: Content
  /** Of its button. */
  label: string
  trouble?: string | undefined
  isOpen?: boolean
}

/** A form that is folded away until it is needed, or something is wrong with it. */
export function panelForm({ title, path, fields, label, trouble, isOpen = false, ...token }: PanelForm): Html {
  return html`<details class="panel" ${(isOpen || trouble !== undefined) && html`open`}>
    <summary>${title}</summary>
    ${troubleBox(trouble)}
    <form method="post" action="${path}">
      ${csrfField(token)} ${fields}
      <button class="main">${label}</button>
    </form>
  </details>`
}

interface Search {
  path: string
  /** Of the parameter that the words go into. */
  name: string
  /** What can be searched for. */
  title: string
  length_max: number
  words: string | undefined
  /** What else the address says. */
  kept: Record<string, string>
  /** Where everything is shown again. */
  all: { path: string; title: string }
  /** What its button says. */
  button?: string
  id?: string
}

/** A list's search, with a way back to all of it. */
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
