// Paths of the dashboard that other rooms link to.

export const UNSUBSCRIBE_PATH = '/unsubscribe'
export const ASSETS = { stylesheet: '/dashboard.css', icon: '/icon.svg', scripts: '/scripts/:name' }

/** The paths that make up the unsubscribe page. */
export const PATHS_TO_LEAVE: ReadonlySet<string> = new Set([UNSUBSCRIBE_PATH, ASSETS.stylesheet, ASSETS.icon])
