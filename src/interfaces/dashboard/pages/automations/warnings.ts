// Warnings about an automation that do not prevent enabling it.
import type { Problem } from '../../../../campaigns/automations/graph/problems.ts'
import { type Html, html } from '../../../../base/html/html.ts'

export function warningBox(warnings: readonly Problem[]): Html | undefined {
  if (warnings.length === 0) return undefined
  return html`<section class="warning" aria-labelledby="warnings">
    <h2 id="warnings">Probably not meant so</h2>
    <ul>
      ${warnings.map(
        ({ step, message }) =>
          html`<li>
            ${
              step !== undefined &&
              html`<b><bdi>${step}</bdi></b
                >: `
            }${message}
          </li>`,
      )}
    </ul>
  </section>`
}
