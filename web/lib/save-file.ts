/** Hands a file that was made here to the browser to save: a link could not carry the token. */
export function saveFile(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// The browser has taken the file by the time it looks at the next task.
	setTimeout(() => URL.revokeObjectURL(url));
}
