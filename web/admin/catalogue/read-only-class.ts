/**
 * Makes a read-only input look like plain text, and hides the button of a time picker, which would do nothing. Not for
 * selects: `:read-only` in CSS matches every select.
 */
export const READ_ONLY_CLASS =
	'read-only:border-transparent read-only:bg-transparent read-only:px-0! read-only:[&::-webkit-calendar-picker-indicator]:hidden';
