// Paths of the dashboard that other rooms link to.

export const UNSUBSCRIBE_PATH = '/unsubscribe'
/** Before the id of a sign-up form. */
export const SIGN_UP_PATH = '/sign-up/'

/** Whether the path is one for recipients of mail and for strangers, who do not log in. */
export const isForRecipients = (path: string): boolean => path === UNSUBSCRIBE_PATH || path.startsWith(SIGN_UP_PATH)

export const ASSETS = { stylesheet: '/dashboard.css', icon: '/icon.svg', scripts: '/scripts/:name' }

/** The paths that make up the unsubscribe page. */
export const PATHS_TO_LEAVE: ReadonlySet<string> = new Set([UNSUBSCRIBE_PATH, ASSETS.stylesheet, ASSETS.icon])
