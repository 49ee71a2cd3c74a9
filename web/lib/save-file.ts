/** Downloads a file built in the browser: a plain link could not carry the token. */
export function saveFile(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// By the next task, the browser has started the download.
	setTimeout(() => URL.revokeObjectURL(url));
}
