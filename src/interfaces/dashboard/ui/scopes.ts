// Scopes as text, and the fields to choose them.
import { type Html, html } from '../../../base/html/html.ts'
import { impliedScopes, withoutImplied, scopeTexts } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'

/** The titles of scopes, without those that another one includes. */
export function scopeTitles(scopes: readonly Scope[]): string[] {
  return withoutImplied(scopes).map(scope => scopeTexts(scope).title)
}

export function scopeLine(scope: Scope): Html {
  const { title, consent } = scopeTexts(scope)
  return html`<strong>${title}</strong> ${consent}`
}

/** Whether one scope is chosen instead of several: there are two, and one includes the other. */
export function isSingleChoice(offered: readonly Scope[]): boolean {
  return offered.length === 2 && withoutImplied(offered).length === 1
}

/** A checkbox for each scope. A scope that includes others lists them, because they need not be checked, too. */
export function scopeBoxes(offered: readonly Scope[], checked: readonly Scope[]): Html {
  return html`${offered.map(scope => {
    const others = impliedScopes([scope]).filter(each => each !== scope)
    return html`<label class="option">
      <input type="checkbox" name="scope" value="${scope}" ${checked.includes(scope) && html`checked`} />
      <span>
        ${scopeLine(scope)}
        ${others.length > 0 && html`<small>Includes: ${others.map(each => scopeTexts(each).title).join(', ')}.</small>`}
      </span>
    </label>`
  })}`
}
