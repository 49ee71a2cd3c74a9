/** The college’s email domain: accounts with such an email address are students in the app of the browser tests. */
export const COLLEGE_DOMAIN = 'students.example';
