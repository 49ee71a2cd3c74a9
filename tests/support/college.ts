/** The market of the browser tests takes addresses here for those of its students. */
export const COLLEGE_DOMAIN = 'students.example';
