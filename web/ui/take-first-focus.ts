/**
 * Ref callback of the element that gets the focus when its dialog opens, instead of the 'Close' button. Sets the
 * `autofocus` attribute, which the browser reads when the dialog opens. React's `autoFocus` would focus the element
 * before that.
 */
export function takeFirstFocus(element: HTMLElement | null): void {
	element?.setAttribute('autofocus', '');
}
