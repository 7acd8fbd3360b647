// Restricts redirects to our own pages (guard against open redirects).

/**
 * The URL of a consent page contains its whole request: a redirect URI of 2,048 characters, and a state of 1,024 characters of
 * four bytes.
 */
const LIMIT_CHARACTERS = 9216

/**
 * Returns `next` if it is a path on our origin, and the first page otherwise. `//host` and `/\host` lead to another host, and
 * browsers drop control characters before they parse a URL. The path must also fit into a header.
 */
export function localPath(next: string | null | undefined): string {
  const stays = next && next.length <= LIMIT_CHARACTERS && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)
  return stays ? next : '/start'
}

/** The login page, which redirects to `next` afterwards. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}

/** Sections in which each object has a separate page with its forms. */
const WITH_PAGES = new Set('automations broadcasts contacts domains emails inboxes segments topics webhooks'.split(' '))

/**
 * The page that contains a form, by the path that the form is sent to: `/team/invite` is on `/team`; forms about one
 * automation, run, contact or email, for example, are on its page.
 */
export function pagePath(path: string): string {
  const [, section, ...rest] = path.split('/')
  if (section === 'consent' || section === 'device') return path
  if (WITH_PAGES.has(section!)) return `/${[section, ...rest.slice(0, -1)].join('/')}`
  // the form to log out is on every page
  return section === 'logout' ? '/account' : `/${section}`
}
