/*
 * For a pressed control that disappears: these functions move the focus to an element from which the next Tab continues
 * in the page.
 */

/** Focuses the page's content. */
export function focusMain(): void {
	document.querySelector('main')?.focus({ preventScroll: true });
}

/** Focuses the page's heading, above the list or form that has changed. */
export function focusPageHeading(): void {
	document.querySelector('h1')?.focus({ preventScroll: true });
}
