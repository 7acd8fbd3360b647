// The unsubscribe page. Its visitors know the team but not this server, so it has a separate frame.
import type { Context } from 'koa'
import { ICON_PATH } from '../../../../base/html/assets.ts'
import { type Content, type Html, html } from '../../../../base/html/html.ts'
import type { BrandingWithLogo } from '../../../../mail/recipient-pages/actions.ts'
import { LANGUAGE_NAMES, type RecipientLanguage } from '../../../../mail/recipient-pages/rules.ts'
import type { Preferences } from '../../../../mail/unsubscribe/actions.ts'
import type { PreferenceTopic } from '../../../../mail/unsubscribe/rules.ts'
import { accentPath, STYLESHEET_PATH } from '../../ui/assets.ts'
import type { Site } from '../../site.ts'
import { pageHeaders, ROBOTS } from '../../ui/page.ts'
import { type Done, type ProblemName, type Words, WORDS } from './words.ts'

/** The appearance and the language of a page for recipients. */
export interface RecipientFrame {
  look: BrandingWithLogo
  language: RecipientLanguage
}

/** The language that the team has chosen, otherwise the first supported one of the browser. */
export function recipientFrame(ctx: Context, look: BrandingWithLogo): RecipientFrame {
  if (look.language !== 'auto') return { look, language: look.language }
  return { look, language: (ctx.acceptsLanguages(LANGUAGE_NAMES) || 'en') as RecipientLanguage }
}

interface PreferencesView extends Preferences {
  frame: RecipientFrame
  /** The path that forms are sent to. */
  path: string
  /** The result of a form. */
  done: Done | undefined
}

export function preferencesPage(view: PreferencesView): Html {
  const { team, address, unsubscribed, frame, done } = view
  const words = WORDS[frame.language]
  const body = html`<h1><bdi>${words.title(team)}</bdi></h1>
    <p class="lead">${words.about} <bdi>${address}</bdi></p>
    ${done && html`<p class="note" role="status">${words.done[done]}</p>`}
    ${unsubscribed ? outside(view, words) : inside(view, words)}`
  return recipientDocument(frame, words.title(team), body)
}

export function problemPage(frame: RecipientFrame, name: ProblemName): Html {
  const { title, message } = WORDS[frame.language].problems[name]
  const body = html`<h1>${title}</h1>
    <p role="alert">${message}</p>`
  return recipientDocument(frame, title, body)
}

function outside(view: PreferencesView, words: Words): Html {
  return html`${view.done !== 'left' && html`<p>${words.is_out}</p>`}
    <form method="post" action="${view.path}">
      <div class="choice"><button name="act" value="return">${words.come_back}</button></div>
    </form>`
}

/** One button unsubscribes from the topic of the email, and one from everything; both are equally visible. */
function inside(view: PreferencesView, words: Words): Content {
  const { topics, topic_id, tracking_allowed } = view
  const about = topics.find(({ id, subscribed }) => id === topic_id && subscribed)
  const hasChoices = topics.length > 0 || tracking_allowed !== undefined
  return html`${topics.length === 0 && html`<p>${words.question}</p>`}
    <form method="post" action="${view.path}">
      <div class="choice">
        ${about && leaveButton('leave-topic', html`<bdi>${words.leave_topic(about.name)}</bdi>`)}
        ${leaveButton('leave', topics.length === 0 ? words.leave : words.leave_all)}
      </div>
    </form>
    ${hasChoices && choices(view, words)}`
}

function leaveButton(act: 'leave' | 'leave-topic', label: Content): Html {
  return html`<button class="main" name="act" value="${act}">${label}</button>`
}

function choices({ path, topics, tracking_allowed }: PreferencesView, words: Words): Html {
  const about = topics.map(topic => option('topic', topic.id, topic))
  const following = { name: words.tracking, description: words.tracking_more, subscribed: tracking_allowed === true }
  return html`<form method="post" action="${path}">
    ${topics.length > 0 && fieldset(words.choose, about)}
    ${tracking_allowed !== undefined && option('tracking', 'yes', following)}
    <div class="choice">
      <button name="act" value="save">${words.save}</button>
    </div>
  </form>`
}

function fieldset(legend: string, options: readonly Html[]): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${options}
  </fieldset>`
}

const CHECKED = html`checked`

function option(field: string, value: string, shown: Omit<PreferenceTopic, 'id'>): Html {
  const { name, description, subscribed } = shown
  return html`<label class="option">
    <input type="checkbox" name="${field}" value="${value}" ${subscribed && CHECKED} /><span
      ><strong><bdi>${name}</bdi></strong>
      ${description !== null && html`<small><bdi>${description}</bdi></small>`}</span
    >
  </label>`
}

/** Responds with a page for recipients, in one of its languages. */
export function answerRecipient(
  ctx: Context,
  site: Site,
  page: { status: number; language: string; body: Html },
): void {
  ctx.status = page.status
  ctx.set(pageHeaders(site))
  ctx.set({ 'Content-Language': page.language, Vary: 'Accept-Language' })
  ctx.type = 'text/html'
  ctx.body = page.body.toString()
}

/** The frame of the pages for recipients. */
export function recipientDocument({ language, look }: RecipientFrame, title: string, body: Html): Html {
  const { accent, logo } = look
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="${ROBOTS}" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="${ICON_PATH}" />
        <link rel="stylesheet" href="${STYLESHEET_PATH}" />
        ${accent !== null && html`<link rel="stylesheet" href="${accentPath(accent)}" />`}
      </head>
      <body>
        <main id="content">
          <section class="card">
            ${logo && html`<p class="sender-mark"><img src="${logo.path}" alt="" /> <bdi>${logo.team}</bdi></p>`}
            ${body}
          </section>
        </main>
      </body>
    </html> `
}
