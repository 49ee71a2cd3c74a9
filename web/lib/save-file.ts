/** Saves a file that the page has in memory, because a plain link to the server could not carry the token. */
export function saveFile(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// By the next task, the browser has started the download.
	setTimeout(() => URL.revokeObjectURL(url));
}
