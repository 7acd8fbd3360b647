// Paths of the dashboard that other modules link to.

export const UNSUBSCRIBE_PATH = '/unsubscribe'
/** Before the id of a sign-up form. */
export const SIGN_UP_PATH = '/sign-up/'
/** The page that confirms a sign-up. */
export const SIGN_UP_CONFIRM_PATH = `${SIGN_UP_PATH}confirm`

/** Whether the path is for recipients of email and for strangers, who do not log in. */
export const isRecipientPath = (path: string): boolean => path === UNSUBSCRIBE_PATH || path.startsWith(SIGN_UP_PATH)

export const ASSETS = {
  accent: '/accent/:name',
  stylesheet: '/dashboard.css',
  icon: '/icon.svg',
  scripts: '/scripts/:name',
}

const PATHS_TO_LEAVE: ReadonlySet<string> = new Set([UNSUBSCRIBE_PATH, ASSETS.stylesheet, ASSETS.icon])

/** Whether the path is the unsubscribe page, or one of the files that it loads. */
export const isUnsubscribePath = (path: string): boolean =>
  PATHS_TO_LEAVE.has(path) || /^\/(?:accent\/[0-9a-f]{6}\.css|i\/[\w-]+\.\w+)$/.test(path)
