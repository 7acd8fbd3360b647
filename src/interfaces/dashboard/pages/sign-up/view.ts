// The sign-up page. Its visitors know the team but not this server, so it has the frame of the recipient pages.
import type { OpenForm } from '../../../../campaigns/sign-ups/actions.ts'
import { FIRST_NAME_MAX } from '../../../../campaigns/sign-ups/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { recipientDocument, type RecipientFrame } from '../unsubscribe/view.ts'
import { SIGN_UP_WORDS, type SignUpProblem, type SignUpWords } from './words.ts'

/** A field that is invisible to people. A program that fills in every field reveals itself. */
export const HONEYPOT = 'website'

/** The fields of the form, also for the embedded form, which has none of our styles. */
export function signUpFields({ email, first_name, button, honeypot }: SignUpWords['fields']): Html {
  return html`<label for="email">${email}</label>
    <input id="email" name="email" type="email" required maxlength="254" autocomplete="email" />
    <label for="first_name">${first_name}</label>
    <input id="first_name" name="first_name" maxlength="${FIRST_NAME_MAX}" autocomplete="given-name" />
    <div hidden>
      <label for="${HONEYPOT}">${honeypot}</label>
      <input id="${HONEYPOT}" name="${HONEYPOT}" tabindex="-1" autocomplete="off" />
    </div>
    <button class="main">${button}</button>`
}

export function signUpPage(frame: RecipientFrame, { form, team }: OpenForm, path: string): Html {
  const words = SIGN_UP_WORDS[frame.language]
  return shown(
    frame,
    words.title(team),
    html`<p class="lead"><bdi>${form.consent}</bdi></p>
      <form method="post" action="${path}">${signUpFields(words.fields)}</form>`,
  )
}

export function lookPage(frame: RecipientFrame): Html {
  const { title, message } = SIGN_UP_WORDS[frame.language].look
  return shown(frame, title, html`<p role="status">${message}</p>`)
}

export function confirmPage(
  frame: RecipientFrame,
  { email, consent }: { email: string; consent: string },
  path: string,
): Html {
  const words = SIGN_UP_WORDS[frame.language].confirm
  return shown(
    frame,
    words.title,
    html`<p class="lead"><bdi>${consent}</bdi></p>
      <p><bdi>${words.message(email)}</bdi></p>
      <form method="post" action="${path}"><button class="main">${words.button}</button></form>`,
  )
}

export function signedUpPage(frame: RecipientFrame, team: string): Html {
  const { title, message } = SIGN_UP_WORDS[frame.language].done
  return shown(frame, title, html`<p role="status"><bdi>${message(team)}</bdi></p>`)
}

export function signUpProblemPage(frame: RecipientFrame, name: SignUpProblem): Html {
  const { title, message } = SIGN_UP_WORDS[frame.language].problems[name]
  return shown(frame, title, html`<p role="alert">${message}</p>`)
}

function shown(frame: RecipientFrame, title: string, body: Html): Html {
  return recipientDocument(
    frame,
    title,
    html`<h1><bdi>${title}</bdi></h1>
      ${body}`,
  )
}
