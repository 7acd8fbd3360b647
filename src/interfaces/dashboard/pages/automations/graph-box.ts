// The diagram of a graph in a scrollable box: as wide as the box, or larger on request, without a script.
import { type Html, html } from '../../../../base/html/html.ts'
import type { Drawing } from './drawing.ts'
import type { Point } from '../../../../base/drawing/layout.ts'

type Size = 'fit' | 'half' | 'full'

const SIZES: Record<Size, string> = { fit: 'Fit', half: '50 %', full: '100 %' }

/** Not wider than the box on a phone, so no smaller size is needed. */
const SMALL_WIDTH = 330
/** Above this width, the text is too small to read when the graph is scaled down to the box. */
const LARGE_WIDTH = 1800

/** A large graph of a run is shown at full size, scrolled to the step of the run; other graphs are shown as a whole. */
export function graphBox({ picture, width, here }: Drawing): Html {
  const begins: Size = here && width > LARGE_WIDTH ? 'full' : 'fit'
  return html`<div class="graph-frame">
    ${width > SMALL_WIDTH && sizeChoice(begins)}
    <div class="graph-box" role="region" aria-label="Graph" tabindex="0">${picture} ${here && place(here)}</div>
  </div>`
}

/** The element that the box is scrolled to. An empty image positions it, because a page has no inline styles. */
function place({ x, y }: Point): Html {
  return html`<div class="place" aria-hidden="true">
    <svg width="${x}" height="${y}"></svg><span class="here"></span>
  </div>`
}

function sizeChoice(begins: Size): Html {
  return html`<fieldset class="sizes">
    <legend>Size</legend>
    ${Object.entries(SIZES).map(
      ([size, title]) =>
        html`<label
          ><input type="radio" name="size" value="${size}" ${size === begins && html`checked`} />${title}</label
        >`,
    )}
  </fieldset>`
}
