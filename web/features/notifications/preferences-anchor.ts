/** Element id of the notification preferences on the account page. */
export const PREFERENCES_ANCHOR = 'notifications';
