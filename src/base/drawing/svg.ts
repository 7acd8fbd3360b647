// Draws a graph as SVG, with the path of a run if given: as part of a page, where each box is a link, or as a file.
import { type Html, html } from '../html/html.ts'
import { fitting } from './fitting.ts'
import type { NodeState, PlainGraph, PlainNode } from './graph.ts'
import { type Line, type Point, layoutOf } from './layout.ts'
import { BOX_WIDTH } from './plan.ts'

interface Picture {
  svg: Html
  /** At full size, in pixels. */
  width: number
  /** The upper left corner of each node's box, by the node's id, from top to bottom. */
  boxes: ReadonlyMap<string, Point>
}

/** For a drawing in a page that includes the styles of `drawing.css`. */
interface PageLook {
  title: string
  description: string
  /** The link of the box with this number, counted from top to bottom; the id of the box is `box-` and the number. */
  link: (number: number, id: string) => string
}

/** For a drawing as a file, which has no links and contains its styles. */
interface FileLook {
  title: string
  styles: string
}

export function pagePicture(graph: PlainGraph, { title, description, link }: PageLook): Picture {
  return pictureOf(graph, {
    title,
    attributes: html`role="group" aria-labelledby="graph-title" aria-describedby="graph-description"`,
    head: html`<desc id="graph-description">${description}</desc>`,
    around: (box, number, id) =>
      html`<a href="${link(number, id)}" id="box-${number}" class="${box.classes}" aria-label="${box.name}">
        ${box.content}
      </a>`,
  })
}

export function filePicture(graph: PlainGraph, { title, styles }: FileLook): Picture {
  return pictureOf(graph, {
    title,
    attributes: html`xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="graph-title"`,
    head: html`<style>
      ${styles}
    </style>`,
    around: ({ classes, content }) => html`<g class="${classes}">${content}</g>`,
  })
}

interface Look {
  title: string
  attributes: Html
  head: Html
  around: (box: Box, number: number, id: string) => Html
}

interface Box {
  classes: string
  /** The displayed texts of the box. */
  name: string
  content: Html
}

const PLAIN_HEIGHT = 56
const MARKED_HEIGHT = 80
const PADDING = 14
const TEXT_WIDTH = BOX_WIDTH - 2 * PADDING

function pictureOf(graph: PlainGraph, look: Look): Picture {
  const box_height = graph.nodes.some(({ mark }) => mark) ? MARKED_HEIGHT : PLAIN_HEIGHT
  const { width, height, boxes, lines } = layoutOf(graph, box_height)
  const byId = new Map(graph.nodes.map(node => [node.id, node]))
  const svg = html`<svg
    class="graph"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    ${look.attributes}
  >
    <title id="graph-title">${look.title}</title>
    ${look.head}
    <defs>${arrow('arrow')}${arrow('arrow-taken')}</defs>
    <g aria-hidden="true">
      ${lines.filter(({ edge }) => !edge.is_taken).map(way)}${lines.filter(({ edge }) => edge.is_taken).map(way)}
      ${lines.map(({ edge, points }) => label(points[0]!, edge.label))}
    </g>
    ${[...boxes].map(([id, at], index) => look.around(boxOf(byId.get(id)!, at, box_height), index + 1, id))}
  </svg>`
  return { svg, width, boxes }
}

function arrow(id: string): Html {
  return html`<marker
    id="${id}"
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth="8"
    markerHeight="8"
    orient="auto"
    markerUnits="userSpaceOnUse"
    ><path d="M0 0 8 4 0 8z"
  /></marker>`
}

function way({ edge, points }: Line): Html {
  const { exit, to } = edge
  const of = html`class="way" d="${pathOf(points)}"`
  if (exit !== undefined) return html`<path ${of} data-exit="${exit}" data-to="${to}" marker-end="url(#arrow)" />`
  return edge.is_taken
    ? html`<path class="way taken" d="${pathOf(points)}" marker-end="url(#arrow-taken)" />`
    : html`<path ${of} marker-end="url(#arrow)" />`
}

const CORNER = 6

/** A path with rounded corners. */
function pathOf(points: readonly Point[]): string {
  const inner = points.slice(1, -1).map((corner, index) => {
    const before = toward(corner, points[index]!)
    const after = toward(corner, points[index + 2]!)
    return `L${before.x} ${before.y}Q${corner.x} ${corner.y} ${after.x} ${after.y}`
  })
  const [first, last] = [points[0]!, points.at(-1)!]
  return `M${first.x} ${first.y}${inner.join('')}L${last.x} ${last.y}`
}

/** A point a short distance along the way from one point to another; all lines are horizontal or vertical. */
function toward(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const part = Math.min(CORNER, distance / 2) / distance
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

function label({ x, y }: Point, words: string): Html | false {
  return words !== '' && html`<text class="label" x="${x}" y="${y + 16}" text-anchor="middle">${words}</text>`
}

function boxOf({ title, detail, mark, is_current }: PlainNode, { x, y }: Point, height: number): Box {
  const shown = { title: fitting(title, TEXT_WIDTH, 15), detail: fitting(detail, TEXT_WIDTH, 13) }
  const words = mark && fitting(mark.words, TEXT_WIDTH - 18, 13)
  return {
    // the visible words, so that speech input can activate the box (WCAG 2.5.3); the title contains all of them
    name: wholeName(shown.title, shown.detail, words),
    classes: `step${mark ? ` ${mark.state}` : ''}${mark?.is_reached ? ' reached' : ''}${is_current ? ' current' : ''}`,
    content: html`<title>${wholeName(title, detail, mark?.words)}</title>
      <rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${height}" rx="10" />
      <text class="key" x="${x + PADDING}" y="${y + 24}">${shown.title}</text>
      <text class="about" x="${x + PADDING}" y="${y + 43}">${shown.detail}</text>
      ${mark && state(mark.state, words!, { x: x + PADDING, y: y + 66 })}`,
  }
}

function wholeName(title: string, detail: string, words: string | undefined): string {
  return `${title}, ${detail}${words === undefined ? '' : `. ${words}`}`
}

/** Each state has its own sign, so that states do not differ by color alone. */
const SIGNS: Record<NodeState, string> = {
  pending: 'M5.5 1a4 4 0 1 0 .1 0z',
  running: 'M2 0 10 5 2 10z',
  waiting: 'M2 0H9M2 10H9M3 0 8 10M8 0 3 10',
  completed: 'M0 5 4 9 11 1',
  failed: 'M1 1 9 9M9 1 1 9',
  skipped: 'M1 5H10',
}

function state(of: NodeState, words: string, { x, y }: Point): Html {
  return html`<path class="sign" d="${SIGNS[of]}" transform="translate(${x} ${y - 10})" />
    <text class="state" x="${x + 18}" y="${y}">${words}</text>`
}
