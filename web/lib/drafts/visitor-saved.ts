/** Keys of the items that a visitor saved: the user who signs in next takes them over. */
export const VISITOR_SAVED_PREFIX = 'nobody/saved/';
