// The diagram of an automation: steps as boxes and connections as lines, with a run's path if there is one. Each box links to
// its row in the table below, so that the diagram contains no exclusive information. Its box is scrollable.
import type { Schemas } from '../../../../../generated/api.ts'
import { summaryOf, titleOf } from '../../../../campaigns/automations/steps/index.ts'
import type { Connection, Graph } from '../../../../campaigns/automations/graph/graph.ts'
import type { PlainGraph, PlainNode } from '../../../../base/drawing/graph.ts'
import type { Point } from '../../../../base/drawing/layout.ts'
import { pagePicture } from '../../../../base/drawing/svg.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { dateTimeText } from '../../ui/time.ts'
import { connectionLabel } from './words.ts'

type Step = Schemas['AutomationStep']

/** The state of a step in a run. */
export interface Mark {
  status: Schemas['StepRunStatus']
  /** Whether the run reached the step. */
  reached: boolean
  words: string
  /** When the step ended. */
  ended_at: string | null
}

export interface RunMarks {
  steps: ReadonlyMap<string, Mark>
  /** The connections that the run took. */
  taken: ReadonlySet<Connection>
}

export interface Drawing {
  picture: Html
  /** In pixels, at full size. */
  width: number
  /** The upper left corner of the step where a shown run is or failed. */
  here: Point | undefined
  /** From top to bottom. The row of the first step has the id `step-1`, its box `box-1`. */
  steps: Step[]
}

interface Links {
  description: string
  to: (key: string) => string
  /** Keys of the steps whose configuration is too incomplete to describe. */
  unfinished: ReadonlySet<string>
  /** The key of the step shown next to the diagram. */
  current: string | undefined
}

const CURRENT_STATES: ReadonlySet<Mark['status'] | undefined> = new Set(['running', 'waiting', 'failed'])

/** `links`: the targets of the boxes, if not the rows of the table below. */
export function drawingOf(graph: Graph, title: string, marks?: RunMarks, links?: Links): Drawing {
  const { svg, width, boxes } = pagePicture(plainGraph(graph, marks, links), {
    title,
    description: links?.description ?? 'Each step links to its row in the table below.',
    link: (number, key) => links?.to(key) ?? `#step-${number}`,
  })
  const byKey = new Map(graph.steps.map(step => [step.key, step]))
  const steps = [...boxes.keys()].map(key => byKey.get(key)!)
  const current = steps.find(({ key }) => CURRENT_STATES.has(marks?.steps.get(key)?.status))
  return { picture: svg, width, here: current && boxes.get(current.key), steps }
}

/** The order of a step's connections in the diagram, from left to right. */
const RANKS: Record<Connection['type'], number> = {
  condition_met: 0,
  event_received: 1,
  default: 2,
  condition_not_met: 3,
  timeout: 4,
}

/** The nodes and edges of an automation's diagram. */
export function plainGraph({ steps, connections }: Graph, marks?: RunMarks, links?: Links): PlainGraph {
  const ways = Map.groupBy(connections, ({ from }) => from)
  return {
    nodes: steps.map(step => ({
      ...nodeOf(step, marks?.steps.get(step.key), links?.unfinished.has(step.key)),
      is_current: step.key === links?.current,
    })),
    edges: connections.map(connection => ({
      from: connection.from,
      to: connection.to,
      rank: RANKS[connection.type],
      label: connectionLabel(connection, ways.get(connection.from)!.length < 2),
      is_taken: marks?.taken.has(connection) === true,
      ...(links && { exit: `${connection.type} ${connection.from}` }),
    })),
  }
}

function nodeOf(step: Step, mark: Mark | undefined, isUnfinished = false): PlainNode {
  const summary = isUnfinished ? 'incomplete' : summaryOf(step)
  return {
    id: step.key,
    title: step.key,
    detail: summary === '' ? titleOf(step) : `${titleOf(step)}: ${summary}`,
    ...(mark && { mark: { state: mark.status, words: wordsOf(mark), is_reached: mark.reached } }),
  }
}

function wordsOf({ words, ended_at }: Mark): string {
  return ended_at === null ? words : `${words} ${dateTimeText(ended_at)}`
}

// ---- the box around the diagram -------------------------------------------------------------------------------------

type Size = 'fit' | 'half' | 'full'

const SIZES: Record<Size, string> = { fit: 'Fit', half: '50 %', full: '100 %' }

/** Not wider than the box on a phone, so no smaller size is needed. */
const SMALL_WIDTH = 330
/** Above this width, the text is too small to read when the graph is scaled down to the box. */
const LARGE_WIDTH = 1800

/**
 * The diagram as wide as its box, or larger on request, without a script. The large diagram of a run starts at full size,
 * scrolled to the step of the run.
 */
export function graphBox({ picture, width, here }: Drawing): Html {
  const initial: Size = here && width > LARGE_WIDTH ? 'full' : 'fit'
  return html`<div class="graph-frame">
    ${width > SMALL_WIDTH && sizeChoice(initial)}
    <div class="graph-box" role="region" aria-label="Graph" tabindex="0">${picture} ${here && place(here)}</div>
  </div>`
}

/** The element that the box is scrolled to. An empty image positions it, because a page has no inline styles. */
function place({ x, y }: Point): Html {
  return html`<div class="place" aria-hidden="true">
    <svg width="${x}" height="${y}"></svg><span class="here"></span>
  </div>`
}

function sizeChoice(initial: Size): Html {
  return html`<fieldset class="sizes">
    <legend>Size</legend>
    ${Object.entries(SIZES).map(
      ([size, title]) =>
        html`<label
          ><input type="radio" name="size" value="${size}" ${size === initial && html`checked`} />${title}</label
        >`,
    )}
  </fieldset>`
}
