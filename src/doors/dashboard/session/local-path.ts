// Where a page may redirect to: only to another page of ours, against open redirects.

/** A consent page carries its whole request: a redirect URI of 2,048 characters and a state of 1,024 of four bytes. */
const LIMIT_CHARACTERS = 9216

/**
 * The path, when it stays on our origin; the mailbox otherwise. `//host` and `/\host` lead away, and browsers drop
 * control characters from an address before they read it. What is left must fit into a header.
 */
export function localPath(next: string | null | undefined): string {
  const stays = next && next.length <= LIMIT_CHARACTERS && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)
  return stays ? next : '/mailbox'
}

/** The login page that goes on to `next`. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}

/** Sections in which one thing has a page of its own, with the forms about it. */
const WITH_PAGES = ['automations', 'broadcasts', 'contacts', 'domains', 'emails', 'segments', 'topics', 'webhooks']

/**
 * The page on which a form stands, by the path that the form is sent to: `/team/invite` stands on `/team`, and what is
 * done to one automation, one of its runs, one contact or one email, for example, stands on its own page.
 */
export function pagePath(path: string): string {
  const [, section, ...rest] = path.split('/')
  if (section === 'consent') return path
  if (WITH_PAGES.includes(section!)) return `/${[section, ...rest.slice(0, -1)].join('/')}`
  // the way out is on every page
  return section === 'logout' ? '/account' : `/${section}`
}
