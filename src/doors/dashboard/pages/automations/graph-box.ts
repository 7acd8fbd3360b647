// The picture of a graph in a box that scrolls by itself: as wide as the box, or larger by choice, without a script.
import { type Html, html } from '../../../../base/html/html.ts'
import type { Drawing } from './drawing.ts'
import type { Point } from '../../../../base/drawing/layout.ts'

type Size = 'fit' | 'half' | 'full'

const SIZES: Record<Size, string> = { fit: 'Fit', half: '50 %', full: '100 %' }

/** As wide as the box on a phone, without any smaller. */
const SMALL_WIDTH = 330
/** Scaled down to the box, its words would be too small to read. */
const LARGE_WIDTH = 1800

/** Where a run stands on a large graph is shown at full size, with the box scrolled to it; otherwise the whole is. */
export function graphBox({ picture, width, here }: Drawing): Html {
  const begins: Size = here && width > LARGE_WIDTH ? 'full' : 'fit'
  return html`<div class="graph-frame">
    ${width > SMALL_WIDTH && sizeChoice(begins)}
    <div class="graph-box" role="region" aria-label="Graph" tabindex="0">${picture} ${here && place(here)}</div>
  </div>`
}

/** What the box is scrolled to. Held in its place by an empty picture, as a page has no styles of its own. */
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
