// Redirects lead to our own pages only (guard against open redirects).

/** The address of a consent page has its whole request: a redirect URI of 2,048 characters, a state of 1,024 of four bytes. */
const LIMIT_CHARACTERS = 9216

/**
 * Returns `next` if it is a path on our origin, and the first page otherwise. `//host` and `/\host` lead to another host, and
 * browsers drop control characters before they parse an address. The path must also fit into a header.
 */
export function localPath(next: string | null | undefined): string {
  const stays = next && next.length <= LIMIT_CHARACTERS && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)
  return stays ? next : '/start'
}

/** The login page, which redirects to `next` afterwards. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}

/** Sections in which each thing has a page of its own, with the forms about it. */
const WITH_PAGES = new Set('automations broadcasts contacts domains emails inboxes segments topics webhooks'.split(' '))

/**
 * The page that has a form, by the path that the form is sent to: `/team/invite` is on `/team`; forms about one automation, run,
 * contact or email, for example, are on the page of that thing.
 */
export function pagePath(path: string): string {
  const [, section, ...rest] = path.split('/')
  if (section === 'consent' || section === 'device') return path
  if (WITH_PAGES.has(section!)) return `/${[section, ...rest.slice(0, -1)].join('/')}`
  // the form to log out is on every page
  return section === 'logout' ? '/account' : `/${section}`
}
