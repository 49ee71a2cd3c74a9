/** Whether somebody is in a field that takes words. */
export function isTyping(): boolean {
	return document.querySelector(':read-write:focus') !== null;
}
