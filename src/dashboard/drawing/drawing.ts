// A graph as a picture, with a run's path on it if there is one. It is made of links to the rows of the table below it,
// so that it can be walked through with the keyboard and nothing is told by the picture alone.
import type { Schemas } from '../../../generated/api.ts'
import { summaryOf, titleOf } from '../../automations/actions.ts'
import type { Connection, Graph } from '../../automations/model.ts'
import { type Html, html } from '../../html/html.ts'
import { fitting } from './fitting.ts'
import { type Line, type Point, layoutOf } from './layout.ts'
import { BOX_WIDTH } from './plan.ts'
import { wayWords } from './words.ts'

type Step = Schemas['AutomationStep']

/** What became of a step in a run. */
export interface Mark {
  status: Schemas['StepRunStatus']
  /** Whether the run came to it. */
  reached: boolean
  words: string
  /** When the step ended. */
  ended_at: string | null
}

export interface RunMarks {
  steps: ReadonlyMap<string, Mark>
  /** The connections that the run went along. */
  taken: ReadonlySet<Connection>
}

export interface Drawing {
  picture: Html
  /** At full size, in pixels. */
  width: number
  /** Of a run: the upper left corner of the step at which it stands. */
  here: Point | undefined
  /** From top to bottom; the row of the first one has the id `step-1`, its box `box-1`. */
  steps: Step[]
}

const PLAIN_HEIGHT = 56
const MARKED_HEIGHT = 80
const PADDING = 14
const TEXT_WIDTH = BOX_WIDTH - 2 * PADDING

export function drawingOf(graph: Graph, title: string, marks?: RunMarks): Drawing {
  const box_height = marks ? MARKED_HEIGHT : PLAIN_HEIGHT
  const { width, height, boxes, lines } = layoutOf(graph, box_height)
  const byKey = new Map(graph.steps.map(step => [step.key, step]))
  const steps = [...boxes.keys()].map(key => byKey.get(key)!)
  const isTaken = ({ connection }: Line): boolean => marks?.taken.has(connection) === true
  const lone = new Map(
    [...Map.groupBy(graph.connections, ({ from }) => from)].map(([key, ways]) => [key, ways.length < 2]),
  )
  const picture = html`<svg
    class="graph"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="group"
    aria-labelledby="graph-title"
    aria-describedby="graph-description"
  >
    <title id="graph-title">${title}</title>
    <desc id="graph-description">Each step leads to its row in the table below, which says the same in words.</desc>
    <defs>${arrow('arrow')}${arrow('arrow-taken')}</defs>
    <g aria-hidden="true">
      ${lines.filter(line => !isTaken(line)).map(line => way(line, false))}${lines.filter(isTaken).map(line => way(line, true))}
      ${lines.map(({ connection, points }) => label(points[0]!, wayWords(connection, lone.get(connection.from)!)))}
    </g>
    ${steps.map((step, index) => box(step, index + 1, boxes.get(step.key)!, box_height, marks?.steps.get(step.key)))}
  </svg>`
  const stands = steps.find(({ key }) => STANDS.has(marks?.steps.get(key)?.status))
  return { picture, width, here: stands && boxes.get(stands.key), steps }
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

function way({ points }: Line, isTaken: boolean): Html {
  return isTaken
    ? html`<path class="way taken" d="${pathOf(points)}" marker-end="url(#arrow-taken)" />`
    : html`<path class="way" d="${pathOf(points)}" marker-end="url(#arrow)" />`
}

const CORNER = 6

/** With corners rounded off. */
function pathOf(points: readonly Point[]): string {
  const inner = points.slice(1, -1).map((corner, index) => {
    const before = toward(corner, points[index]!)
    const after = toward(corner, points[index + 2]!)
    return `L${before.x} ${before.y}Q${corner.x} ${corner.y} ${after.x} ${after.y}`
  })
  const [first, last] = [points[0]!, points.at(-1)!]
  return `M${first.x} ${first.y}${inner.join('')}L${last.x} ${last.y}`
}

/** A little way from one point to another; all lines are level or upright. */
function toward(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const part = Math.min(CORNER, distance / 2) / distance
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

function label({ x, y }: Point, words: string): Html | false {
  return words !== '' && html`<text class="label" x="${x}" y="${y + 16}" text-anchor="middle">${words}</text>`
}

function box(step: Step, number: number, { x, y }: Point, height: number, mark: Mark | undefined): Html {
  const summary = summaryOf(step)
  const about = summary === '' ? titleOf(step) : `${titleOf(step)}: ${summary}`
  const whole = `${step.key}, ${about}${mark ? `. ${wordsOf(mark)}` : ''}`
  const classes = mark ? `step ${mark.status}${mark.reached ? ' reached' : ''}` : 'step'
  return html`<a href="#step-${number}" id="box-${number}" class="${classes}" aria-label="${whole}">
    <title>${whole}</title>
    <rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${height}" rx="10" />
    <text class="key" x="${x + PADDING}" y="${y + 24}">${fitting(step.key, TEXT_WIDTH, 15)}</text>
    <text class="about" x="${x + PADDING}" y="${y + 43}">${fitting(about, TEXT_WIDTH, 13)}</text>
    ${mark && state(mark, x + PADDING, y + 66)}
  </a>`
}

const STANDS: ReadonlySet<Mark['status'] | undefined> = new Set(['running', 'waiting', 'failed'])

/** A sign of its own for each, so that none is told by its colour alone. */
const SIGNS: Record<Mark['status'], string> = {
  pending: 'M5.5 1a4 4 0 1 0 .1 0z',
  running: 'M2 0 10 5 2 10z',
  waiting: 'M2 0H9M2 10H9M3 0 8 10M8 0 3 10',
  completed: 'M0 5 4 9 11 1',
  failed: 'M1 1 9 9M9 1 1 9',
  skipped: 'M1 5H10',
}

function state(mark: Mark, x: number, y: number): Html {
  return html`<path class="sign" d="${SIGNS[mark.status]}" transform="translate(${x} ${y - 10})" />
    <text class="state" x="${x + 18}" y="${y}">${fitting(wordsOf(mark), TEXT_WIDTH - 18, 13)}</text>`
}

function wordsOf({ words, ended_at }: Mark): string {
  return ended_at === null ? words : `${words} ${shortly(ended_at)}`
}

/** To the minute. */
export function shortly(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`
}
