/** Addresses of this domain belong to students in the app of the browser tests. */
export const COLLEGE_DOMAIN = 'students.example';
