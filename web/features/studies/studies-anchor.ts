/** Fragment of the section on the account page where branch and semester are set. */
export const STUDIES_ANCHOR = 'studies';
