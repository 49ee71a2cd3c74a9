/** For a pressed control that goes away with its press: the next Tab continues at the heading of the page. */
export function focusPageHeading(): void {
	document.querySelector('h1')?.focus({ preventScroll: true });
}
