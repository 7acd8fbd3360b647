// Small parts of pages: facts about one object, and tags.
import { type Content, type Html, html } from '../../../base/html/html.ts'

/** A title and a value; `false`: nothing is shown. */
export type Fact = readonly [title: Content, value: Content] | false

/** A list of facts about one object. */
export function facts(known: readonly Fact[]): Html {
  return html`<dl class="facts">
    ${known.map(
      fact =>
        fact &&
        html`<dt>${fact[0]}</dt>
          <dd>${fact[1]}</dd>`,
    )}
  </dl>`
}

/** A fact with each address on a separate line. */
export function addressFact(title: string, addresses: readonly string[]): Fact {
  return addresses.length > 0 && [title, html`${addresses.map(each => html`<bdi class="line">${each}</bdi>`)}`]
}

/** A state as text, with a mood that determines its appearance. */
export interface State {
  words: string
  mood: '' | 'good' | 'bad' | 'wait'
}

export interface StateWithMeaning extends State {
  sentence: string
}

export function moodTag({ words, mood }: State): Html {
  return tag(words, mood)
}

export function tag(words: Content, mood: State['mood'] = ''): Html {
  return html`<span class="${mood === '' ? 'tag' : `tag ${mood}`}">${words}</span>`
}
