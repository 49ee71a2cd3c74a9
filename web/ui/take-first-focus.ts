/**
 * Ref callback of the element that gets the focus when its dialog opens, instead of the 'Close' button. Sets the `autofocus`
 * attribute, which the browser reads then. React's `autoFocus` would focus the element before the dialog is open.
 */
export function takeFirstFocus(element: HTMLElement | null): void {
	element?.setAttribute('autofocus', '');
}
