/**
 * Makes a text field that cannot be edited look like text. Only for inputs: a select always counts as read-only in CSS. The
 * button that opens a picker of times would do nothing.
 */
export const READ_ONLY_CLASS =
	'read-only:border-transparent read-only:bg-transparent read-only:px-0! read-only:[&::-webkit-calendar-picker-indicator]:hidden';
