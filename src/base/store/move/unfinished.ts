// How a database says that a move into it was begun and not finished.

/** The table with which it says so, and how far the move has come. */
export const UNFINISHED = 'unfinished_move'

/** What a server says that is to start on such a database. */
export const HALF_MOVED =
  'The database of DATABASE_URL is half moved: finish the move (run the same `npm run move` again), or give an empty database to begin anew.'
