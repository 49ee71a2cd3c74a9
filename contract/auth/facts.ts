/** Said to whoever an administrator has suspended. Pages know it without the rest of what is said on signing in. */
export const SUSPENDED_MESSAGE = 'This account has been suspended. Contact support.';
