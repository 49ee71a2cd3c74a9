/**
 * Ref callback of the element that gets the focus when its dialog opens; by default that is the 'Close' button. Sets the
 * attribute that the browser looks for, because React's `autoFocus` focuses before the dialog is open.
 */
export function takeFirstFocus(element: HTMLElement | null): void {
	element?.setAttribute('autofocus', '');
}
