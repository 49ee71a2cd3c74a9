/* Keys of what a visitor leaves in this browser: the user who signs in next takes it over. */

export const VISITOR_SAVED_PREFIX = 'nobody/saved/';
/** The items that were seen lately. */
export const VISITOR_SEEN_KEY = 'nobody/seen';
