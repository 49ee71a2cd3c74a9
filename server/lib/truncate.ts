/** Cuts a text to `maxLength` code points, the last one an ellipsis. */
export function truncate(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
}
