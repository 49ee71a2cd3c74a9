/* For a control that goes away when it is pressed: the focus stays in the page, where the next Tab continues. */

/** Focuses the page's content. */
export function focusMain(): void {
	document.querySelector('main')?.focus({ preventScroll: true });
}

/** Focuses the page's heading, above the list or form that has changed. */
export function focusPageHeading(): void {
	document.querySelector('h1')?.focus({ preventScroll: true });
}
