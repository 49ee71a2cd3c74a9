/** Where on the account page one chooses what to hear of, as in its address. */
export const PREFERENCES_ANCHOR = 'notifications';
