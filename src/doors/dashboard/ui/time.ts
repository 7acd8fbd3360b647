// Times in pages are in UTC, as a person's time zone is not known without a script.
import { type Html, html } from '../../../base/html/html.ts'

export function moment(at: string): Html {
  return html`<time datetime="${at}">${shortly(at)} UTC</time>`
}

/** To the minute. */
export function shortly(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`
}

/** To the second, where many things happen within a minute. The text beside it has to name UTC. */
export function exactly(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time>`
}
